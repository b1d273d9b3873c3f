import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningEmulator, listen } from '../../src/server/listen.js';
import { EmulatorUnderTest } from './emulator-under-test.js';
import { exchange } from './http/bare-connection.js';

describe('on a port', () => {
  const emulator = new EmulatorUnderTest();
  let listening: ListeningEmulator;
  beforeAll(async () => {
    listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
  });
  afterAll(() => listening.stop());

  const headers = { Authorization: `Bearer ${emulator.key}`, 'Content-Type': 'application/json' };

  test('the id of a request is sent back, or made', async () => {
    const url = `${listening.address}/api/v2/users/me`;
    const own = await fetch(url, { headers: { ...headers, 'X-Request-ID': 'abc-1' } });
    expect(own.headers.get('x-request-id')).toBe('abc-1');
    const made = await fetch(url, { headers });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const refused = await fetch(url, { headers: { 'X-Request-ID': 'abc-2' } });
    expect(await refused.json()).toMatchObject({ request_id: 'abc-2', code: '' });
  });

  test('the address a key was used from is the client', async () => {
    await fetch(`${listening.address}/api/v2/users/me`, { headers });
    const { body } = await emulator.call('GET', '/api_keys');
    expect(body[0].last_used_from_addr).toBe('127.0.0.1');
  });

  test('a body without an announced length is read no further than the limit', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(65_536))),
    });
    const answer = await fetch(`${listening.address}/api/v2/projects`, {
      method: 'POST',
      headers,
      body: endless,
      duplex: 'half',
    }).then(
      async (response) => [response.status, await response.json()],
      // The connection may be closed before the answer has been read.
      () => [413],
    );
    expect(answer[0]).toBe(413);
    expect((await fetch(`${listening.address}/api/v2/projects`, { headers })).status).toBe(200);
  });

  test('what is no HTTP gets an error in the usual shape', async () => {
    const answer = await exchange(listening.address, 'HELLO\r\n\r\n');
    expect(answer).toContain('HTTP/1.1 400 Bad Request');
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ code: '' });
  });

  test('a head that is too long', async () => {
    const head = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`;
    expect(await exchange(listening.address, head)).toContain('HTTP/1.1 431');
  });

  test('a path that cannot be decoded', async () => {
    const response = await fetch(`${listening.address}/api/v2/projects/%E0%A4%A`, { headers });
    expect(response.status).toBe(404);
  });

  test('a port that is taken', async () => {
    const port = Number(new URL(listening.address).port);
    await expect(listen(emulator.emulator, { port, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE');
  });
});

test('a slow client receives 408', async () => {
  const emulator = new EmulatorUnderTest();
  const listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1', headers_timeout_ms: 200 });
  const answer = await exchange(listening.address, 'GET / HTTP/1.1\r\nHost: ');
  expect(answer).toContain('HTTP/1.1 408 Request Timeout');
  expect(answer).toContain('the request took too long to arrive');
  await listening.stop();
});

test('a stop waits for what is being answered, not for connections kept open', async () => {
  const emulator = new EmulatorUnderTest();
  // Were it to wait for idle connections, the test would run into its own limit.
  const listening = await listen(emulator.emulator, {
    port: 0,
    host: '127.0.0.1',
    stop_timeout_ms: 3_600_000,
  });
  const headers = { Authorization: `Bearer ${emulator.key}` };
  const answers = Array.from({ length: 20 }, () =>
    fetch(`${listening.address}/api/v2/users/me`, { headers }),
  );
  await Promise.all(answers.map(async (answer) => (await answer).text()));
  await listening.stop();
  await expect(fetch(`${listening.address}/`)).rejects.toThrow();
});

test('an answer that is held back holds no stop up, and is not waited for once its client is gone', async () => {
  const one = new EmulatorUnderTest();
  const { address, stop } = await listen(one.emulator, { port: 0, host: '127.0.0.1', stop_timeout_ms: 50 });
  expect((await one.control('POST', '/faults', { delay: '10m', share: 1 })).status).toBe(200);
  const asked = fetch(`${address}/api/v2/projects`).catch((error: Error) => error.message);
  await expect.poll(() => one.emulator.faults.list(one.emulator.now())[0]?.happened).toBe(1);
  await stop();
  expect(await asked).toBe('fetch failed');
  await expect
    .poll(() => one.emulator.requests.latest())
    .toMatchObject([{ call: 'listProjects', faulty: true }]);
});
