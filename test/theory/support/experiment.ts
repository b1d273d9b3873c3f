import { expect } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { ComputeObservations, Observer } from '../../../src/simulation/run/observation.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { solveLinear } from '../../../src/statistics/simulated-moments/linear-system.js';
import { studentTQuantile } from '../../../src/statistics/student-t.js';
import { LONG } from '../../long-suite.js';

/** A scenario file as the plain object that its JSON represents. */
export type ScenarioDocument = Readonly<Record<string, unknown>>;

/** The largest distance of the middle of a histogram's bucket from a quantile, as a share of it. */
const HISTOGRAM_RESOLUTION = 0.0039;

/** A scenario with one compute that is active from the start and never suspends, unless `over` overrides it. */
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
    // A separate seed for each case: cases with common random numbers would deviate in the same direction.
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
    // Closed forms have no memory limits: any number of queries fits. Nor do they include connection setup.
    model: { wake_latency: '0s', connection_memory: 0, fork_latency: '0s', ...over.model },
  };
}

/** Runs the text of a scenario file and returns the observations of its only compute. */
export async function run(
  scenario: ScenarioDocument,
  replication = 0,
  observer?: Observer,
): Promise<ComputeObservations> {
  const compiled = await parseScenario(JSON.stringify(scenario));
  const options = observer === undefined ? { replication } : { replication, observer };
  return simulate(compiled, options).computes[0]!;
}

/** Used before the spread of a figure is known. */
export const MIN_REPLICATIONS = 12;

/** A figure of a run, its theoretical value, and whether it was read from a histogram. */
export interface Figure {
  readonly name: string;
  readonly of: (observations: ComputeObservations) => number;
  readonly expected: number;
  readonly quantile?: boolean;
  /** Required half-width in the long suite, as a share; 1 % by default. */
  readonly precision?: number | undefined;
}

/**
 * Runs replications and checks each figure against theory: the expected value lies in the figure's 99 %
 * confidence interval, and the interval is narrow enough that a bias of 2 % (1 % in the long suite) would
 * fall outside it. The number of replications needed for that is estimated from the first ones.
 *
 * One interval in a hundred misses by chance. A figure that misses is measured again, once, with at least four
 * times as many new replications, and must then be inside its new, narrower interval: a real bias that the first
 * measurement noticed cannot pass the second.
 *
 * @param controls inputs of the runs with a known mean: their deviation in a replication explains part of a figure's
 *   deviation, and narrows an interval that is too wide. They are checked like the
 *   figures.
 * @returns the replications of the first measurement, from the first one on
 */
export async function expectFigures(
  scenario: ScenarioDocument,
  replications: number,
  figures: readonly Figure[],
  controls: readonly Figure[] = [],
): Promise<readonly ComputeObservations[]> {
  const estimates = [
    ...figures.map((figure) => new Estimate(figure, controls)),
    ...controls.map((control) => new Estimate(control, [])),
  ];
  const first = await precisely(scenario, 0, Math.min(replications, MIN_REPLICATIONS), estimates);
  const missed = estimates.filter((estimate) => !estimate.holds(first));
  if (missed.length === 0) return first;
  const second = await precisely(scenario, first.length, 4 * first.length, missed);
  for (const estimate of missed) {
    expect(estimate.holds(second), estimate.describe(first, second)).toBe(true);
  }
  return first;
}

/**
 * The number of replications needed for the precision of every figure, estimated from the existing ones: at most twice
 * as many, since the spread of a dozen of them may suggest double the final number.
 */
async function precisely(
  scenario: ScenarioDocument,
  from: number,
  least: number,
  estimates: readonly Estimate[],
): Promise<readonly ComputeObservations[]> {
  const runs = [...(await replicate(scenario, from, least))];
  for (;;) {
    const wide = estimates.filter((estimate) => !estimate.isNarrow(runs));
    if (wide.length === 0) return runs;
    const foreseen = Math.max(runs.length + 5, ...wide.map((estimate) => estimate.needed(runs)));
    const count = Math.min(foreseen, 2 * runs.length);
    runs.push(...(await replicate(scenario, from + runs.length, count - runs.length)));
  }
}

