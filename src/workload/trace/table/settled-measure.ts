import { type Measure, measureOfFile, plainName } from '../cells/measure.js';
import * as words from '../cells/vocabulary.js';
import { elapsedText } from '../reading/moment-text.js';
import { type Choice, Question, Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import type { LoadColumn } from './load-column.js';

/** Maximum cores of a machine when CPU may be given in cores. */
const MAX_CORES = 16;
const PER_SECONDS = { interval: 0, second: 1, minute: 60, hour: 3600 } as const;

const AS_COUNT: Choice = { meaning: 'queries per interval', options: { per: 'interval' } };
const AS_RATES: readonly Choice[] = (['second', 'minute', 'hour'] as const).map((per) => ({
  meaning: `queries per ${per}`,
  options: { per },
}));
/** Of `AS_RATES`. */
const RATE_SECONDS = [1, 60, 3600];
const AS_LEVEL: Choice = { meaning: 'busy per cent of a machine', options: { kind: 'level', scale: 1 } };
export const AS_ARRIVALS: Choice = { meaning: 'each row is one query', options: { kind: 'arrivals' } };

/**
 * Settles what the values are: counts of an interval, a rate, or a level in per cent.
 * @throws Question if neither name, unit nor options show it
 */
export function settledMeasure(
  { name, measure, values }: LoadColumn,
  interval_seconds: number,
  options: ReadingOptions,
  file: string,
  notes: string[],
): Measure {
  const { per, kind } = options;
  if (per !== undefined) {
    if (kind === 'level') throw new Refusal(`--per ${per} belongs to counts, and this is a level`);
    return per === 'interval'
      ? { ...measure, is: 'count', factor: 1 }
      : { ...measure, is: 'rate', per_seconds: PER_SECONDS[per] };
  }
  if (kind === 'counts') return measure.is === 'rate' ? measure : { ...measure, is: 'count' };
  if (kind === 'level' || measure.is === 'level')
    return levelMeasure({ ...measure, is: 'level' }, name, values, options);
  switch (measure.is) {
    case 'other':
      throw new Question(`"${name}" seems to measure something other than queries`, [
        AS_ARRIVALS,
        ...AS_RATES.filter((_, i) => RATE_SECONDS[i] === measure.per_seconds),
        { ...AS_COUNT, meaning: `"${name}" is a number of queries per interval after all` },
      ]);
    case 'unclear-rate':
      throw new Question(`"${name}" is a rate, but its unit of time is not clear`, [...AS_RATES, AS_COUNT]);
    case 'unknown':
      throw new Question(`the name "${name}" does not show what it measures`, [
        AS_COUNT,
        ...AS_RATES.slice(0, 2),
        ...when(isShare(values), AS_LEVEL),
        AS_ARRIVALS,
      ]);
    case 'neutral':
      return neutralMeasure(measure, name, values, notes);
    case 'rate':
      return rateMeasure(measure, name, interval_seconds);
    default:
      if (measure.per_seconds > 0) return rateMeasure(measure, name, interval_seconds);
      if (PATH.test(name) && !isWhole(values))
        throw new Question(`"${name}" is a count, and fractions are rates of it`, [
          ...AS_RATES.slice(0, 2),
          AS_COUNT,
        ]);
      return countMeasure(measure, name, interval_seconds, file);
  }
}

const when = <T>(condition: boolean, value: T): readonly T[] => (condition ? [value] : []);
/** Google Cloud aligns its counts to rates per second, without another name. */
const PATH = /^(?:[\w-]+\.)+\w+\//;
const isWhole = (values: Float64Array) =>
  values.every((value) => Number.isNaN(value) || Number.isInteger(value));
const isShare = (values: Float64Array) => values.every((value) => Number.isNaN(value) || value <= 100);

/** A number of records is read as queries; a name such as `value` is asked about. */
function neutralMeasure(measure: Measure, name: string, values: Float64Array, notes: string[]): Measure {
  const is_whole = isWhole(values);
  if (is_whole && words.RECORDS.test(plainName(name))) {
    notes.push(`guessed: "${name}" is a number of queries per interval`);
    return { ...measure, is: 'count' };
  }
  const numbers = is_whole ? 'whole numbers' : 'fractions';
  throw new Question(`"${name}" holds ${numbers}, and its name does not show what they measure`, [
    AS_COUNT,
    ...when(is_whole, AS_ARRIVALS),
    ...AS_RATES.slice(0, 2),
    ...when(isShare(values), AS_LEVEL),
  ]);
}

function rateMeasure(measure: Measure, name: string, interval_seconds: number): Measure {
  const { per_seconds } = measure;
  if (per_seconds === interval_seconds) return { ...measure, is: 'count' };
  if (measure.is === 'rate' && RATE_SECONDS.includes(per_seconds)) return measure;
  throw new Question(
    `"${name}" counts per ${elapsedText(per_seconds)}, and rows are ${elapsedText(interval_seconds)} apart`,
    [
      {
        meaning: `a rate per ${elapsedText(per_seconds)}`,
        options: { per: 'interval', scale: (measure.factor * interval_seconds) / per_seconds },
      },
      AS_COUNT,
    ],
  );
}

/** A file named like a rate with a column named like a count is read in either way. */
function countMeasure(measure: Measure, name: string, interval_seconds: number, file: string): Measure {
  const by_file = measureOfFile(file);
  if (by_file?.is !== 'rate' || by_file.per_seconds === interval_seconds) return measure;
  const rate = AS_RATES[RATE_SECONDS.indexOf(by_file.per_seconds)] ?? AS_RATES[0]!;
  throw new Question(`the file is named like a rate, and column "${name}" like a count`, [rate, AS_COUNT]);
}

function levelMeasure(
  measure: Measure,
  name: string,
  values: Float64Array,
  options: ReadingOptions,
): Measure {
  if (options.scale !== undefined) return measure;
  let largest = 0;
  for (const value of values) if (value > largest) largest = value;
  if (largest > 100) {
    const machines = Math.ceil(largest / 100);
    throw new Question(`"${name}" is up to ${largest}, and 100 % is all of a machine`, [
      {
        meaning: `per cent of one core of ${machines}`,
        options: { kind: 'level', scale: Number((1 / machines).toPrecision(6)) },
      },
      { meaning: 'per cent of the machine, measured above 100', options: { kind: 'level', scale: 1 } },
      { meaning: 'queries per interval', options: { kind: 'counts' } },
    ]);
  }
  if (largest > 1 && (largest > MAX_CORES || measure.percent)) return measure;
  throw new Question(`"${name}" is never above ${largest}`, [
    { meaning: 'per cent', options: { kind: 'level', scale: 1 } },
    {
      meaning: largest <= 1 ? 'shares of a machine: 1 is all of it' : 'cores: 1 is all of one',
      options: { kind: 'level', scale: 100 },
    },
  ]);
}
