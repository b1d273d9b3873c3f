import { namesUnit, numericMoments } from '../cells/numeric-moments.js';
import * as words from '../cells/vocabulary.js';
import { Question, Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import { type Column, numbersOf } from './column.js';
import { isAscending, refuseBadTime, refuseEmpty, refuseFalling } from './time-column.js';

/** Reads numbers as Unix times, dates or offsets. */
export function numericSeconds(column: Column, plain: string, options: ReadingOptions) {
  const { name } = column;
  const values = numbersOf(column);
  refuseEmpty(column);
  if (column.first_bad !== undefined && (column.bad > 1 || !words.TOTAL_ROW.test(column.first_bad.cell)))
    refuseBadTime(column, column.first_bad);
  const unit = [...column.numbers!.units].find((one) => one !== '');
  if (unit !== undefined && /^[/.-]\d/.test(unit))
    throw new Refusal(
      `the dates of column "${name}" cannot all be read in one order; one ends with "${unit}"`,
    );
  if (unit !== undefined)
    throw new Refusal(
      `the times of column "${name}" are numbers with "${unit}"; expected timestamps, or numbers alone`,
    );
  if (column.numbers!.exponents)
    throw new Refusal(`the times of column "${name}" are rounded; export them with all digits`);
  const is_offset_name = /offset|elapsed|arriv/.test(plain);
  const is_calendar_name = /^(?:month|quarter|year|epoch|period|bucket|interval|when|time_of)/.test(plain);
  // A column without a name, or chosen by it, holds seconds unless its name has another unit.
  const has_unit =
    !is_calendar_name &&
    (namesUnit(plain) || words.TIME.test(plain) || /^\d+$/.test(plain) || options.time !== undefined);
  const all = numericMoments(values, plain).filter(
    ({ dated }) => !(dated && is_offset_name && values[0]! < 1e5),
  );
  const { time_format } = options;
  const chosen = all.filter(({ format }) => time_format === undefined || format === time_format);
  if (chosen.length === 0) {
    const expected = time_format ?? 'Unix times or offsets';
    throw new Refusal(`the numbers of column "${name}" are not times; expected ${expected}`);
  }
  const unix = chosen.filter(({ is_unix }) => is_unix);
  const dated = unix.length === 1 && !/date|day/.test(plain) ? unix : chosen.filter((one) => one.dated);
  if (dated.length === 1 && (chosen.length === 1 || words.TIME.test(plain) || unix.length === 1))
    return { seconds: values.map(dated[0]!.read), dated: true, holds: dated[0]!.name };
  if (chosen.length > 1) {
    throw new Question(
      `the numbers of column "${name}" have several meanings`,
      chosen.map((one) => ({ meaning: one.name, options: { time_format: one.format } })),
    );
  }
  const offset = chosen[0]!;
  const seconds = values.map(offset.read);
  const ends = [seconds[0]!, seconds[seconds.length - 1]!];
  const span = Math.abs(ends[1]! - ends[0]!);
  const is_far = Math.min(...ends) > 10 * Math.max(span, 1);
  if (time_format === undefined && ((!is_offset_name && is_far) || !has_unit)) {
    throw new Refusal(
      `the numbers of column "${name}" ${is_far ? 'begin far above 0' : 'have no unit'}; expected a name with a unit, such as ${name}_s`,
      has_unit ? undefined : 'if they are seconds since the beginning, add --time-format offset',
    );
  }
  const is_short_unit = namesUnit(plain) && offset.unit_seconds !== 3600;
  if (time_format === undefined && !is_short_unit && (mayBeClock(values) || mayBeClock(hundredths(values))))
    throw new Refusal(
      `the numbers of column "${name}" may be times of day without a colon; expected 09:30 instead of 930 or 9.30`,
      'if they are offsets, add --time-format offset',
    );
  if (!isAscending(seconds)) {
    if (offset.unit_seconds >= 60) refuseFalling(seconds, name);
    if (!is_offset_name && !words.TIME.test(plain))
      throw new Refusal(`the numbers of column "${name}" do not rise; they are not times`);
  }
  return { seconds, dated: false, holds: offset.name };
}

/** 9.3 as 930; the same numbers if all are whole. */
const hundredths = (values: Float64Array) =>
  values.every(Number.isInteger) ? values : values.map((value) => Number((100 * value).toFixed(6)));

/** Whether these may be 930, 1000, 1030: no offsets from 0, or at even distances only as times of day. */
function mayBeClock(values: Float64Array): boolean {
  const isEven = (all: Float64Array) =>
    all.every((value, i) => i < 2 || value - all[i - 1]! === all[1]! - all[0]!);
  const minutes = values.map((value) => value - 40 * Math.floor(value / 100));
  return (
    values.every((value) => Number.isInteger(value) && value < 2400 && value % 100 < 60) &&
    (values[0]! >= 100 || (!isEven(values) && isEven(minutes)))
  );
}
