import { minOf } from '../../../kernel/sums.js';
import { DAY_SECONDS } from '../../../kernel/units.js';
import * as words from '../cells/vocabulary.js';
import { parseElapsed } from '../reading/moment-text.js';
import { Refusal } from '../reading/question.js';
import type { Column } from './column.js';
import type { Table } from './table.js';

/** Seconds of an interval, if the bounds of the rows or a name give them. */
export function givenWidth(table: Table, column: Column): number | undefined {
  return widthOfRange(column) ?? widthUntilEnd(table, column) ?? namedWidth(column);
}

/** The width of the intervals that the cells of a column name by their bounds. @throws Refusal if it changes */
export function widthOfRange({ is_range, widths, name, moments }: Column): number | undefined {
  if (!is_range) return undefined;
  const [width] = widths;
  if (widths.size === 1 && width! > 0)
    return wholeWidth(width!, leastDistance(moments[moments.length - 1]!.values.values()));
  throw new Refusal(`the intervals of column "${name}" have different widths`);
}

/** The width that a column of ends gives all intervals, unless it is about the distance of the rows. */
function widthUntilEnd({ columns }: Table, column: Column): number | undefined {
  const end = columns.find((other) => other !== column && other.is_dated && words.END.test(other.plain_name));
  if (end === undefined) return undefined;
  const [begins, ends] = [column, end].map(({ moments }) => moments[0]!.values.values()) as [
    Float64Array,
    Float64Array,
  ];
  const widths = new Set(ends.map((time, row) => time - begins[row]!));
  const step = leastDistance(begins);
  const width = wholeWidth([...widths][0] ?? 0, step);
  return widths.size === 1 && width > 0 && Math.abs(width / step - 1) > 0.1 ? width : undefined;
}

function leastDistance(times: Float64Array): number {
  return minOf(times.subarray(1).map((time, i) => Math.abs(time - times[i]!) || Number.POSITIVE_INFINITY));
}

/** Seconds of an interval that names its last second, minute or day, if `step` is the time from one to the next. */
function wholeWidth(width: number, step: number): number {
  if (width === 0 || step % width === 0) return width;
  return width + ([1, 60, DAY_SECONDS].find((unit) => step % (width + unit) === 0) ?? 0);
}

/** The width in a name such as `@timestamp per 30 minutes` or `bin(5m)`. */
function namedWidth({ name }: Column): number | undefined {
  const [, count = '1', unit] =
    /(?: per |^bin\()(\d+)? ?(second|minute|hour|day|week|[smhdw])s?\)?$/.exec(name) ?? [];
  return unit === undefined ? undefined : parseElapsed(`${count}${unit[0]}`);
}
