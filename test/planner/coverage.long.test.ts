import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { PrecisionRule } from '../../src/statistics/precision-rule.js';
import { type QueueingCase, theoryQueues } from '../theory/queues.js';
import { theoryScaleToZero } from '../theory/scale-to-zero.js';

const EXPERIMENTS = 400;
const REPLICATIONS = 10;

/** Cases of `theory.json`, and how many seconds a replication lasts: enough that its empty start hides little. */
const CASES: readonly (readonly [beginning: string, seconds: number])[] = [
  ['A1 ', 8000],
  ['A3 ', 1500],
  ['D1 ', 10_000],
  ['D5 ', 300_000],
  ['E1 ', 500_000],
  ['E5 ', 500_000],
  ['E17 ', 2_000_000],
];

function theoryOf(beginning: string): QueueingCase {
  return [...theoryQueues, ...theoryScaleToZero].find(({ name }) => name.startsWith(beginning))!;
}

describe('95 % intervals over ten replications contain the truth in 92 to 98 of 100 experiments', () => {
  test.each(CASES)('%s', async (beginning, seconds) => {
    const { scenario, figures } = theoryOf(beginning);
    const text = JSON.stringify({ ...scenario, duration: `${seconds}s`, seed: `coverage ${beginning}` });
    const compiled = await parseScenario(text);
    // What is counted over the length of the case itself would have to be scaled.
    const measured = figures.filter(({ quantile, name }) => quantile !== true && !/month/.test(name));
    const ours = measured.length > 0 ? measured : figures.map((figure) => perMonth(figure, seconds));
    const hits = ours.map(() => 0);
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const runs = Array.from(
        { length: REPLICATIONS },
        (_, index) => simulate(compiled, { replication: experiment * REPLICATIONS + index }).computes[0]!,
      );
      for (const [index, { of, expected }] of ours.entries()) {
        const { mean, half_width } = meanInterval(runs.map(of), 0.95);
        if (Math.abs(mean - expected) <= half_width) hits[index]! += 1;
      }
    }
    for (const [index, { name }] of ours.entries()) {
      const share = hits[index]! / EXPERIMENTS;
      expect(share, `${beginning}${name}: ${share}`).toBeGreaterThanOrEqual(0.92);
      expect(share, `${beginning}${name}: ${share}`).toBeLessThanOrEqual(0.98);
    }
  });
});

/** A figure that a case divides by its own twenty months, for a run of another length. */
function perMonth({ name, of, expected }: QueueingCase['figures'][number], seconds: number) {
  const [ours, months] = [seconds / (730 * 3600), 20];
  return { name, of: (one: Parameters<typeof of>[0]) => (of(one) * months) / ours, expected };
}

describe('intervals at which the precision rule stops', () => {
  test('contain the truth nearly as often: looking again and again costs a point or two', async () => {
    const { scenario, figures } = theoryOf('E5 ');
    const compiled = await parseScenario(
      JSON.stringify({ ...scenario, duration: '100000s', seed: 'sequential' }),
    );
    const { of, expected } = figures[0]!;
    let hits = 0;
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const rule = new PrecisionRule(1, { relative: 0.02, confidence: 0.95, least: REPLICATIONS });
      const values: number[] = [];
      do values.push(of(simulate(compiled, { replication: experiment * 200 + values.length }).computes[0]!));
      while (!rule.add([values.at(-1)!]) && values.length < 200);
      const { mean, half_width } = meanInterval(values, 0.95);
      if (Math.abs(mean - expected) <= half_width) hits += 1;
    }
    // Two standard errors of 400 experiments below 93 %, which the rule has on normal values.
    expect(hits / EXPERIMENTS).toBeGreaterThanOrEqual(0.9);
  });
});
