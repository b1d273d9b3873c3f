import { joinedLengths } from '../compute/idle-lengths.js';
import type { ComputeObservations } from '../simulation/run/observation.js';
import { Histogram, mergedHistogram } from '../statistics/histogram.js';

/** How what all computes did comes of what each did, where it is not its sum. */
const OTHERWISE: {
  readonly [Key in keyof ComputeObservations]?: (
    all: readonly ComputeObservations[Key][],
  ) => ComputeObservations[Key];
} = {
  name: () => 'total',
  max_cu: largest,
  largest_goal_cu: (all) => {
    const seen = all.filter((each) => each !== undefined);
    return seen.length === 0 ? undefined : largest(seen);
  },
  memory_peak_bytes: largest,
  temp_peak_bytes: largest,
  cu_seconds_by_month: (all) => {
    const key = ({ month, since = '' }: { month: string; since?: string }) => `${month} ${since}`;
    const months = summed(
      all.map((each) => Object.fromEntries(each.map((part) => [key(part), part.cu_seconds]))),
    );
    return Object.entries(byName(months)).map(([part, cu_seconds]) => {
      const [month = '', since = ''] = part.split(' ');
      return since === '' ? { month, cu_seconds } : { month, since, cu_seconds };
    });
  },
  disruptions: (all) => ({
    by_cause: byName(summed(all.map(({ by_cause }) => by_cause))),
    kept: all.flatMap(({ kept }) => kept).sort((a, b) => a.at_seconds - b.at_seconds),
    recovery: mergedHistogram(all.map(({ recovery }) => recovery)),
  }),
  crash_loops: (all) => ({
    count: sumOf(all, ({ count }) => count),
    restarts: sumOf(all, ({ restarts }) => restarts),
    span: joinedSpan(all.map(({ span }) => span)),
  }),
  idle_lengths: (all) => joinedLengths(all.filter((each) => each !== undefined)),
  overload: (all) => {
    const longest = all.reduce((most, each) =>
      each.longest_backlog_seconds > most.longest_backlog_seconds ? each : most,
    );
    return { ...longest, seconds: all.reduce((sum, { seconds }) => sum + seconds, 0) };
  },
  trouble: joinedSpan,
};

type Span = NonNullable<ComputeObservations['trouble']>;

/** From the first beginning to the last end. */
function joinedSpan(all: readonly (Span | undefined)[]): Span | undefined {
  const spans = all.filter((span) => span !== undefined);
  if (spans.length === 0) return undefined;
  return {
    from_seconds: spans.reduce((least, span) => Math.min(least, span.from_seconds), Number.POSITIVE_INFINITY),
    until_seconds: spans.reduce((most, span) => Math.max(most, span.until_seconds), 0),
  };
}

function sumOf<Item>(all: readonly Item[], of: (one: Item) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}

/**
 * The observations of one or more computes as if they were one named `total`: counts and times are sums, histograms
 * are merged; the largest size, the longest backlog, and the peaks of memory and of temporary files, are the largest of the
 * computes' own. The sum of the connection peaks is an upper bound of the project's peak, since they need not fall together. The
 * inputs are left as they are.
 */
export function totalObservations(computes: readonly ComputeObservations[]): ComputeObservations {
  const total = {};
  for (const key of Object.keys(computes[0]!) as (keyof ComputeObservations)[]) {
    const of = (OTHERWISE[key] ?? summed) as (all: readonly unknown[]) => unknown;
    // Added up when it is read: comparisons want few of them, of thousands of runs.
    let value: unknown;
    const get = (): unknown => {
      value ??= of(computes.map((compute) => compute[key]));
      return value;
    };
    Object.defineProperty(total, key, { get, enumerable: true });
  }
  return total as ComputeObservations;
}

/** The same counts by name in alphabetical order: the order in which they happened to occur is not part of a result. */
export function byName<Counts extends object>(counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  ) as Counts;
}

/** The sum of numbers, of histograms, or field by field of records, some of which may lack a field. */
function summed<Value>(all: readonly Value[]): Value;
function summed(all: readonly unknown[]): unknown {
  const [first] = all;
  if (typeof first === 'number') return (all as readonly number[]).reduce((sum, each) => sum + each, 0);
  if (first instanceof Histogram) return mergedHistogram(all as readonly Histogram[]);
  const records = all as readonly Readonly<Record<string, unknown>>[];
  const keys = [...new Set(records.flatMap((each) => Object.keys(each)))];
  return Object.fromEntries(
    keys.map((key) => [key, summed(records.map((each) => each[key]).filter((value) => value !== undefined))]),
  );
}

function largest(all: readonly number[]): number {
  return all.reduce((most, each) => Math.max(most, each), 0);
}
