import { expect, test } from 'vitest';
import { HttpAdapter } from '../../../src/adapter/http-adapter.js';
import { WALL_CLOCK } from '../../../src/adapter/wall-clock.js';
import { listen } from '../../../src/server/listen.js';
import { EmulatorUnderTest } from '../../server/emulator-under-test.js';
import { compared, HALF_A_MINUTE, observed, operationsOf, SAME_DURATIONS, scenarioOf } from './agreement.js';

const POLL_SECONDS = 1;
/** Allowed duration of a request and its response on a busy machine. */
const SLACK_SECONDS = 0.2;

test('run and observe agree on states, sizes and operations, over HTTP at wall-clock speed', async () => {
  const scenario = await scenarioOf(HALF_A_MINUTE);
  const { emulator, key } = new EmulatorUnderTest({
    real: { epochMs: Date.now, monotonicMs: () => performance.now() },
    platform: { seed: 'test', operation_duration_ms: SAME_DURATIONS },
    speed: 1,
    start_ms: undefined,
    rate_limits: true,
  });
  const listening = await listen(emulator, { port: 0, host: '127.0.0.1' });
  const adapter = new HttpAdapter({
    base_url: `${listening.address}/api/v2`,
    api_key: key,
    clock: WALL_CLOCK,
    seed: 'test',
  });
  try {
    const seen = await observed(adapter, scenario, POLL_SECONDS);
    const both = compared(seen, scenario);
    expect(both.observed).toEqual(both.simulated);
    expect(both.most_apart_seconds).toBeLessThanOrEqual(POLL_SECONDS + SLACK_SECONDS);
    const after = seen.operations.filter(({ seen_seconds }) => seen_seconds > 0);
    expect(after.map(({ compute, action }) => `${compute} ${action}`)).toEqual(operationsOf(scenario));
    expect((await adapter.listProjects({})).projects).toEqual([]);
  } finally {
    await adapter.close();
    await listening.stop();
  }
});