/** Replications of the text of a scenario file, and the observations of its only compute in each. */
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

/** A figure, estimated from replications with the control variates of its case, and compared with theory. */
class Estimate {
  readonly #figure: Figure;
  readonly #controls: readonly Figure[];

  constructor(figure: Figure, controls: readonly Figure[]) {
    this.#figure = figure;
    this.#controls = controls;
  }

  /** The required half-width. */
  get #precision(): number {
    const { expected, precision = 0.01 } = this.#figure;
    return (LONG ? precision : 0.02) * Math.abs(expected);
  }

  /** Whether a bias as large as the precision would fall outside the figure's interval. */
  isNarrow(runs: readonly ComputeObservations[]): boolean {
    return this.#interval(runs).half_width <= this.#precision;
  }

  /** The number of replications until the interval is narrow enough, with a small reserve: more can follow. */
  needed(pilot: readonly ComputeObservations[]): number {
    const { half_width } = this.#interval(pilot);
    const unknown = 1 + this.#controls.length;
    const spread = half_width / studentTQuantile(0.995, pilot.length - unknown);
    const after = (n: number) => studentTQuantile(0.995, n - unknown) * spread * Math.sqrt(pilot.length / n);
    let count = pilot.length;
    while (after(count) > 0.97 * this.#precision) count += 1;
    return count;
  }

  holds(runs: readonly ComputeObservations[]): boolean {
    const { name, expected, quantile } = this.#figure;
    const { mean, half_width } = this.#interval(runs);
    const slack = quantile === true ? HISTOGRAM_RESOLUTION * expected : 0;
    const off = Math.abs(mean - expected);
    expect(half_width, `${name}: too few queries for the interval to mean anything`).toBeLessThanOrEqual(
      this.#precision,
    );
    return off <= half_width + slack && (!LONG || off <= this.#precision);
  }

  describe(first: readonly ComputeObservations[], second: readonly ComputeObservations[]): string {
    const [one, two] = [this.#interval(first), this.#interval(second)];
    return `${this.#figure.name}: theory ${this.#figure.expected}, simulated ${one.mean} ± ${one.half_width}, then ${two.mean} ± ${two.half_width}`;
  }

  #interval(runs: readonly ComputeObservations[]): { readonly mean: number; readonly half_width: number } {
    const values = runs.map(this.#figure.of);
    const plain = controlledInterval(values, []);
    if (plain.half_width <= this.#precision) return plain;
    const excess = this.#controls.map(({ of, expected }) => runs.map((one) => of(one) - expected));
    return controlledInterval(values, excess);
  }
}

/**
 * The mean of a figure with its 99 % interval, by regression on control variates: its value if each of them had
 * equaled its known mean (S. S. Lavenberg & P. D. Welch, A Perspective on the Use of Control Variables, Management
 * Science 27, 1981).
 *
 * @param excess of each control in each run, over its mean
 */
function controlledInterval(
  values: readonly number[],
  excess: readonly (readonly number[])[],
): { readonly mean: number; readonly half_width: number } {
  const n = values.length;
  const average = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / n;
  const centredOf = (of: readonly number[]) => {
    const middle = average(of);
    return of.map((one) => one - middle);
  };
  const means = excess.map(average);
  const [own, centred] = [centredOf(values), excess.map(centredOf)];
  const product = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, value, run) => sum + value * other[run]!, 0);
  const squares = centred.map((one) => centred.map((other) => product(one, other)));
  const shared = centred.map((one) => product(one, own));
  const slopes = solveLinear(squares, shared)!;
  const left = product(own, own) - product(slopes, shared);
  const freedom = n - 1 - excess.length;
  const variance = (left / freedom) * (1 / n + product(means, solveLinear(squares, means)!));
  return {
    mean: average(values) - product(slopes, means),
    half_width: studentTQuantile(0.995, freedom) * Math.sqrt(Math.max(0, variance)),
  };
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
