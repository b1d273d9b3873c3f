import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type RunFigures } from '../../../src/figures/run-figures.js';
import type { Contender } from '../../../src/study/plan/contender.js';
import { judgeAll } from '../../../src/study/plan/race-judgement.js';
import { raceRules } from '../../../src/study/plan/race-rules.js';
import type { Screening } from '../../../src/study/plan/screening.js';
import { WholeSample } from '../../../src/study/plan/whole-sample.js';
import { sampled } from './sampled-contenders.js';

const rules = raceRules(
  { figure: 'cost_usd', sense: 'least' },
  [],
  { confidence: 0.95, safety: 0.95 },
  3,
  undefined,
);

/** Costs expected from runs at hybrid fidelity. */
function screening(costs: Readonly<Record<string, number>>): Screening {
  return {
    expected: () => undefined,
    least: () => Number.NEGATIVE_INFINITY,
    seen: () => undefined,
    tooSlow: () => undefined,
    estimate({ name }: Contender) {
      const figures = Object.fromEntries(
        FIGURE_NAMES.map((figure) => [figure, figure === 'cost_usd' ? costs[name]! : null]),
      );
      const sample = new WholeSample();
      sample.add({ figures: figures as unknown as RunFigures, events: 0, arrived: 1 });
      return sample;
    },
  };
}

/** Fates of candidates with these estimates, next to two that have had exact runs. */
function judged(
  leader: readonly number[],
  other: readonly number[],
  costs: Readonly<Record<string, number>>,
) {
  const unseen = Object.keys(costs).map((name, index) => sampled(name, {}, { index: index + 2 }));
  const run = [sampled('a', { cost_usd: leader }), sampled('b', { cost_usd: other }, { index: 1 })];
  judgeAll([...run, ...unseen], { isExpensive: true, screening: screening(costs) }, rules, true);
  return unseen.map(({ dropped }) => dropped && `${dropped.fate}, ${dropped.evidence}`);
}

describe('a candidate with a run at hybrid fidelity only', () => {
  it('is ruled out if it is no better than the leader and differences hardly vary', () => {
    expect(judged([10, 11, 12], [10.2, 11.2, 12.21], { c: 10.05, d: 9.9 })).toEqual([
      'worse, hybrid',
      undefined,
    ]);
  });

  it('stays if replications show that differences vary', () => {
    expect(judged([10, 11, 12], [10.5, 12.5, 12.1], { c: 10.05, d: 19 })).toEqual([
      undefined,
      'worse, hybrid',
    ]);
  });

  it('stays if no other candidate was replicated', () => {
    expect(judged([10], [10.1], { c: 10.05 })).toEqual([undefined]);
  });
});
