import { type Measure, measureOfName, plainName } from '../cells/measure.js';
import * as words from '../cells/vocabulary.js';
import { Question, Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import type { Column } from './column.js';
import type { KeptRows } from './kept-rows.js';
import type { LoadColumn } from './load-column.js';
import { risingShape } from './series.js';

const MIN_COUNTER_ROWS = 8;
/** A column that is named like a counter may be one even if it restarts this often. */
const ROWS_PER_SURE_RESET = 4;
/** A start this many usual steps above 0 is a reason to ask whether the values are a running total, and proof of it. */
export const STEPS_ABOVE_0 = { ask: 100, sure: 10_000 } as const;

/** Whether the values count up, so that their differences are the load. */
export function isCounter(
  kept: KeptRows,
  labels: readonly Column[],
  { name }: LoadColumn,
  { is_level, measure }: { readonly is_level: boolean; readonly measure: Measure },
  options: ReadingOptions,
): boolean {
  if (is_level) {
    if (options.counter === true) throw new Refusal('--counter true belongs to counts, and this is a level');
    return false;
  }
  if (options.counter !== undefined) return options.counter;
  if (measure.is === 'rate') return false;
  const is_sure = measure.counter || measureOfName(name).counter;
  const names_counter = is_sure || words.MAY_COUNT_UP.test(plainName(name));
  const values = oneSeries(kept, labels);
  const shape = risingShape(values, is_sure ? ROWS_PER_SURE_RESET : undefined);
  if (shape === undefined) return refuseSummedCounter(name);
  const steps_above_0 = values[0]! / shape.usual;
  // A counter rises many times between two restarts; a load that is on by day falls as often as it rises.
  const has_restarts = names_counter || 2 * shape.falls <= shape.rises;
  const is_long =
    values.length >= MIN_COUNTER_ROWS &&
    shape.rises >= 3 &&
    has_restarts &&
    10 * shape.falls <= values.length;
  if (is_long && (is_sure || steps_above_0 >= STEPS_ABOVE_0.sure)) return true;
  const may_be =
    is_long ||
    (shape.falls === 0 && shape.rises >= 2 && (names_counter || steps_above_0 >= STEPS_ABOVE_0.ask)) ||
    (is_sure && shape.rises >= 2 * shape.falls);
  if (!may_be) return refuseSummedCounter(name);
  const fall = shape.falls === 0 ? 'never fall' : `fall only in ${shape.falls} of ${values.length} rows`;
  throw new Question(`the values of "${name}" ${fall}`, [
    { meaning: 'a running total, whose differences are the load', options: { counter: true } },
    { meaning: 'a load that grows', options: { counter: false } },
  ]);
}

/** @returns false: the values are the load. @throws Refusal for a sum of counters, whose values fall only at restarts */
function refuseSummedCounter(name: string): false {
  if (!words.SUMMED_COUNTER.test(name)) return false;
  throw new Refusal(
    `"${name}" adds counters, and its values fall too often for restarts`,
    'export sum(rate(…[1m])), or add --counter false if it is the load of each interval',
  );
}

/** Of several series below each other, the first one shows how they behave. */
function oneSeries(kept: KeptRows, labels: readonly Column[]): Float64Array {
  const label = labels.find((one) => one.has_labels && one.words.size > 1);
  const is_repeated = kept.times.some((time, i) => i > 0 && time === kept.times[i - 1]);
  if (!is_repeated || label === undefined) return kept.values;
  const ids = label.labels!.values();
  const first = ids[kept.lines[0]!];
  return kept.values.filter((_, i) => ids[kept.lines[i]!] === first);
}
