import { randomStream } from '../../kernel/random-stream.js';
import { refusal, ScenarioError } from '../../scenario/document/diagnostic.js';
import { inForm } from '../../scenario/form/interval.js';
import type { Scenario, ScenarioInterval } from '../../scenario/scenario.js';
import { compileVariant, type ScenarioSource, type SourcedVariant } from '../runs/scenario-source.js';

/** Numbers of worlds that are drawn by default, if a scenario has intervals. */
export const DEFAULT_WORLDS = { bill: 100, forecast: 20, plan: 20 } as const;

/** One possible assignment of values to everything that is only known as an interval. */
export interface World {
  /** From 1. */
  readonly world: number;
  /** In the order of the scenario's intervals; in base units. */
  readonly values: readonly number[];
  /** As overrides of the scenario. */
  readonly set: readonly string[];
}

/**
 * Draws worlds from a scenario's intervals: a Latin hypercube (McKay, Beckman & Conover 1979), so that each of n worlds
 * has another n-th of every interval, paired at random. Every interval has its random stream, named by its path:
 * adding an interval does not change the values of the others.
 *
 * @returns none if the scenario has no interval
 */
export function drawWorlds({ intervals = [], seed }: Scenario, count: number): readonly World[] {
  if (intervals.length === 0) return [];
  const columns = intervals.map((interval) => column(interval, seed, count));
  return Array.from({ length: count }, (_, world) => {
    const values = columns.map((values_of_one) => values_of_one[world]!);
    return {
      world: world + 1,
      values,
      set: intervals.map((interval, index) => `${interval.path}=${inForm(interval, values[index]!)}`),
    };
  });
}

/**
 * A source in a world, compiled.
 * @throws ScenarioError that names the invalid world and its values
 */
export async function variantIn(
  source: ScenarioSource,
  { world, set }: World,
  name = `world ${world}`,
): Promise<SourcedVariant> {
  try {
    return await compileVariant({ ...source, set: [...source.set, ...set] }, name);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const reasons = error.diagnostics.map(({ path, message }) => `${path}: ${message}`);
    throw refusal(
      source.file,
      `world ${world} (${set.join(', ')}) is not a valid scenario: ${reasons.join('; ')}; narrow the intervals`,
    );
  }
}

function column(interval: ScenarioInterval, seed: string, count: number): readonly number[] {
  const stream = randomStream(seed, 0, interval.path, 'worlds');
  const strata = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(stream.uniform() * (last + 1));
    [strata[last], strata[other]] = [strata[other]!, strata[last]!];
  }
  return strata.map((stratum) => {
    const drawn = intervalQuantile(interval, (stratum + stream.uniform()) / count);
    const value = interval.whole ? interval.factor * Math.round(drawn / interval.factor) : drawn;
    return Math.min(interval.values.high, Math.max(interval.values.low, value));
  });
}

/**
 * The quantile of an interval. Between two ends every order of magnitude is equally likely (log-uniform). With a middle
 * value, half of the worlds lie below it, and values near it are likelier: the double triangular distribution of range
 * estimating (AACE International 41R-08, 2008), on a logarithmic scale. If the lower end is not above 0, both use a
 * linear scale.
 */
export function intervalQuantile(
  { values: { low, middle, high }, has_middle }: ScenarioInterval,
  share: number,
): number {
  const logarithmic = low > 0;
  const at = logarithmic ? Math.log : (value: number) => value;
  const back = logarithmic ? Math.exp : (value: number) => value;
  const [from, mid, to] = [at(low), at(middle), at(high)];
  if (!has_middle) return back(from + share * (to - from));
  return share <= 0.5
    ? back(from + (mid - from) * Math.sqrt(2 * share))
    : back(to - (to - mid) * Math.sqrt(2 * (1 - share)));
}
