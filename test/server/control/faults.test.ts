import { expect, test } from 'vitest';
import { HttpAdapter } from '../../../src/adapter/http-adapter.js';
import { createEmulator } from '../../../src/server/create-emulator.js';
import { listen } from '../../../src/server/listen.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

test('a fault can drop the answer of a call that was carried out, on a port and in process', async () => {
  const emulator = new EmulatorUnderTest();
  const listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
  await emulator.control('POST', '/faults', { answer: 'none', carried_out: true, method: 'POST' });
  const headers = { Authorization: `Bearer ${emulator.key}`, 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers, body: '{"project":{"name":"shop"}}' };
  await expect(fetch(`${listening.address}/api/v2/projects`, sent)).rejects.toThrow();
  expect((await emulator.call('GET', '/projects')).body.projects).toMatchObject([{ name: 'shop' }]);
  await listening.stop();

  const suite = createEmulator({ seed: 'suite' });
  const body = JSON.stringify({ answer: 'none', times: 2 });
  await suite.fetch('http://localhost/_neap/faults', { method: 'POST', body });
  const { base_url, api_key, fetch: inProcess, clock } = suite;
  const auth = { headers: { Authorization: `Bearer ${api_key}` } };
  await expect(inProcess(`${base_url}/projects`, auth)).rejects.toThrow('fetch failed');
  // An adapter that retries idempotent calls succeeds.
  const adapter = new HttpAdapter({ base_url, api_key, fetch: inProcess, clock });
  expect((await adapter.listProjects({})).projects).toEqual([]);
});

test('a fault affects a share of the calls, and the same ones with the same seed, also after a reset', async () => {
  const hits = async (seed: string, emulator = new EmulatorUnderTest({ platform: { seed } })) => {
    await emulator.control('POST', '/faults', { answer: 503, share: 0.3 });
    const statuses: number[] = [];
    for (let count = 0; count < 100; count++) statuses.push((await emulator.call('GET', '/regions')).status);
    return statuses;
  };
  const first = await hits('a');
  expect(await hits('b')).not.toEqual(first);
  const again = new EmulatorUnderTest({ platform: { seed: 'a' } });
  again.emulator.remember();
  expect(await hits('a', again)).toEqual(first);
  await again.control('POST', '/reset', {});
  expect(await hits('a', again)).toEqual(first);
  const failed = first.filter((status) => status === 503).length;
  expect(failed).toBeGreaterThan(15);
  expect(failed).toBeLessThan(45);
});
