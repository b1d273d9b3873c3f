import { expect, test } from 'vitest';
import { createEmulator } from '../../../src/server/create-emulator.js';
import { listen } from '../../../src/server/listen.js';
import { openStateFolder } from '../../../src/server/store/state-folder.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

const folder = temporaryFolder();

test('a state folder has the state of the snapshot that the emulator was reset to', async () => {
  const first = new EmulatorUnderTest({ store: await openStateFolder(folder) });
  await first.project({ name: 'kept' });
  await first.control('POST', '/snapshots', { name: 'one' });
  await first.project({ name: 'gone' });
  await first.control('POST', '/reset', { to: 'one' });
  const { projects } = first.emulator.platform.tables();
  expect(projects).toHaveLength(1);
  await first.emulator.store.close();
  const second = new EmulatorUnderTest({ store: await openStateFolder(folder), start_ms: undefined });
  expect(second.emulator.platform.tables().projects).toEqual(projects);
  await second.emulator.store.close();
});

test('the list of requests never contains a key', async () => {
  const emulator = new EmulatorUnderTest();
  await emulator.call('POST', '/projects', { project: { name: 'shop' } });
  const { body } = await emulator.control('GET', '/requests');
  expect(body.requests).toHaveLength(1);
  expect(JSON.stringify(body)).not.toContain(emulator.key);
});

test('changes are reported as they happen, without secrets', async () => {
  const emulator = new EmulatorUnderTest();
  const listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${listening.address}/_neap/events`);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader.read()).value ?? '';
  };
  await emulator.project({ name: 'shop' });
  await until('"current_state":"active"');
  expect(text).toContain('event: projects\ndata: {"at":"2026-01-05T00:00:00.000Z"');
  expect(text).toContain('"action":"start_compute","status":"finished"');
  expect(text).not.toMatch(/"password"|npg_|secret/);
  // An open reader does not delay a stop.
  await listening.stop();
  expect((await reader.read()).done).toBe(true);
});

test('an emulator has the key and the plan that its suite sets', async () => {
  const emulator = createEmulator({ api_key: 'napi_test_key', plan: 'free' });
  const answer = await emulator.fetch(`${emulator.base_url}/users/me`, {
    headers: { Authorization: 'Bearer napi_test_key' },
  });
  expect(await answer.json()).toMatchObject({ plan: 'free', branches_limit: 10 });
});
