import { describe, expect, test } from 'vitest';
import { normalQuantile } from '../../../src/kernel/functions/normal.js';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { meanInterval } from '../../../src/statistics/confidence-interval.js';
import { PrecisionRule } from '../../../src/statistics/precision-rule.js';
import { MIN_REPLICATIONS } from '../../../src/study/replicate/replications.js';
import { type QueueingCase, theoryQueues } from '../../theory/queues.js';
import { theoryScaleToZero } from '../../theory/scale-to-zero.js';

const EXPERIMENTS = 400;
const REPLICATIONS = 10;
/** The maximum number of replications of a sequential experiment. */
const MOST = 200;

/**
 * Cases of `theory.json`, and the seconds per replication: just long enough that the bias of the empty start in the
 * mean of ten is less than a third of their standard error.
 */
const CASES: readonly (readonly [beginning: string, seconds: number])[] = [
  ['A1 ', 3000],
  ['D1 ', 6000],
  ['E1 ', 200_000],
];

function theoryOf(beginning: string): QueueingCase {
  return [...theoryQueues, ...theoryScaleToZero].find(({ name }) => name.startsWith(beginning))!;
}

describe('95 % intervals over ten replications contain the true value in 92 to 98 of 100 experiments', () => {
  test.each(CASES)('%s', async (beginning, seconds) => {
    const { scenario, figures } = theoryOf(beginning);
    const text = JSON.stringify({ ...scenario, duration: `${seconds}s`, seed: `coverage ${beginning}` });
    const compiled = await parseScenario(text);
    const hits = figures.map(() => 0);
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const runs = Array.from(
        { length: REPLICATIONS },
        (_, index) => simulate(compiled, { replication: experiment * REPLICATIONS + index }).computes[0]!,
      );
      for (const [index, { of, expected }] of figures.entries()) {
        const { mean, half_width } = meanInterval(runs.map(of), 0.95);
        if (Math.abs(mean - expected) <= half_width) hits[index]! += 1;
      }
    }
    for (const [index, { name }] of figures.entries()) {
      const share = hits[index]! / EXPERIMENTS;
      expect(share, `${beginning}${name}: ${share}`).toBeGreaterThanOrEqual(0.92);
      expect(share, `${beginning}${name}: ${share}`).toBeLessThanOrEqual(0.98);
    }
  });
});

describe('intervals at which the precision rule stops contain the true value in 92 to 98 of 100 experiments', () => {
  test('at a precision of 2 %, after about twenty replications', async () => {
    const [relative, some] = [0.02, 20];
    const { scenario, figures } = theoryOf('E1 ');
    // Shorter runs start to show the bias of their empty start, which more replications do not remove.
    const text = JSON.stringify({ ...scenario, duration: '200000s', seed: 'sequential' });
    const compiled = await parseScenario(text);
    const { of, expected } = figures[0]!;
    let [hits, made] = [0, 0];
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const values = stopped(relative, (replication) =>
        of(simulate(compiled, { replication: experiment * MOST + replication }).computes[0]!),
      );
      const { mean, half_width } = meanInterval(values, 0.95);
      if (Math.abs(mean - expected) <= half_width) hits += 1;
      made += values.length;
    }
    expect(made / EXPERIMENTS / some).toBeGreaterThan(0.8);
    expect(made / EXPERIMENTS / some).toBeLessThan(1.25);
    expect(hits / EXPERIMENTS).toBeGreaterThanOrEqual(0.92);
    expect(hits / EXPERIMENTS).toBeLessThanOrEqual(0.98);
  });

  test.each([10, 15, 20, 40, 80])(
    'the stopping rule keeps its coverage for normal values that need %d replications',
    (needed) => {
      const stream = randomStream('sequential', 0, 'normal', String(needed));
      // With this number of values of this coefficient of variation, the half-width is a twentieth of the mean.
      const cv = (0.05 * Math.sqrt(needed)) / 1.96;
      let hits = 0;
      for (let experiment = 0; experiment < 1000; experiment++) {
        const values = stopped(0.05, () => 1 + cv * normalQuantile(stream.uniform()));
        const { mean, half_width } = meanInterval(values, 0.95);
        if (Math.abs(mean - 1) <= half_width) hits += 1;
      }
      expect(hits / 1000).toBeGreaterThanOrEqual(0.92);
      expect(hits / 1000).toBeLessThanOrEqual(0.98);
    },
  );
});

/** The values of one experiment after the other, until the rule stops. */
function stopped(relative: number, value: (replication: number) => number): readonly number[] {
  const rule = new PrecisionRule(1, { relative, confidence: 0.95, least: MIN_REPLICATIONS });
  const values: number[] = [];
  do values.push(value(values.length));
  while (!rule.add([values.at(-1)!]) && values.length < MOST);
  return values;
}
