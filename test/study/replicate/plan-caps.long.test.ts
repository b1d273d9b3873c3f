import { describe, expect, it } from 'vitest';
import { plan } from '../../../src/study/plan/plan.js';
import { writtenConstraint } from '../../../src/study/replicate/constraint.js';
import { planCaps } from '../../../src/study/replicate/plan-caps.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { planQuestion } from '../plan-question.js';
import { quickSource as withSlo } from '../quick-scenario.js';

const quickSource: typeof withSlo = (over, set) => withSlo({ slo: {}, ...over }, set);

const QUESTION = planQuestion(['timeout=60s,5m,15m,1h,never'], [], {
  objective: 'wake_probability',
  budget: { queries: 1e6, replications: 20 },
});

describe('a plan under a cap', () => {
  it('recommends staying awake if there is no cap', async () => {
    expect((await plan(quickSource(), QUESTION)).recommendation).toBe('timeout=never');
  });

  // Always on a day of 0.25 CU is 6 CU-hours, 186 in a month of 744.
  it.each([
    [{ compute_time_seconds: '150h' }, 150 / 31],
    [{ active_time_seconds: '400h' }, 100 / 31],
  ])('never recommends settings that exhaust %j', async (quota, cu_hours_a_day) => {
    const source = quickSource({ quota });
    const result = await plan(source, QUESTION);
    expect(result.recommendation).not.toBe('timeout=never');
    const [, timeout] = result.recommendation!.split('=');
    // 40 other days with these settings: at most a few use more than their share of the month.
    const set = [`computes.primary.suspend_timeout_seconds=${timeout}`];
    const variant = await compileVariant(quickSource({}, set));
    let within = 0;
    let sum = 0;
    for (let replication = 1000; replication < 1040; replication++) {
      const { observations } = await runVariant(variant, { replication });
      const used = observations.computes[0]!.cu_seconds / 3600;
      sum += used;
      if (used <= cu_hours_a_day) within += 1;
    }
    expect(sum / 40).toBeLessThanOrEqual(cu_hours_a_day);
    expect(within).toBeGreaterThan(20);
  });

  it('is written as it is read from results, whatever its unit', async () => {
    const quota = { compute_time_seconds: '150h', active_time_seconds: '20h', data_transfer_bytes: '1GB' };
    const source = quickSource({ quota });
    const { constraints } = planCaps((await compileVariant(source)).scenario, source);
    expect(constraints.map(({ figure }) => figure)).toEqual([
      'active_seconds',
      'cu_hours',
      'queries_completed',
    ]);
    for (const { text, figure, bound } of constraints) {
      expect(writtenConstraint(text)).toMatchObject({ figure, bound: expect.closeTo(bound, 0) });
    }
  });
});
