import { type FigureInterval, figureInterval } from '../../figures/figure-interval.js';
import { sampleMoments } from '../../statistics/sample-moments.js';

/** The same figures as `Figures`, each as an interval; names stay, and so does `null` for missing measurements. */
export type Intervals<Figures> = Figures extends number | null
  ? FigureInterval | null
  : Figures extends string
    ? Figures
    : { readonly [Key in keyof Figures]: Intervals<Figures[Key]> };

/**
 * The mean of several records of figures, figure by figure. A figure that some could not measure is the mean of the
 * others', and `null` where none could; counts by name that a record lacks are 0 there.
 * @param records of the same shape, one or more
 */
export function meansOf<Figures>(records: readonly Figures[]): Figures {
  return merged(records, (values) => sampleMoments(values).mean) as Figures;
}

/** As {@link meansOf}, each figure with the half-width of its interval: see {@link figureInterval}. */
export function intervalsOf<Figures>(records: readonly Figures[], confidence: number): Intervals<Figures> {
  return merged(records, (values, name, counted): FigureInterval => {
    const arrived = counted.reduce((sum, { queries }) => sum + (queries?.arrived ?? 0), 0);
    const { mean, half_width } = figureInterval(name, values, arrived, confidence);
    return { mean, half_width, confidence };
  }) as Intervals<Figures>;
}

/** A record of figures as far as its queries go. */
interface Counted {
  readonly queries?: { readonly arrived?: number };
}

/** @param of the values of a figure by its name, and their records */
function merged(
  values: readonly unknown[],
  of: (numbers: readonly number[], name: string, counted: readonly Counted[]) => unknown,
  name = '',
  counted: readonly Counted[] = [],
): unknown {
  const sample = values.find((value) => value !== null && value !== undefined) ?? null;
  if (typeof sample === 'number') {
    const numbers = values.filter((value) => typeof value === 'number');
    // A count that does not occur in a record occurred 0 times; one that could not be measured is null.
    const absent = values.filter((value) => value === undefined).map(() => 0);
    return of([...numbers, ...absent], name, counted);
  }
  if (sample === null || typeof sample !== 'object') return sample;
  const parts = values.filter((value) => value !== null && value !== undefined) as Record<string, unknown>[];
  const part = (key: string) => {
    const own = parts.map((each) => each[key]);
    return merged(own, of, key, parts);
  };
  if (Array.isArray(sample)) return sample.map((_, index) => part(String(index)));
  return Object.fromEntries(keysOf(parts).map((key) => [key, part(key)]));
}

/** The keys of the first record in its order; where others have more, which only counts by name can, all by name. */
function keysOf(parts: readonly Record<string, unknown>[]): readonly string[] {
  const first = Object.keys(parts[0]!);
  const all = new Set(parts.flatMap((part) => Object.keys(part)));
  return all.size === first.length ? first : [...all].sort();
}
