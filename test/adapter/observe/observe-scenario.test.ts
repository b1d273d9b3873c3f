import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { simulatedAccount } from '../../../src/adapter/simulated-adapter.js';
import { describeTable } from '../../platform/rule-table.js';
import { START_MS } from '../../server/emulator-under-test.js';
import { compared, HALF_A_MINUTE, observed, operationsOf, SAME_DURATIONS, scenarioOf } from './agreement.js';
import { observeWorld } from './observe-world.js';

function account() {
  return simulatedAccount({ start_ms: START_MS, platform: { operation_duration_ms: SAME_DURATIONS } });
}

describe('an observation and a run of the same scenario', () => {
  test('an observation and a run agree on states, sizes and operations within the polling interval', async () => {
    const scenario = await scenarioOf(HALF_A_MINUTE);
    for (const poll_seconds of [1, 0.5]) {
      const seen = await observed(account(), scenario, poll_seconds);
      const both = compared(seen, scenario);
      expect(both.observed).toEqual(both.simulated);
      expect(both.most_apart_seconds).toBeLessThanOrEqual(poll_seconds + 1e-9);
      const after = seen.operations.filter(({ seen_seconds }) => seen_seconds > 0);
      expect(after.map(({ compute, action }) => `${compute} ${action}`)).toEqual(operationsOf(scenario));
      expect(after.every(({ status }) => status === 'finished')).toBe(true);
    }
  });

  test('changes shorter than the polling interval are dated by the durations of their operations', async () => {
    const seen = await observed(account(), await scenarioOf(HALF_A_MINUTE), 5);
    const [primary] = seen.computes;
    const running = primary!.decisions.filter(
      ({ decision }) => decision === 'active' || decision === 'restarted',
    );
    expect(running.map(({ time_seconds }) => time_seconds)).toEqual([3.6, 8.9, 13.9, 25.6]);
  });
});

describeTable(join(import.meta.dirname, 'resources.yaml'), observeWorld);
