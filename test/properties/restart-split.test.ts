import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivalTimes } from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';
import { at, primary, runExample } from '../simulation/support/one-compute.js';

const SPLIT = 600;
const END = 1500;

const moments = arrivalTimes({ duration_seconds: END, queries: 40 });
const demands = fc.integer({ min: 1, max: 5000 });

test('a run that is split at an instant restart equals two runs', async () => {
  await fc.assert(
    fc.asyncProperty(moments, demands, fc.constantFrom(0.25, 1, 2), async (times, demand_ms, cu) => {
      const run = async (arrivals: readonly number[], duration: number, restart: boolean) => {
        const size = { autoscaling_limit_min_cu: cu, autoscaling_limit_max_cu: cu };
        const record = await runExample({
          compute: { ...size, suspend_timeout_seconds: 60, initial_state: 'active' },
          load: { name: 'web', process: at(...arrivals), query: { cpu: `${demand_ms}ms` } },
          // A start call first, because a restart of a suspended compute is refused.
          events: (restart ? ['start', 'restart'] : []).map((call) => ({
            at: `${SPLIT}s`,
            [call]: 'primary',
          })),
          scenario: {
            name: 'split',
            duration: `${duration}s`,
            timeline_interval: '1000s',
            model: { wake_latency: '0s', restart_latency: '0s' },
          },
        });
        return primary(record);
      };
      const before = times.filter((time) => time < SPLIT);
      const after = times
        .filter((time) => time > SPLIT)
        .map((time) => Math.round((time - SPLIT) * 1000) / 1000);
      const whole = await run([...before, ...after.map((time) => time + SPLIT)], END, true);
      const first = await run(before, SPLIT, false);
      const second = await run(after, END - SPLIT, false);
      expect(whole.completed).toBe(first.completed + second.completed);
      // Running queries fail in the restart; if the run ends there, they are still in progress.
      expect(whole.failed).toBe(first.in_flight + second.failed);
      expect(whole.latency.sum).toBeCloseTo(first.latency.sum + second.latency.sum, 6);
      expect(whole.active_seconds).toBeCloseTo(first.active_seconds + second.active_seconds, 6);
      expect(whole.cu_seconds).toBeCloseTo(first.cu_seconds + second.cu_seconds, 6);
    }),
    { seed: 11, numRuns: cases(80) },
  );
});
