import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_PATH } from '../../src/server/app.js';
import { type ListeningEmulator, listen } from '../../src/server/listen.js';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';
import { ApiClientSession, LIFE } from './api-client-session.js';

describe('@neondatabase/api-client, unmodified', () => {
  const emulator = new EmulatorUnderTest();
  let listening: ListeningEmulator;
  let session: ApiClientSession;
  beforeAll(async () => {
    listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
    session = new ApiClientSession(`${listening.address}${API_PATH}`, emulator.key);
  });
  afterAll(async () => {
    await listening.stop();
    expect(new Set(session.played.map(({ name }) => name)).size).toBeGreaterThan(85);
    expect(emulator.defects).toEqual([]);
  });

  test.each(LIFE.map((steps) => [steps[0]!.rule, steps] as const))('%s', (_, steps) => session.play(steps));
});
