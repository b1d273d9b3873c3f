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
];

function theoryOf(beginning: string): QueueingCase {
  return [...theoryQueues, ...theoryScaleToZero].find(({ name }) => name.startsWith(beginning))!;
}

/** The observations of a replication of a case. */
async function runsOf({ scenario }: QueueingCase, seconds: number, seed: string) {
  const compiled = await parseScenario(JSON.stringify({ ...scenario, duration: `${seconds}s`, seed }));
  return (replication: number) => simulate(compiled, { replication }).computes[0]!;
}

function isCovered(values: readonly number[], expected: number): boolean {
  const { mean, half_width } = meanInterval(values, 0.95);
  return Math.abs(mean - expected) <= half_width;
}

function expectCoverage(hits: number, experiments: number, name: string): void {
  expect(hits / experiments, name).toBeGreaterThanOrEqual(0.92);
  expect(hits / experiments, name).toBeLessThanOrEqual(0.98);
}

describe('95 % intervals over ten replications contain the true value in 92 to 98 of 100 experiments', () => {
  test.each(CASES)('%s', async (beginning, seconds) => {
    const one = theoryOf(beginning);
    const run = await runsOf(one, seconds, `coverage ${beginning}`);
    const hits = one.figures.map(() => 0);
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const first = experiment * REPLICATIONS;
      const runs = Array.from({ length: REPLICATIONS }, (_, index) => run(first + index));
      for (const [index, { of, expected }] of one.figures.entries())
        hits[index]! += Number(isCovered(runs.map(of), expected));
    }
    for (const [index, { name }] of one.figures.entries()) expectCoverage(hits[index]!, EXPERIMENTS, name);
  });
});

describe('intervals at which the precision rule stops contain the true value in 92 to 98 of 100 experiments', () => {
  test('at a precision of 2 %, after about twenty replications, as do those over the first ten', async () => {
    const [relative, some] = [0.02, 20];
    const one = theoryOf('E1 ');
    // Shorter runs start to show the bias of their empty start, which more replications do not remove.
    const run = await runsOf(one, 200_000, 'sequential');
    const ten = one.figures.map(() => 0);
    let [hits, made] = [0, 0];
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const runs: (readonly number[])[] = [];
      const values = stopped(relative, (replication) => {
        const observed = run(experiment * MOST + replication);
        runs.push(one.figures.map(({ of }) => of(observed)));
        return runs.at(-1)![0]!;
      });
      hits += Number(isCovered(values, one.figures[0]!.expected));
      made += values.length;
      for (const [index, { expected }] of one.figures.entries()) {
        const first = runs.slice(0, REPLICATIONS).map((figures) => figures[index]!);
        ten[index]! += Number(isCovered(first, expected));
      }
    }
    expect(made / EXPERIMENTS / some).toBeGreaterThan(0.8);
    expect(made / EXPERIMENTS / some).toBeLessThan(1.25);
    expectCoverage(hits, EXPERIMENTS, 'at the stop');
    for (const [index, { name }] of one.figures.entries()) expectCoverage(ten[index]!, EXPERIMENTS, name);
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
        hits += Number(isCovered(values, 1));
      }
      expectCoverage(hits, 1000, 'normal values');
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
