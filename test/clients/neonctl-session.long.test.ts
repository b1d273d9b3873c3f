import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedEmulator, serveNeap } from '../server/served-emulator.js';
import { playSession, SESSION } from './neonctl-session.js';

let emulator: ServedEmulator;
beforeAll(async () => {
  emulator = await serveNeap(['--operation-duration', '0s', '--rate-limits', 'off']);
});
afterAll(async () => {
  await emulator.stop('SIGTERM');
});

test('a session of ninety commands, each with the outcome that it is to have', async () => {
  expect(SESSION.length).toBeGreaterThanOrEqual(90);
  const played = await playSession(emulator.base_url, emulator.api_key!);
  expect(played.filter(({ as_expected }) => !as_expected).map(({ said }) => said)).toEqual([]);
});
