import { expect } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { ComputeObservations, Observer } from '../../../src/simulation/run/observation.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { meanInterval } from '../../../src/statistics/confidence-interval.js';
import { replicationsNeeded } from '../../../src/statistics/replications-needed.js';
import { sampleMoments } from '../../../src/statistics/sample-moments.js';
import { studentTQuantile } from '../../../src/statistics/student-t.js';
import { LONG } from '../../long-suite.js';

/** A scenario file, as the plain object its JSON stands for. */
export type ScenarioDocument = Readonly<Record<string, unknown>>;

/** How far the middle of a histogram's bucket may lie from a quantile, as a share of it. */
const HISTOGRAM_RESOLUTION = 0.0039;

/** A scenario with one compute that never suspends and is running from the start, unless `over` says otherwise. */
export function document(over: {
  readonly cu: number;
  readonly duration: string;
  readonly load: ScenarioDocument;
  readonly compute?: ScenarioDocument;
  readonly model?: ScenarioDocument;
  readonly start?: string;
}): ScenarioDocument {
  return {
    name: 'theory',
    // A seed of its own for each case: cases that shared random numbers would be off in the same direction.
    seed: JSON.stringify(over),
    start: over.start ?? '2026-01-05T00:00:00Z',
    duration: over.duration,
    plan: 'scale',
    timeline_interval: '1d',
    computes: [
      {
        name: 'primary',
        autoscaling_limit_min_cu: over.cu,
        autoscaling_limit_max_cu: over.cu,
        ...(over.compute ?? { suspend_timeout_seconds: -1 }),
      },
    ],
    load: [{ name: 'web', compute: 'primary', ...over.load }],
    // Closed forms know no memory: any number of queries fits. Nor do they know how connections come to be.
    model: { wake_latency: '0s', connection_memory: 0, fork_latency: '0s', ...over.model },
  };
}

/** Runs a scenario file's text and returns what its one compute showed. */
export async function run(
  scenario: ScenarioDocument,
  replication = 0,
  observer?: Observer,
): Promise<ComputeObservations> {
  const compiled = await parseScenario(JSON.stringify(scenario));
  const options = observer === undefined ? { replication } : { replication, observer };
  return simulate(compiled, options).computes[0]!;
}

/** Before the spread of a figure is known. */
const MIN_REPLICATIONS = 12;

/** A figure of a run, what theory says it is, and whether it was read off a histogram. */
export interface Figure {
  readonly name: string;
  readonly of: (observations: ComputeObservations) => number;
  readonly expected: number;
  readonly quantile?: boolean;
  /** Half-width asked for in the long suite, as a share; 1 % unless given. */
  readonly precision?: number;
}

/**
 * Runs replications and checks each figure against theory: the expected value lies in the figure's own 99 %
 * confidence interval, and the interval is narrow enough that a bias of 2 % (1 % in the long suite) would
 * fall outside it. As many replications are made as that needs, foreseen from the first ones.
 *
 * One interval in a hundred misses by chance. A figure that misses is measured again, once, with at least four
 * times as many fresh replications, and must then be inside its new, narrower interval: a real bias that the first
 * look noticed cannot pass the second.
 *
 * @returns the replications of the first look, from the first one on
 */
export async function expectFigures(
  scenario: ScenarioDocument,
  replications: number,
  figures: readonly Figure[],
): Promise<readonly ComputeObservations[]> {
  const first = await precisely(scenario, 0, Math.min(replications, MIN_REPLICATIONS), figures);
  const missed = figures.filter((figure) => !holds(figure, first));
  if (missed.length === 0) return first;
  const second = await precisely(scenario, first.length, 4 * first.length, missed);
  for (const figure of missed) {
    expect(holds(figure, second), describeFigure(figure, first, second)).toBe(true);
  }
  return first;
}

/**
 * As many replications as the precision of every figure needs, foreseen from those there are: never more than twice
 * as many, since a spread seen in a dozen of them may ask for double what is needed in the end.
 */
