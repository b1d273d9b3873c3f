import { describe, expect, it } from 'vitest';
import { betterVariant } from '../../../src/report/verdict/comparison-verdict.js';
import { sweepRemarks } from '../../../src/report/verdict/sweep-verdict.js';
import { compare } from '../../../src/study/compare/comparison.js';
import { namedVariants } from '../../../src/study/compare/named-variants.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { changeCounter } from '../../../src/study/compare/tie-break.js';
import { plan } from '../../../src/study/plan/plan.js';
import { sweptAxes } from '../../../src/study/plan/plan-space.js';
import { compileVariant, type ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { planQuestion } from '../plan-question.js';
import { quickSource } from '../quick-scenario.js';

const primary = (over: object) => ({
  name: 'primary',
  autoscaling_limit_min_cu: 0.25,
  autoscaling_limit_max_cu: 1,
  suspend_timeout_seconds: 300,
  ...over,
});
const NO_SLO = { slo: {} };

/** The cheapest settings according to each command that searches for them. */
async function cheapest(source: ScenarioSource, vary: readonly string[]) {
  const { scenario } = await compileVariant(source);
  const swept = await sweep(source, { axes: sweptAxes(scenario, vary), replications: 2, confidence: 0.95 });
  const { candidates, recommendation } = await plan(source, planQuestion(vary));
  return {
    sweep: [...sweepRemarks(swept)].find(([, remark]) => remark === 'cheapest' || remark === 'best')?.[0]
      .settings,
    plan: candidates.find(({ name }) => name === recommendation)?.settings,
  };
}

describe("among equally good settings, those closest to today's win", () => {
  it.each([
    [
      "today's maximum wins if no load reaches it, even if the listed timeouts differ from today's",
      { computes: [primary({ autoscaling_limit_max_cu: 2 })] },
      ['max=0.5,1,2', 'timeout=1m,2m'],
      { max: '2', timeout: '1m' },
    ],
    [
      'direct connections win if no client needs the pooler',
      {
        computes: [primary({})],
        load: [
          {
            name: 'web',
            compute: 'primary',
            rate: '20/h',
            query: { cpu: '200ms' },
            connection: { kind: 'per_query' },
          },
        ],
      },
      ['max=0.5,1', 'pooling=pooler,direct', 'timeout=1m,5m'],
      { max: '1', pooling: 'direct', timeout: '1m' },
    ],
  ])('%s', async (_, over, vary, settings) => {
    const found = await cheapest(quickSource({ ...NO_SLO, ...over }), vary);
    expect(found).toEqual({ sweep: settings, plan: settings });
  });
});

it('the variant with fewer changes wins among equally good ones, wherever it is listed', async () => {
  const source = quickSource({ ...NO_SLO, computes: [primary({})] });
  const both = { name: 'both', changes: ['timeout=1m', 'max=2'] };
  const one = { name: 'one', changes: ['timeout=1m'] };
  const { variants } = await namedVariants(source, [both, one], '--variant');
  const plan = { replications: 5, confidence: 0.95, figures: ['cost_usd'] } as const;
  expect(betterVariant(await compare(variants, plan))?.name).toBe('one');
});

it('settings count as changed by their effect, however they are written', async () => {
  const of = async (...set: string[]) => (await compileVariant(quickSource(NO_SLO, set))).scenario;
  const changes = changeCounter(await of());
  expect(changes(await of('computes.primary.suspend_timeout_seconds=0'))).toBe(0);
  expect(changes(await of('computes.primary.suspend_timeout_seconds=5m', 'plan=scale'))).toBe(0);
  expect(changes(await of('load.web.rate=21/h', 'computes.primary.suspend_timeout_seconds=1m'))).toBe(2);
});
