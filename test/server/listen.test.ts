import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningEmulator, listen } from '../../src/server/listen.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

const ANY_PORT = { port: 0, host: '127.0.0.1' };

describe('on a port', () => {
  const emulator = new EmulatorUnderTest();
  let listening: ListeningEmulator;
  beforeAll(async () => {
    listening = await listen(emulator.emulator, ANY_PORT);
  });
  afterAll(() => listening.stop());

  const headers = { Authorization: `Bearer ${emulator.key}`, 'Content-Type': 'application/json' };

  test('an answer has an id, and a key records the address of its last use', async () => {
    const made = await fetch(`${listening.address}/api/v2/users/me`, { headers });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const { body } = await emulator.call('GET', '/api_keys');
    expect(body[0].last_used_from_addr).toBe('127.0.0.1');
  });

  test('a body without a declared length is read only up to the limit', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(65_536))),
    });
    const sent = { method: 'POST', headers, body: endless, duplex: 'half' as const };
    const status = await fetch(`${listening.address}/api/v2/projects`, sent).then(
      (response) => response.status,
      // The connection may be closed before the answer has been read.
      () => 413,
    );
    expect(status).toBe(413);
    expect((await fetch(`${listening.address}/api/v2/projects`, { headers })).status).toBe(200);
  });

  test('a port in use is reported', async () => {
    const port = Number(new URL(listening.address).port);
    await expect(listen(emulator.emulator, { ...ANY_PORT, port })).rejects.toThrow('EADDRINUSE');
  });

  test('a client that disconnects in the middle of a request is not reported as a defect', async () => {
    const { port } = new URL(listening.address);
    const announced = { Authorization: `Bearer ${emulator.key}`, 'Content-Length': 1000 };
    const path = '/api/v2/projects';
    await new Promise<void>((resolve) => {
      const started = send({ port, path, method: 'POST', headers: announced });
      started.on('close', resolve);
      started.on('error', () => undefined);
      started.write('{"project":', () => setTimeout(() => started.destroy(), 20));
    });
    const metrics = async () => (await emulator.send('/metrics', {})).body;
    await expect.poll(metrics).toContain('{route="createProject",status="400"} 1');
    expect(await metrics()).not.toContain('status="500"');
    expect(emulator.defects).toEqual([]);
  });

  test.each(['/', '/openapi.json', '/metrics', '/api/v2/projects', '/_neap/clock', '/nosuch'])(
    'an answer of %s must not be cached or sniffed',
    async (path) => {
      const { headers: shown } = await fetch(`${listening.address}${path}`);
      expect(shown.get('cache-control')).toBe('no-store');
      expect(shown.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

test('a stop waits for answers in progress, but not for idle connections', async () => {
  const emulator = new EmulatorUnderTest();
  // If it waited for idle connections, the test would reach its own limit.
  const listening = await listen(emulator.emulator, { ...ANY_PORT, stop_timeout_ms: 3_600_000 });
  const headers = { Authorization: `Bearer ${emulator.key}` };
  const answers = Array.from({ length: 20 }, () =>
    fetch(`${listening.address}/api/v2/users/me`, { headers }),
  );
  await Promise.all(answers.map(async (answer) => (await answer).text()));
  await listening.stop();
  await expect(fetch(`${listening.address}/`)).rejects.toThrow();
});

test('a delayed answer does not delay a stop, and is abandoned when its client disconnects', async () => {
  const one = new EmulatorUnderTest();
  const { address, stop } = await listen(one.emulator, { ...ANY_PORT, stop_timeout_ms: 50 });
  expect((await one.control('POST', '/faults', { delay: '10m', share: 1 })).status).toBe(200);
  const asked = fetch(`${address}/api/v2/projects`).catch((error: Error) => error.message);
  await expect.poll(() => one.emulator.faults.list(one.emulator.now())[0]?.happened).toBe(1);
  await stop();
  expect(await asked).toBe('fetch failed');
  await expect
    .poll(() => one.emulator.requests.latest())
    .toMatchObject([{ call: 'listProjects', faulty: true }]);
});
