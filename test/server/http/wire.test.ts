import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ListeningEmulator, listen } from '../../../src/server/listen.js';
import { MEMORY_STORE } from '../../../src/server/store/state-store.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

/** The bytes that a client sends, and the answers that it receives. */
interface WireRow {
  readonly rule: string;
  readonly send: string;
  readonly line_end?: string;
  /** Whether the client closes its half of the connection after the last byte. */
  readonly half_closed?: boolean;
  readonly statuses: readonly number[];
  /** A part of the last body; a text between slashes is a pattern. */
  readonly answer?: { readonly message: string };
}

/** Delays every answer, as a disk does. */
const SLOW_STORE = {
  ...MEMORY_STORE,
  durable: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
};
const emulator = new EmulatorUnderTest({ store: SLOW_STORE });
let listening: ListeningEmulator;
beforeAll(async () => {
  listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1', headers_timeout_ms: 100 });
});
afterAll(async () => {
  await listening.stop();
  expect(emulator.defects).toEqual([]);
});

const NAMES: Readonly<Record<string, string>> = {
  $key: emulator.key,
  $thousand_headers: Array(1000).fill('X-Odd: 1').join('\r\n'),
  $kB_15: 'a'.repeat(15_000),
  $kB_17: 'a'.repeat(17_000),
};

/** The bytes that a server sends on a connection until it closes it. */
function exchange(text: string, half_closed = false): Promise<string> {
  const { port, hostname } = new URL(listening.address);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: half_closed }, () => {
      if (half_closed) socket.end(text);
      else socket.write(text);
    });
    let answer = '';
    socket.setEncoding('utf8').on('data', (more: string) => {
      answer += more;
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const statusesOf = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const lastBody = (answers: string) => answers.slice(answers.lastIndexOf('\r\n\r\n') + 4);
const get = (path: string, more = '') =>
  `GET /api/v2${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${emulator.key}\r\n${more}\r\n`;

const ROWS = parse(readFileSync(join(import.meta.dirname, 'wire.yaml'), 'utf8')) as WireRow[];

test.each(ROWS.map((row) => [row.rule, row] as const))('%s', async (_rule, row) => {
  const { send, line_end = '\r\n', half_closed, statuses, answer } = row;
  const text = send.replaceAll('\n', line_end).replaceAll(/\$\w+/g, (name) => NAMES[name] ?? name);
  const answers = await exchange(text, half_closed);
  expect(statusesOf(answers), answers.slice(0, 400)).toEqual(statuses);
  if (statuses.at(-1)! < 400) return;
  const message = answer?.message.replaceAll(/^\/|\/$/g, '') ?? '.';
  expect(JSON.parse(lastBody(answers))).toEqual({
    message: expect.stringMatching(message),
    code: '',
    request_id: expect.any(String),
  });
});

test.each([
  'Range: bytes=0-3',
  'Range: bytes=99999999999-',
  'If-None-Match: *',
  'If-Match: "nothing"',
  'If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT',
  'Accept: image/png',
  'TE: trailers, deflate;q=0.5',
])('the header %s does not change an answer', async (header) => {
  const plain = await exchange(get('/users/me', 'Connection: close\r\n'));
  const asked = await exchange(get('/users/me', `${header}\r\nConnection: close\r\n`));
  expect([statusesOf(asked), lastBody(asked)]).toEqual([[200], lastBody(plain)]);
});

test('a refusal never interrupts an answer that has begun', async () => {
  const { project_id, branch_id } = await emulator.project();
  const endpoint = { branch_id, type: 'read_only', disabled: true };
  const path = `/projects/${project_id}/endpoints`;
  await Promise.all(Array.from({ length: 600 }, () => emulator.call('POST', path, { endpoint })));
  const answers = await exchange(`${get(path)}nonsense\r\n\r\n`);
  expect(statusesOf(answers)).toEqual([200, 400]);
  const [head, ...chunks] = answers.slice(0, answers.indexOf('HTTP/1.1 400')).split('\r\n\r\n');
  expect(head).toContain('Transfer-Encoding: chunked');
  const list = chunks.join('\r\n\r\n').replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, '');
  expect(JSON.parse(list).endpoints).toHaveLength(601);
});

test('databases can have names that look like paths, and names in any script', async () => {
  const { project_id, branch_id } = await emulator.project();
  const path = `/projects/${project_id}/branches/${branch_id}/databases`;
  for (const name of ['a/b', '%2F', 'a?b#c', 'ünï', '数据', 'a.b', '💾', '%']) {
    const database = { name, owner_name: 'neondb_owner' };
    expect((await emulator.call('POST', path, { database })).status, name).toBe(201);
    const found = await emulator.call('GET', `${path}/${encodeURIComponent(name)}`);
    expect([found.status, found.body.database?.name]).toEqual([200, name]);
    expect((await emulator.call('DELETE', `${path}/${encodeURIComponent(name)}`)).status).toBe(200);
  }
});

test('readers of events that disconnect are released, and the others receive every event', async () => {
  const { port } = new URL(listening.address);
  const opened = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      socket.on('error', () => undefined);
      socket.write('GET /_neap/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await expect.poll(() => text, { interval: 2 }).toContain('changes from now on');
      return { socket, text: () => text };
    }),
  );
  for (const { socket } of opened.slice(1)) socket.destroy();
  const { project_id } = await emulator.project({ name: 'watched' });
  const [{ text, socket }] = opened as [(typeof opened)[0]];
  await expect.poll(text, { interval: 2 }).toContain(`"id":"${project_id}","now":{"name":"watched"}`);
  socket.destroy();
});