async function precisely(
  scenario: ScenarioDocument,
  from: number,
  least: number,
  figures: readonly Figure[],
): Promise<readonly ComputeObservations[]> {
  const runs = [...(await replicate(scenario, from, least))];
  for (;;) {
    const wide = figures.filter((figure) => !isNarrow(figure, runs));
    if (wide.length === 0) return runs;
    const foreseen = Math.max(runs.length + 5, ...wide.map((figure) => needed(figure, runs)));
    const count = Math.min(foreseen, 2 * runs.length);
    runs.push(...(await replicate(scenario, from + runs.length, count - runs.length)));
  }
}

/** Replications of a scenario file's text, and what its one compute showed in each. */
export async function replicate(
  scenario: ScenarioDocument,
  from: number,
  count: number,
): Promise<readonly ComputeObservations[]> {
  const compiled = await parseScenario(JSON.stringify(scenario));
  return Array.from({ length: count }, (_, index) => {
    return simulate(compiled, { replication: from + index }).computes[0]!;
  });
}

/** Replications until a figure's interval is narrow enough, with a little to spare: more can follow. */
function needed(figure: Figure, pilot: readonly ComputeObservations[]): number {
  const { mean, variance } = sampleMoments(pilot.map(figure.of));
  const precision = 0.97 * precisionOf(figure);
  let count = replicationsNeeded({ mean, sd: Math.sqrt(variance) }, precision, 0.99);
  // By Student's t it takes a little more.
  const half_width = (n: number) => studentTQuantile(0.995, n - 1) * Math.sqrt(variance / n);
  while (half_width(count) > precision * Math.abs(mean)) count += 1;
  return count;
}

/** Half-width asked for, as a share of the figure. */
function precisionOf(figure: Figure): number {
  return LONG ? (figure.precision ?? 0.01) : 0.02;
}

/** Whether a bias as large as the precision would fall outside the figure's interval. */
function isNarrow(figure: Figure, runs: readonly ComputeObservations[]): boolean {
  return (
    meanInterval(runs.map(figure.of), 0.99).half_width <= precisionOf(figure) * Math.abs(figure.expected)
  );
}

function holds(figure: Figure, runs: readonly ComputeObservations[]): boolean {
  const { mean, half_width } = meanInterval(runs.map(figure.of), 0.99);
  const slack = figure.quantile === true ? HISTOGRAM_RESOLUTION * figure.expected : 0;
  const off = Math.abs(mean - figure.expected);
  const precision = precisionOf(figure);
  expect(half_width, `${figure.name}: too few queries for the interval to mean anything`).toBeLessThanOrEqual(
    precision * Math.abs(figure.expected),
  );
  return off <= half_width + slack && (!LONG || off <= precision * Math.abs(figure.expected));
}

function describeFigure(
  figure: Figure,
  first: readonly ComputeObservations[],
  second: readonly ComputeObservations[],
): string {
  const one = meanInterval(first.map(figure.of), 0.99);
  const two = meanInterval(second.map(figure.of), 0.99);
  return `${figure.name}: theory ${figure.expected}, simulated ${one.mean} ± ${one.half_width}, then ${two.mean} ± ${two.half_width}`;
}

/** Mean sojourn time of completed queries. */
export const meanSojourn = (one: ComputeObservations): number => one.latency.mean;
/** vCPU-seconds used over vCPU-seconds offered. */
export const utilisation = (one: ComputeObservations): number => one.cpu_seconds / one.vcpu_seconds;
export const inSystem = (one: ComputeObservations): number => one.mean_in_system;
export const failedShare = (one: ComputeObservations): number => one.failed / one.arrived;
export const foundIdle = (one: ComputeObservations): number => one.found_idle / one.arrived;
export const delayed = (one: ComputeObservations): number => one.delayed / one.arrived;
export const meanWait = (one: ComputeObservations): number => one.delay.sum / one.arrived;
/** Time in every state: the whole run. */
export const runSeconds = (one: ComputeObservations): number =>
  one.active_seconds + one.suspended_seconds + one.starting_seconds + one.restarting_seconds;
export const suspendedShare = (one: ComputeObservations): number => one.suspended_seconds / runSeconds(one);
export const activeShare = (one: ComputeObservations): number => one.active_seconds / runSeconds(one);
export const startingShare = (one: ComputeObservations): number => one.starting_seconds / runSeconds(one);
export const throughput = (one: ComputeObservations): number => one.completed / runSeconds(one);
export const wakesPerHour = (one: ComputeObservations): number => (3600 * one.wakes) / runSeconds(one);
