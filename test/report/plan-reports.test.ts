import { beforeAll, describe, expect, it } from 'vitest';
import type { FigureName } from '../../src/figures/run-figures.js';
import { planReport } from '../../src/report/answers/plan/plan.js';
import { planWords } from '../../src/report/answers/plan/plan-words.js';
import { candidatesOfPlan } from '../../src/report/figures/candidates-of.js';
import { planVerdict } from '../../src/report/verdict/plan-verdict.js';
import { plan } from '../../src/study/plan/plan.js';
import type { PlanResult } from '../../src/study/plan/plan-result.js';
import { compileVariant } from '../../src/study/runs/scenario-source.js';
import { planQuestion } from '../study/plan-question.js';
import { quickSource as withSlo } from '../study/quick-scenario.js';

const quickSource: typeof withSlo = (over, set) => withSlo({ slo: {}, ...over }, set);

let planned: PlanResult;

beforeAll(async () => {
  const vary = ['timeout=60s,5m,15m,1h,never', 'max=0.25,60'];
  planned = await plan(quickSource(), planQuestion(vary, ['wake_probability <= 10%']));
});

describe('the candidates of a plan', () => {
  it('are all listed, with their exceptional figures, their misses, and the reason if they were not run', () => {
    const { list } = candidatesOfPlan(planned);
    expect(list).toHaveLength(planned.candidates.length);
    const remarked = (remark: string) => list.find((each) => each.remark.split(', ').includes(remark));
    expect(remarked('recommended')!.name).toBe(planned.recommendation);
    expect(remarked('today')!.missed).toEqual(['wake_probability <= 10%']);
    const refused = list.filter(({ settings }) => settings['max'] === '60');
    expect(refused.map(({ invalid }) => invalid)).not.toContain(null);
  });
});

it('a constraint is attributed to an objective of the scenario or to a cap', async () => {
  const quota = { compute_time_seconds: '400h' };
  const capped = await plan(withSlo({ quota, duration: '6h' }), planQuestion(['timeout=60s,5m'], []));
  const notes = planReport(capped).parts.flatMap((part) => (part.kind === 'notes' ? part.notes : []));
  expect(notes.find(({ about }) => about === 'Within')?.text).toBe(
    'latency_p99 <= 5000ms (slo), cu_hours <= 3.22581 (quota.compute_time_seconds for a month of 744 h)',
  );
});

describe('the reasons of a plan', () => {
  const asked = (constraint: string, objective: FigureName = 'cost_usd', vary = ['timeout=60s,5m,1h']) =>
    plan(quickSource({ duration: '6h' }), planQuestion(vary, [constraint], { objective }));

  it('describe a bound without slack by the value reached, not by a share of zero', async () => {
    const words = planWords(await asked('wake_probability <= 0')).join('\n');
    expect(words).toMatch(/at most 0 % fails everywhere: the best is [\d.]+ % ± [\d.]+ %, by timeout=1h$/);
    expect(words).not.toContain('beyond');
  });

  it('have the cost difference of the run if no month is projected, whatever the objective', async () => {
    const words = planWords(await asked('latency_p99 <= 1h', 'wake_probability')).join('\n');
    expect(words).toMatch(/compared with today's settings \(timeout=5m\): \+\$[\d.]+ ± \$[\d.]+ for 6 h$/);
  });

  it('name today’s settings if they come closest, although they are outside the search', async () => {
    const { text } = planVerdict(await asked('wake_probability <= 0', 'cost_usd', ['timeout=60s']));
    expect(text).toContain("Closest is today's settings, which misses ");
  });

  it('do not recommend further runs that the plan cannot make, even close to a bound', async () => {
    // 100 CU-hours a month: a quarter of a CU is active for 1 - exp(-300 s · 9.3/h) of 744 h.
    const source = quickSource({
      start: '2026-01-01',
      duration: '31d',
      plan: 'free',
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
      load: [{ name: 'web', compute: 'primary', rate: '9.3/h', query: { cpu: '1ms' } }],
    });
    const question = { constraints: [], vary: ['timeout=5m'], compute: undefined, growth: [] };
    const budget = { queries: 1.5e8, replications: undefined };
    const levels = { sensitivity: false, confidence: 0.95, safety: 0.95 };
    const found = await plan(source, { objective: 'cost_usd', ...question, ...levels, budget });
    expect(found.infeasibility!.outcome).toBe('undecided');
    expect(planWords(found)[0]).toMatch(/; as close to a bound as 1 % no more runs are made$/);
    expect(planVerdict(found, await compileVariant(source)).command).toBeUndefined();
  });
});
