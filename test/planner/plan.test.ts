import { describe, expect, it } from 'vitest';
import { parseConstraint } from '../../src/planner/constraint.js';
import { type PlanQuestion, plan } from '../../src/planner/plan.js';
import { candidatesCsv } from '../../src/report/candidates-csv.js';
import { planJson, planLines, planMarkdown } from '../../src/report/plan-table.js';
import { quickSource } from './quick-scenario.js';

function question(over: Partial<PlanQuestion> = {}): PlanQuestion {
  return {
    objective: 'cost_usd',
    constraints: [],
    slo: false,
    vary: ['timeout=60s,5m,15m,1h,never'],
    compute: undefined,
    growth: [],
    sensitivity: false,
    confidence: 0.95,
    budget: { events: 5e5, replications: 5 },
    ...over,
  };
}
const limits = (...texts: readonly string[]) => texts.map((text) => parseConstraint(text));

describe('a plan', () => {
  it('without constraints is the cheapest candidate, against which the others fall behind', async () => {
    const { recommendation, candidates, work, today } = await plan(quickSource(), question());
    expect(recommendation).toBe('timeout=60s');
    expect(candidates.filter(({ fate }) => fate === 'kept')).toEqual([]);
    expect(work.share).toBeLessThan(1);
    // Both met the same arrivals, so the saving is known to a fraction of itself.
    expect(today!.candidate).toBe('timeout=5m');
    expect(today!.cost_usd_per_month!.mean).toBeLessThan(0);
    expect(today!.cost_usd_per_month!.half_width).toBeLessThan(-0.3 * today!.cost_usd_per_month!.mean);
  });

  it('says which constraint binds, and what the cheaper neighbour breaks', async () => {
    // Wakes of a fifth of a Poisson stream of 20 an hour: e^(-20 t) = 19 % at five minutes, 0.7 % at fifteen.
    const constraints = limits('wake_probability <= 10%');
    const result = await plan(quickSource(), question({ constraints }));
    expect(result.recommendation).toBe('timeout=15m');
    expect(result.reasons!.cheaper.map(({ name }) => name)).toEqual(['timeout=5m']);
    expect(result.reasons!.cheaper[0]!.missed[0]!.constraint).toBe('wake_probability <= 10%');
    expect(result.today!.constraints[0]!.met).toBe(false);
    expect(result.next_best!.candidate).toBe('timeout=1h');
    const text = planLines(result, 100)
      .map((line) => line.text)
      .join('\n');
    expect(text).toContain('Recommended  timeout=15m');
    expect(text).toMatch(/timeout=5m would be .* better and breaks wake_probability <= 10%/s);
  });

  it('without a candidate that will do says what fails, by how much at best, and who comes closest', async () => {
    const constraints = limits('wake_probability <= 1%', 'cost_usd <= $0.1');
    const result = await plan(quickSource(), question({ constraints }));
    expect(result.recommendation).toBeNull();
    const [wakes, cost] = result.infeasibility!.constraints;
    expect(wakes!.excess).toBeLessThanOrEqual(0);
    expect(cost!.excess).toBeGreaterThan(0);
    expect(result.infeasibility!.closest).not.toBeNull();
    expect(planJson(result).why.join('\n')).toMatch(
      /cost_usd <= \$0.1 fails everywhere: the best is .*beyond/,
    );
  });

  it('can be about another figure, of which more may be better', async () => {
    const constraints = limits('cost_usd <= $3');
    const result = await plan(
      quickSource(),
      question({ objective: 'latency_p50', constraints, vary: ['min=0.25,0.5,1', 'max=0.25,0.5,1'] }),
    );
    expect(result.recommendation).toMatch(/^min=0.5 max=(0.5|1)$/);
    const most = await plan(quickSource(), question({ objective: 'availability_time' }));
    expect(most.objective.sense).toBe('most');
    expect(most.recommendation).toBe('timeout=never');
  });

  it('changes with the load and with assumptions', async () => {
    const constraints = limits('wake_probability <= 10%');
    const { growth, sensitivity } = await plan(
      quickSource(),
      question({ constraints, growth: [4], sensitivity: true }),
    );
    // At eighty an hour five minutes are enough: e^(-80/12) is 0.1 %.
    expect(growth).toMatchObject([{ factor: 4, candidate: 'timeout=5m', stays: { feasible: true } }]);
    const swings = sensitivity.map(({ swing }) => swing);
    expect(swings).toEqual(swings.toSorted((a, b) => b - a));
    expect(swings[0]).toBeGreaterThan(0);
    const names = sensitivity.map(({ assumption }) => assumption);
    expect(names).toContain('model.wake_latency');
    // Nothing is read from storage, and nobody goes through the pooler.
    expect(names).not.toContain('model.page_miss_latency');
  });

  it('counts the objectives of the scenario as constraints unless told not to', async () => {
    const source = quickSource({ slo: { wake_probability: '10%' } });
    const [with_slo, without] = [
      await plan(source, question({ slo: true })),
      await plan(source, question({ slo: false })),
    ];
    expect(with_slo.recommendation).toBe('timeout=15m');
    expect(with_slo.constraints).toMatchObject([{ figure: 'wake_probability', from: 'scenario' }]);
    expect(without.recommendation).toBe('timeout=60s');
  });

  it('is written as tables', async () => {
    const constraints = limits('wake_probability <= 10%');
    const result = await plan(
      quickSource(),
      question({ constraints, growth: [2], vary: ['timeout', 'max=0.25,0.5,60'] }),
    );
    const [head, ...rows] = candidatesCsv(result).trimEnd().split('\r\n');
    expect(head).toMatch(/^candidate,timeout,max,today,fate,evidence,reason,feasible,constraints_missed/);
    expect(rows).toHaveLength(result.candidates.length);
    expect(rows.filter((row) => row.includes(',invalid,'))).not.toEqual([]);
    expect(planMarkdown(result)).toContain('Recommended: `timeout=15m max=0.25`');
    expect(planLines(result, 80).every(({ text }) => text.length <= 80)).toBe(true);
  });
});
