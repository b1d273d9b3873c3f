import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningEmulator, listen } from '../../../src/server/listen.js';
import { MEMORY_STORE } from '../../../src/server/store/state-store.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';
import { exchange, lastBody, statusesOf } from './bare-connection.js';

/** Answers wait for it, as they do for a disk. */
const SLOW_STORE = {
  ...MEMORY_STORE,
  durable: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
};

describe('a connection without a client of HTTP', () => {
  const emulator = new EmulatorUnderTest({ store: SLOW_STORE });
  let listening: ListeningEmulator;
  beforeAll(async () => {
    listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1', headers_timeout_ms: 100 });
  });
  afterAll(async () => {
    await listening.stop();
    expect(emulator.defects).toEqual([]);
  });

  const KEY = `Host: x\r\nAuthorization: Bearer ${emulator.key}\r\n`;
  const JSON_TYPE = 'Content-Type: application/json\r\n';
  const get = (path: string, more = '', version = '1.1') =>
    `GET /api/v2${path} HTTP/${version}\r\n${KEY}${more}\r\n`;
  const post = (body: string, length: number, more = '') =>
    `POST /api/v2/api_keys HTTP/1.1\r\n${KEY}${JSON_TYPE}Content-Length: ${length}\r\n${more}\r\n${body}`;
  const chunked = (chunks: string, more = '') =>
    `POST /api/v2/api_keys HTTP/1.1\r\n${KEY}${JSON_TYPE}Transfer-Encoding: chunked\r\n${more}\r\n${chunks}`;
  const last = 'Connection: close\r\n';
  const named = '{"key_name":"k"}';

  test.each([
    ['three requests at once', get('/regions') + get('/auth') + get('/users/me', last), [200, 200, 200]],
    [
      'requests behind one that is refused before its body has come',
      `POST /api/v2/api_keys HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n${named}${get('/auth', last)}`,
      [401, 200],
    ],
    ['a body longer than its declared length', post(`${named}}`, named.length), [200, 400]],
    ['nonsense behind a request', `${get('/auth')}\u0000\u0001nonsense\r\n\r\n`, [200, 400]],
    ['nonsense behind two requests', `${get('/auth') + get('/nosuch')}nonsense\r\n\r\n`, [200, 404, 400]],
    ['two lengths', post(named, named.length, 'Content-Length: 3\r\n'), [400]],
    ['a length that is none', post(named, -1), [400]],
    ['a length and chunks', chunked(`10\r\n${named}\r\n0\r\n\r\n`, 'Content-Length: 16\r\n'), [400]],
    ['chunks', chunked(`5\r\n{"key\r\nb\r\n_name":"k"}\r\n0\r\n\r\n`, last), [200]],
    ['a chunk that is longer than it says', chunked(`4\r\n${named}\r\n0\r\n\r\n`), [400]],
    ['a chunk whose length is not a number', chunked(`zz\r\n${named}\r\n0\r\n\r\n`), [400]],
    ['a chunk of a length beyond all memory', chunked('fffffffffffffffff\r\n{'), [400]],
    [
      'another coding of the body',
      chunked(`10\r\n${named}\r\n0\r\n\r\n`).replace('chunked', 'gzip, deflate'),
      [400],
    ],
    ['HTTP/1.0', get('/regions', '', '1.0'), [200]],
    [
      'HTTP/1.0 on a connection that stays',
      get('/auth', 'Connection: keep-alive\r\n', '1.0') + get('/auth', '', '1.0'),
      [200, 200],
    ],
    ['a version that is none', get('/auth', '', '7.3'), [400]],
    ['a whole address', `GET http://x/api/v2/auth HTTP/1.1\r\n${KEY}${last}\r\n`, [200]],
    ['an address of another kind', `GET gopher://x/api/v2/auth HTTP/1.1\r\n${KEY}${last}\r\n`, [400]],
    ['the server itself', `OPTIONS * HTTP/1.1\r\n${KEY}${last}\r\n`, [400]],
    ['a tunnel', `CONNECT x:443 HTTP/1.1\r\n${KEY}\r\n`, [405]],
    ['another protocol', get('/auth', `Connection: close, Upgrade\r\nUpgrade: h2c\r\n`), [200]],
    ['a method in small letters', `get /api/v2/auth HTTP/1.1\r\n${KEY}${last}\r\n`, [400]],
    ['a space before the colon', get('/auth', 'X-Odd : 1\r\n'), [400]],
    ['NUL in a header', get('/auth', 'X-Odd: a\u0000b\r\n'), [400]],
    ['lines that end with LF alone', get('/auth').replaceAll('\r\n', '\n'), [400]],
    ['a thousand headers', get('/auth', `${'X-Odd: 1\r\n'.repeat(1000)}${last}`), [200]],
    ['headers of more than 16 kB', get('/auth', `X-Odd: ${'1'.repeat(17_000)}\r\n`), [431]],
    ['a path of more than 16 kB', get(`/${'a'.repeat(17_000)}`), [431]],
    ['a path of nearly 16 kB', get(`/${'a'.repeat(15_000)}`, last), [404]],
    ['a request within one', get('/auth', `X-Odd: 1\r\n${last}`).repeat(2), [200]],
    ['nothing at all', '', [408]],
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: x\r\n', [408]],
  ])('%s', async (_what, text, statuses) => {
    const answers = await exchange(listening.address, text);
    expect(statusesOf(answers), answers.slice(0, 400)).toEqual(statuses);
    if (statuses.at(-1)! >= 400) expect(JSON.parse(lastBody(answers))).toMatchObject({ code: '' });
  });

  test.each([
    ['Range', 'bytes=0-3'],
    ['Range', 'bytes=99999999999-'],
    ['If-None-Match', '*'],
    ['If-Match', '"nothing"'],
    ['If-Modified-Since', 'Fri, 31 Dec 9999 23:59:59 GMT'],
    ['Accept', 'image/png'],
    ['TE', 'trailers, deflate;q=0.5'],
  ])('the header %s: %s does not change an answer', async (name, value) => {
    const plain = await exchange(listening.address, get('/users/me', last));
    const asked = await exchange(listening.address, get('/users/me', `${name}: ${value}\r\n${last}`));
    expect([statusesOf(asked), lastBody(asked)]).toEqual([[200], lastBody(plain)]);
  });

  test('a client that announces a body receives 100 Continue', async () => {
    const answers = await exchange(
      listening.address,
      post(named, named.length, `Expect: 100-continue\r\n${last}`),
    );
    expect(statusesOf(answers)).toEqual([100, 200]);
  });

  test.each([
    ['a request', get('/auth'), [200]],
    ['two requests', get('/auth') + get('/regions'), [200, 200]],
    ['half a body', post('{', 16), [400]],
    ['half a head', 'GET /api/v2/auth HT', [400]],
  ])('a client that sends %s and closes its half', async (_what, text, statuses) => {
    const answers = await exchange(listening.address, text, { half_closed: true });
    expect(statusesOf(answers)).toEqual(statuses);
  });

  test('an answer that has begun is never written into', async () => {
    const { project_id, branch_id } = await emulator.project();
    const endpoint = { branch_id, type: 'read_only', disabled: true };
    const path = `/projects/${project_id}/endpoints`;
    await Promise.all(Array.from({ length: 600 }, () => emulator.call('POST', path, { endpoint })));
    const answers = await exchange(listening.address, `${get(path)}nonsense\r\n\r\n`);
    expect(statusesOf(answers)).toEqual([200, 400]);
    const [head, ...chunks] = answers.slice(0, answers.indexOf('HTTP/1.1 400')).split('\r\n\r\n');
    expect(head).toContain('Transfer-Encoding: chunked');
    const list = chunks.join('\r\n\r\n').replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, '');
    expect(JSON.parse(list).endpoints).toHaveLength(601);
  });

  test('ids and names that look like paths, and those of every script', async () => {
    const { project_id, branch_id } = await emulator.project();
    for (const odd of [
      '%2F',
      '%2f..%2f',
      '..%2F..',
      '%00',
      '%E2%98%83',
      '%F0%9F%92%A5',
      '%ED%A0%80',
      '%25',
    ]) {
      const { status, body } = await emulator.call('GET', `/projects/${odd}`);
      expect([status, typeof body.message], odd).toEqual([404, 'string']);
    }
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
});
