import { describe, expect, test } from 'vitest';
import type { CauseObservations } from '../../../src/simulation/run/cause-observations.js';
import type { RunRecord } from '../../../src/testing/index.js';
import { at, type Example, primary, runExample } from '../support/one-compute.js';

/** The figures of a cause on the first compute; all zero if it is not listed. */
function causeOf(record: RunRecord, name: string): Partial<CauseObservations> {
  return record.observations.causes![0]!.find((cause) => cause.name === name) ?? {};
}

describe('causes of larger sizes', () => {
  const scaled: Example = {
    compute: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 4, suspend_timeout_seconds: 300 },
    scenario: { duration: '2h' },
  };

  test('CU-seconds above the minimum are caused by the load that uses the processors', async () => {
    const record = await runExample({
      ...scaled,
      load: [
        { name: 'tiny', process: { regular: { every: '30s' } }, query: { cpu: '1ms' } },
        { name: 'batch', process: at(3000, 3000, 3000, 3000), query: { cpu: '600s' } },
      ],
    });
    const above = (name: string) =>
      Object.values(causeOf(record, name).above_minimum_cu_seconds!).reduce((sum, each) => sum + each, 0);
    expect(primary(record).max_cu).toBeGreaterThan(1);
    expect(above('batch')).toBeGreaterThan(1000);
    expect(above('tiny')).toBeLessThan(above('batch') / 1000);
    expect(causeOf(record, 'batch').above_minimum_cu_seconds).toHaveProperty('cpu');
    expect(causeOf(record, 'tiny').active_seconds!).toBeGreaterThan(causeOf(record, 'batch').active_seconds!);
    const named = record.decisions.filter(({ decision }) => decision === 'resize').map(({ load }) => load);
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named)).toEqual(new Set(['batch']));
  });

  test('a single load causes all CU-seconds above the minimum', async () => {
    const record = await runExample({
      ...scaled,
      load: { name: 'batch', process: at(100, 100, 100), query: { cpu: '600s' } },
    });
    const { cu_seconds, active_seconds } = primary(record);
    const { above_minimum_cu_seconds } = causeOf(record, 'batch');
    expect(above_minimum_cu_seconds!.cpu!).toBeCloseTo(cu_seconds - 0.25 * active_seconds, 6);
  });
});

test('the decision log names the load that woke the compute and the one that kept it awake last', async () => {
  const record = await runExample({
    load: [
      { name: 'web', process: at(100) },
      { name: 'poll', process: at(250) },
    ],
  });
  expect(record.decisions.map(({ decision, load }) => [decision, load])).toEqual([
    ['wake', 'web'],
    ['active', 'web'],
    ['suspend', 'poll'],
  ]);
});
