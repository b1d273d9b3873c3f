import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTED_CALLS } from '../../../src/api/contract.js';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { type ServedEmulator, serveNeap } from '../served-emulator.js';

/** Number of requests; `NEAP_REQUESTS=100000` for a longer run. */
const REQUESTS = Number(process.env['NEAP_REQUESTS'] ?? 3000);
const CLIENTS = 8;
const JUNK = [
  ...['', '{', '[]', 'null', '"\\ud800"', '{"__proto__":{"a":1}}', '['.repeat(3000)],
  ...['\u0000', 'x'.repeat(5000)],
];
const PARTS = ['1', '..', '%2e%2e', '%00', '%E0%A4%A', 'a'.repeat(300), '-1', 'null', '💥', '*', '%2F%2F'];

let emulator: ServedEmulator;
const logged: string[] = [];
beforeAll(async () => {
  emulator = await serveNeap(['--rate-limits', 'off', '--operation-duration', '0s']);
  emulator.child.stderr!.setEncoding('utf8').on('data', (text: string) => logged.push(text));
});
afterAll(async () => void (await emulator.stop('SIGTERM')));

const draws = randomStream('hostile', 0, 'requests', 'fuzz');
const one = <Item>(items: readonly Item[]): Item => items[Math.floor(draws.uniform() * items.length)]!;

/** A raw request: mostly HTTP, with a path, headers and a body that are mostly wrong. */
function hostile(): string {
  const call = one(ROUTED_CALLS);
  const path = call.path.replaceAll(/\{\w+\}/g, () => one(PARTS));
  const body = one(JUNK);
  const target =
    draws.uniform() < 0.9
      ? `/api/v2${path}?${one(['', 'limit=x', 'cursor=%%%', 'a[]=1&a[]=2'])}`
      : one(PARTS);
  const origin =
    draws.uniform() < 0.9 ? '' : one(['http://127.0.0.1', 'https://x', 'gopher://x', 'http://', '*']);
  return [
    `${one([call.method, call.method, 'GET', 'PATCH', 'HEAD', 'BREW'])} ${origin}${target} HTTP/1.${one(['1', '1', '1', '0', '9'])}`,
    `Host: ${one(['127.0.0.1', 'localhost:1', 'a b', ''])}`,
    `Authorization: Bearer ${draws.uniform() < 0.7 ? emulator.api_key : one(PARTS)}`,
    `Content-Type: ${one(['application/json', 'text/plain', '\u0001'])}`,
    ...frameRecord(body),
    ...(draws.uniform() < 0.9 ? [] : [one(ODD_HEADERS)]),
    `Connection: ${one(['close', 'close', 'keep-alive', 'upgrade'])}`,
    '',
    draws.uniform() < 0.1 ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body,
  ].join('\r\n');
}

const ODD_HEADERS = [
  'Range: bytes=0-',
  'If-Match: *',
  'Expect: 100-continue',
  'Expect: tea',
  'Accept-Encoding: gzip;q=nan',
  'Content-Encoding: gzip',
  'Upgrade: websocket',
  'X-Odd : 1',
  'Trailer: X',
  `X-Request-ID: ${'x'.repeat(9000)}`,
  ' folded',
];

/** The declared length of a body: usually correct, otherwise wrong, in chunks, or declared twice. */
function frameRecord(body: string): readonly string[] {
  const right = `Content-Length: ${Buffer.byteLength(body)}`;
  if (draws.uniform() < 0.8) return [right];
  const chunks = `Transfer-Encoding: ${one(['chunked', 'chunked, chunked', 'gzip', 'identity'])}`;
  const wrong = `Content-Length: ${one([-1, 1e9, 'x', 0, 3])}`;
  return one([[chunks], [right, chunks], [right, wrong], [wrong], []]);
}

/** Sends a request and disconnects after an answer, or earlier. @returns the first status, 0 without an answer */
function send(text: string): Promise<number> {
  const { port, hostname } = new URL(emulator.address);
  const manner = draws.uniform();
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      const cut = manner < 0.1;
      socket.write(cut ? text.slice(0, text.length / 2) : text);
      if (cut) socket.destroy();
      else if (manner < 0.2) socket.end();
    });
    socket.on('end', () => socket.end());
    let answer = '';
    const ended = () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
    socket.setEncoding('utf8').on('data', (more: string) => {
      answer += more;
      if (answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', ended);
    socket.on('error', () => undefined);
    socket.setTimeout(300, () => socket.destroy());
  });
}

test('hostile requests get no 500 and log nothing, and the emulator continues to answer', async () => {
  const statuses: Record<number, number> = {};
  let sent = 0;
  const client = async () => {
    while (sent < REQUESTS) {
      sent += 1;
      // Some requests are followed by a second one before their answer.
      const status = await send(draws.uniform() < 0.9 ? hostile() : hostile() + hostile());
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  expect(Object.keys(statuses).filter((status) => /^5/.test(status) && status !== '501')).toEqual([]);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '404']));
  expect(logged.join('')).toBe('');
  const headers = { Authorization: `Bearer ${emulator.api_key}` };
  expect((await fetch(`${emulator.base_url}/projects`, { headers })).status).toBe(200);
  if (process.env['NEAP_REQUESTS'] !== undefined) process.stderr.write(`${JSON.stringify(statuses)}\n`);
});
