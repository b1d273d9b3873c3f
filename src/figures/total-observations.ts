import { IdleLengthsTotal } from '../compute/idle-lengths.js';
import type { ComputeObservations } from '../simulation/run/observation.js';
import { Histogram } from '../statistics/histogram.js';

/** A sum over computes, added one by one in order. */
interface Sum<Value> {
  add(value: Value): void;
  /** The sum of all added values. */
  value(): Value;
}

/** Totals that are not sums. */
const NOT_SUMMED: {
  readonly [Key in keyof ComputeObservations]?: () => Sum<ComputeObservations[Key]>;
} = {
  name: () => ({ add: () => undefined, value: () => 'total' }),
  max_cu: () => foldSum(0, Math.max),
  largest_goal_cu: () =>
    foldSum<number | undefined>(undefined, (most, each) =>
      each === undefined ? most : Math.max(most ?? 0, each),
    ),
  memory_peak_bytes: () => foldSum(0, Math.max),
  temp_peak_bytes: () => foldSum(0, Math.max),
  cu_seconds_by_month: monthsSum,
  disruptions: disruptionsSum,
  crash_loops: () =>
    foldSum<ComputeObservations['crash_loops']>({ count: 0, restarts: 0, span: undefined }, (all, each) => ({
      count: all.count + each.count,
      restarts: all.restarts + each.restarts,
      span: mergeSpans(all.span, each.span),
    })),
  idle_lengths: () => {
    const all = new IdleLengthsTotal();
    return {
      add(each) {
        if (each !== undefined) all.add(each);
      },
      value: () => all.lengths(),
    };
  },
  overload: () => {
    let longest: ComputeObservations['overload'] | undefined;
    let seconds = 0;
    return {
      add(each) {
        if (longest === undefined || each.longest_backlog_seconds > longest.longest_backlog_seconds) {
          longest = each;
        }
        seconds += each.seconds;
      },
      value: () => ({ ...longest!, seconds }),
    };
  },
  trouble: () =>
    foldSum<ComputeObservations['trouble']>(undefined, (all, each) => {
      const span = mergeSpans(all, each);
      return span && { ...span, seconds: (all?.seconds ?? 0) + (each?.seconds ?? 0) };
    }),
};

type Span = NonNullable<ComputeObservations['crash_loops']['span']>;

/** The span from the first beginning to the last end. */
function mergeSpans(all: Span | undefined, each: Span | undefined): Span | undefined {
  if (each === undefined) return all;
  const { from_seconds, until_seconds } = all ?? each;
  return {
    from_seconds: Math.min(from_seconds, each.from_seconds),
    until_seconds: Math.max(until_seconds, each.until_seconds),
  };
}

function foldSum<Value>(first: Value, next: (all: Value, each: Value) => Value): Sum<Value> {
  let all = first;
  return {
    add(each) {
      all = next(all, each);
    },
    value: () => all,
  };
}

type Months = ComputeObservations['cu_seconds_by_month'];

function monthsSum(): Sum<Months> {
  const seconds = new Map<string, number>();
  return {
    add(months) {
      // If a compute lists a month twice, the last value counts.
      const own = new Map(months.map((part) => [`${part.month} ${part.since ?? ''}`, part.cu_seconds]));
      for (const [key, cu_seconds] of own) seconds.set(key, (seconds.get(key) ?? 0) + cu_seconds);
    },
    value: () =>
      Object.entries(sortByName(Object.fromEntries(seconds))).map(([part, cu_seconds]) => {
        const [month = '', since = ''] = part.split(' ');
        return since === '' ? { month, cu_seconds } : { month, since, cu_seconds };
      }),
  };
}

type Disruptions = ComputeObservations['disruptions'];

function disruptionsSum(): Sum<Disruptions> {
  const by_cause = anySum<Disruptions['by_cause']>({});
  const recovery = new Histogram();
  const kept: Disruptions['kept'][number][] = [];
  return {
    add(each) {
      by_cause.add(each.by_cause);
      recovery.merge(each.recovery);
      for (const one of each.kept) kept.push(one);
    },
    value: () => ({
      by_cause: sortByName(by_cause.value()),
      kept: kept.sort((a, b) => a.at_seconds - b.at_seconds),
      recovery,
    }),
  };
}

/** The sum of numbers, of histograms, or of records field by field, which may lack some fields. */
function anySum<Value>(first: Value): Sum<Value>;
function anySum(first: unknown): Sum<unknown> {
  if (typeof first === 'number') return foldSum(0, (sum, each) => sum + each) as Sum<unknown>;
  if (first instanceof Histogram) {
    const all = new Histogram();
    return { add: (each) => all.merge(each as Histogram), value: () => all };
  }
  const fields = new Map<string, Sum<unknown>>();
  return {
    add(record) {
      for (const [key, value] of Object.entries(record as object)) {
        if (value === undefined) continue;
        const field = fields.get(key) ?? anySum(value as unknown);
        fields.set(key, field);
        field.add(value);
      }
    },
    value: () => Object.fromEntries([...fields].map(([key, field]) => [key, field.value()])),
  };
}

type Key = keyof ComputeObservations;

function sumFor(key: Key, first: ComputeObservations): Sum<unknown> {
  return (NOT_SUMMED[key]?.() ?? anySum(first[key])) as Sum<unknown>;
}

/**
 * Totals the observations of computes as those of one compute named `total`. Counts and times are summed, histograms
 * merged. The largest size, the longest backlog, and the peaks of memory and of temporary files are the largest of any
 * compute. The sum of the connection peaks is an upper bound of the project's peak, since they need not coincide.
 *
 * Computes are added one at a time, in order, and are neither retained nor changed.
 */
export class ObservationsTotal {
  #sums: ReadonlyMap<Key, Sum<unknown>> | undefined;

  add(compute: ComputeObservations): void {
    this.#sums ??= new Map(keysOf(compute).map((key) => [key, sumFor(key, compute)]));
    for (const [key, sum] of this.#sums) sum.add(compute[key]);
  }

  /** The total; at least one compute must have been added. */
  observations(): ComputeObservations {
    const values = [...this.#sums!].map(([key, sum]) => [key, sum.value()]);
    return Object.fromEntries(values) as ComputeObservations;
  }
}

/**
 * The total of computes that are all available. Each part is summed on first use: comparisons need few parts of
 * thousands of runs.
 */
export function totalObservations(computes: readonly ComputeObservations[]): ComputeObservations {
  const total = {};
  for (const key of keysOf(computes[0]!)) {
    let value: unknown;
    const get = (): unknown => {
      if (value !== undefined) return value;
      const sum = sumFor(key, computes[0]!);
      for (const compute of computes) sum.add(compute[key]);
      value = sum.value();
      return value;
    };
    Object.defineProperty(total, key, { get, enumerable: true });
  }
  return total as ComputeObservations;
}

/** The counts in alphabetical order of their names, since the order of occurrence is not part of a result. */
export function sortByName<Counts extends object>(counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  ) as Counts;
}

function keysOf(compute: ComputeObservations): readonly Key[] {
  return Object.keys(compute) as Key[];
}
