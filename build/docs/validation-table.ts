import { expect } from 'vitest';
import type { ComputeObservations } from '../../src/simulation/run/observation.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { publishedQueues, type QueueingCase, theoryQueues } from '../../test/theory/queues.js';
import { publishedScaleToZero, theoryScaleToZero } from '../../test/theory/scale-to-zero.js';
import { MIN_REPLICATIONS, replicate } from '../../test/theory/support/experiment.js';
import { generatedParts } from './documents.js';
import { markdownTable } from './markdown.js';

/** The cases of the validation table: a few of each family, by the prefix of their names. */
const VALIDATED = [
  ...['A1', 'A3', 'A5', 'B1', 'B5', 'B7', 'B9', 'C1', 'C3', 'C5', 'D1', 'D3', 'D5', 'D7'],
  ...['E1 ', 'E5', 'E7', 'E11', 'E17'],
  ...['published M/M/1 percentiles', 'published M/M/10', 'published M/G/1, lognormal'],
  ...['published default curve, 2 ', 'published default curve, 20 '],
];

/** The cases whose first figure is in the table. */
export const validatedCases: readonly QueueingCase[] = [
  ...theoryQueues,
  ...publishedQueues,
  ...theoryScaleToZero,
  ...publishedScaleToZero,
].filter(({ name }) => VALIDATED.some((beginning) => name.startsWith(beginning)));

/** Theory compared with simulation, with the 99 % confidence interval of the simulated figure. */
export async function validationTable(): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const one of validatedCases) rows.push(...(await validationRows(one, [])));
  return table(rows);
}

/** Checks the rows of a case in the table with runs of it that already exist: equal runs give equal figures. */
export async function expectValidated(
  one: QueueingCase,
  runs: readonly ComputeObservations[],
): Promise<void> {
  if (!validatedCases.includes(one)) return;
  const lines = table(await validationRows(one, runs))
    .split('\n')
    .slice(2);
  const printed = generatedParts().get('validation')!.split('\n');
  expect(printed.filter((line) => line.startsWith(`| ${one.name} |`))).toEqual(lines);
}

function table(rows: readonly (readonly string[])[]): string {
  return markdownTable(['case', 'figure', 'theory', 'simulated', '99 % interval'], rows, [
    ...(['left', 'left', 'right', 'right', 'right'] as const),
  ]);
}

async function validationRows(
  one: QueueingCase,
  made: readonly ComputeObservations[],
): Promise<readonly (readonly string[])[]> {
  const missing = Math.max(0, MIN_REPLICATIONS - made.length);
  const more = missing === 0 ? [] : await replicate(one.scenario, made.length, missing);
  const runs = [...made, ...more].slice(0, MIN_REPLICATIONS);
  return one.figures.slice(0, 1).map(({ name, of, expected }) => {
    const { mean, half_width } = meanInterval(runs.map(of), 0.99);
    return [one.name, name, figure(expected), figure(mean), `± ${percent(half_width / expected)}`];
  });
}

function figure(value: number): string {
  return String(Number(value.toPrecision(5)));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
