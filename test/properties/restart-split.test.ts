import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordDocument } from '../../src/testing/index.js';
import { arrivalTimes } from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';

const SPLIT = 600;
const END = 1500;

const moments = arrivalTimes({ duration_seconds: END, queries: 40 });
const demands = fc.integer({ min: 1, max: 5000 });

describe('a restart forgets everything', () => {
  test('a run that is split at an instant restart equals two runs', async () => {
    await fc.assert(
      fc.asyncProperty(moments, demands, fc.constantFrom(0.25, 1, 2), async (times, demand_ms, cu) => {
        const run = async (arrivals: readonly number[], duration: number, restart: boolean) => {
          const { observations } = await recordDocument({
            name: 'split',
            duration: `${duration}s`,
            plan: 'scale',
            timeline_interval: '1000s',
            computes: [
              {
                name: 'primary',
                autoscaling_limit_min_cu: cu,
                autoscaling_limit_max_cu: cu,
                suspend_timeout_seconds: 60,
                initial_state: 'active',
              },
            ],
            load: [
              {
                name: 'web',
                compute: 'primary',
                process: { arrivals: arrivals.map((at) => `${at}s`) },
                query: { cpu: `${demand_ms}ms` },
              },
            ],
            events: [
              // A start call first, because a restart of a suspended compute is refused.
              ...(restart ? [{ at: `${SPLIT}s`, start: 'primary' }] : []),
              ...(restart ? [{ at: `${SPLIT}s`, restart: 'primary' }] : []),
            ],
            model: { wake_latency: '0s', restart_latency: '0s' },
          });
          return observations.computes[0]!;
        };
        const before = times.filter((at) => at < SPLIT);
        const after = times.filter((at) => at > SPLIT).map((at) => Math.round((at - SPLIT) * 1000) / 1000);
        const whole = await run([...before, ...after.map((at) => at + SPLIT)], END, true);
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
});
