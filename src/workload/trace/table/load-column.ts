import { type Measure, measureOfFile, measureOfName, measureOfUnit } from '../cells/measure.js';
import * as words from '../cells/vocabulary.js';
import { Question, Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import { type Column, numbersOf } from './column.js';
import { columnOption, isSumOfOthers } from './fleet.js';
import { AS_ARRIVALS } from './settled-measure.js';
import type { Table } from './table.js';
import { addedColumns, isRowNumber } from './time-column.js';
import type { TimeOfRows } from './time-of.js';

const YEAR_SECONDS = 366 * 86_400;

/** A column, or the sum of several. */
export interface LoadColumn {
  readonly name: string;
  readonly measure: Measure;
  /** By row; NaN for a missing value. */
  readonly values: Float64Array;
}

/** Finds the column of the load, its notation and its measure; `undefined` if each row is one query. */
export function loadColumn(
  table: Table,
  time: TimeOfRows,
  options: ReadingOptions,
  notes: string[],
): LoadColumn | undefined {
  if (options.kind === 'arrivals') return undefined;
  const columns =
    options.value === undefined ? usualValue(table, time, options) : addedColumns(table, options.value);
  const [first, ...others] = columns.map((column) => readColumn(column, table, options));
  if (first === undefined) {
    if (options.kind !== undefined) throw new Refusal('no column but the time holds numbers');
    const lines = table.columns.find(
      ({ plain_name, labels }) => labels !== undefined && words.LOG_LINE.test(plain_name),
    );
    if (lines !== undefined)
      throw new Refusal(
        `column "${lines.name}" holds lines of a log that is not known`,
        'add --kind arrivals if each row is one query or request',
      );
    askAboutEnds(table);
    notes.push('no column but the time holds numbers: each row is one query');
    return undefined;
  }
  return others.length === 0 ? first : sumOfLoads([first, ...others], options, notes);
}

/** @throws Question if some rows begin what others end */
function askAboutEnds({ columns }: Table): void {
  for (const { name, words: cells } of columns) {
    const begin = [...cells.keys()].find((word) => words.BEGINS.test(word));
    if (begin === undefined || ![...cells.keys()].some((word) => words.ENDS.test(word))) continue;
    const only = { kind: 'arrivals', only: `${name}=${begin}` } as const;
    throw new Question(`some rows of column "${name}" begin what others end`, [
      { meaning: `each row of "${begin}" is one query`, options: only },
      AS_ARRIVALS,
    ]);
  }
}

function readColumn(column: Column, table: Table, options: ReadingOptions): LoadColumn {
  const { name, first_bad, numbers } = column;
  if (column.filled === 0) throw new Refusal(`no row has a value in column "${name}"`);
  if (first_bad !== undefined) refuseBadNumber(column);
  if (numbers === undefined) throw new Refusal(`column "${name}" holds no numbers`);
  if (numbers.units.size > 1) {
    const units = [...numbers.units].map((unit) => (unit === '' ? 'none' : `"${unit}"`)).join(', ');
    throw new Refusal(`column "${name}" has values with different units: ${units}`);
  }
  const measure = measureOf(column, table, options);
  return { name, measure, values: inNotation(column, measure.is === 'count', table, options) };
}

/** @throws Refusal if the columns have different measures */
function sumOfLoads(
  loads: readonly LoadColumn[],
  { kind, per }: ReadingOptions,
  notes: string[],
): LoadColumn {
  const [{ name, measure, values }] = loads as [LoadColumn];
  const other = loads.find((one) => !isSameMeasure(one.measure, measure));
  if (other !== undefined && per === undefined)
    throw new Refusal(`columns "${name}" and "${other.name}" have different measures and cannot be added`);
  if (measure.is === 'level' || kind === 'level')
    throw new Refusal('busy per cent of machines cannot be added');
  const names = loads.map((load) => load.name);
  notes.push(`the columns ${names.join(', ')} are added; an empty cell next to a number is 0`);
  const sumAt = (row: number) =>
    loads.reduce(
      (sum, load) => (Number.isNaN(load.values[row]) ? sum : (sum || 0) + load.values[row]!),
      Number.NaN,
    );
  return { name: names.join('+'), measure, values: values.map((_, row) => sumAt(row)) };
}

const isSameMeasure = (a: Measure, b: Measure) =>
  a.is === b.is && a.per_seconds === b.per_seconds && a.factor === b.factor;

function refuseBadNumber({ name, first_bad }: Column): never {
  throw new Refusal(`"${first_bad!.cell}" in column "${name}" is not a number`, undefined, first_bad!.line);
}

function inNotation(column: Column, is_count: boolean, table: Table, options: ReadingOptions): Float64Array {
  const all = column.numbers!.notations(table.separator, is_count);
  const wanted = all.filter(([decimal]) => options.decimal === undefined || options.decimal === decimal);
  const [one, other] = wanted;
  if (one === undefined)
    throw new Refusal(`the numbers of column "${column.name}" have no decimal sign "${options.decimal}"`);
  if (other === undefined) return one[1];
  throw new Question(
    `the numbers of column "${column.name}" have a dot or comma before three digits`,
    wanted.map(([decimal]) => ({
      meaning: `${decimal === '.' ? 'the dot' : 'the comma'} is the decimal sign`,
      options: { decimal },
    })),
  );
}

function measureOf(column: Column, table: Table, { only }: ReadingOptions): Measure {
  const by_name = measureOfName(column.name);
  if (/^tps$/i.test(column.name) && table.columns.some(({ plain_name }) => words.DISK.test(plain_name)))
    return { ...by_name, is: 'other' };
  const unit = [...column.numbers!.units].find((one) => one !== '') ?? unitOf(table);
  const by_unit = measureOfUnit(unit);
  // One of several figures in per cent may be any share; alone, it is that of a machine.
  if (by_unit?.is === 'level' && by_name.is === 'unknown' && hasOtherNumbers(table, column)) return by_name;
  if (by_unit !== undefined && !(by_unit.is === 'count' && by_name.is === 'rate'))
    return by_unit.is === 'level' && by_name.is === 'other' ? by_name : by_unit;
  if (by_name.is !== 'neutral') return by_name;
  if (table.columns.some(({ plain_name, labels }) => labels !== undefined && words.STATE.test(plain_name)))
    return { ...by_name, is: 'other' };
  const label = only === undefined ? labelOf(table) : only.slice(only.indexOf('=') + 1);
  const by_label = label === undefined ? undefined : measureOfName(label);
  return by_label ?? measureOfFile(table.file) ?? by_name;
}

/** The word of a column named `unit`, as it would be in the cells. */
function unitOf({ columns }: Table): string {
  const named = columns.find(({ plain_name, words: all }) => all.size === 1 && words.UNIT.test(plain_name));
  const [unit = ''] = named?.words.keys() ?? [];
  return unit.replace(/^(?:counts?|none|number)$/i, '').replace(/^(?:percent|pct)$/i, '%');
}

/** Whether a column holds numbers alone; `3 rows` is the text of a message. */
function isPlain({ is_numeric, bad, numbers }: Column): boolean {
  return is_numeric && bad === 0 && numbers!.units.size === 1 && numbers!.units.has('');
}

/** Whether another column holds numbers that are not in per cent. */
function hasOtherNumbers({ columns }: Table, column: Column): boolean {
  const isNoShare = ({ numbers }: Column) => numbers !== undefined && !numbers.units.has('%');
  return columns.some(
    (one) => one !== column && one.is_numeric && !one.is_dated && isNoShare(one) && one.index > 0,
  );
}

/** The words of columns without a name, or named `metric` or `_field`, if they are the same in all rows. */
function labelOf({ columns }: Table): string | undefined {
  const named = columns.filter(
    ({ name, plain_name, labels, words: all }) =>
      labels !== undefined && all.size === 1 && (words.METRIC.test(plain_name) || /^\d+$/.test(name)),
  );
  return named.length === 0 ? undefined : named.map((column) => [...column.words.keys()][0]).join(' ');
}

/** The only column that may be the load; none if each row is one query. @throws Question if several may be */
function usualValue(table: Table, time: TimeOfRows, options: ReadingOptions): readonly Column[] {
  const { cpu } = table;
  const others = [...table.columns, ...(cpu === undefined ? [] : [cpu.busy])].filter(
    (column) =>
      !cpu?.parts.has(column) &&
      !time.columns.has(column) &&
      !column.is_dated &&
      !words.ID.test(column.plain_name) &&
      (isPlain(column) || !words.LOG_LINE.test(column.plain_name)),
  );
  const numeric = others.filter(
    (column) =>
      column.is_numeric && !(isRowNumber(column) && column.name === '') && !isMomentOfRow(column, time),
  );
  const named = (...kinds: readonly Measure['is'][]) =>
    numeric.filter((column) => kinds.includes(measureOf(column, table, options).is));
  const groups =
    options.kind === 'level'
      ? [named('level'), named('neutral'), named('unknown'), numeric]
      : [
          named('count', 'rate'),
          named('level'),
          named('unclear-rate'),
          named('neutral'),
          named('unknown'),
          named('other'),
        ];
  const usual = groups.find((group) => group.length > 0);
  if (usual === undefined) {
    refuseOdd(others);
    return [];
  }
  const [only] = usual;
  // The successes are all of the load only if no column has the other answers.
  const outcome = words.OUTCOMES.find((names) => names.test(only!.plain_name));
  const candidates =
    usual.length === 1 && outcome !== undefined
      ? numeric.filter(({ plain_name }) => outcome.test(plain_name))
      : usual.filter((column) => !isExtremeOfAnother(column, usual));
  if (candidates.length === 1) return candidates;
  if (usual === groups.at(-1) && options.kind === undefined) throw noneCounts(candidates, table);
  const measures = candidates.map((column) => measureOf(column, table, options));
  const can_add =
    measures[0]!.is !== 'level' &&
    measures.every((one) => isSameMeasure(one, measures[0]!)) &&
    !candidates.some((one) => isSumOfOthers(one, candidates)) &&
    // `total_auth_requests` next to `total_rest_requests` includes no other column.
    new Set(candidates.map(({ plain_name }) => words.TOTAL_WORD.test(plain_name))).size === 1;
  const names = candidates.map((column) => columnOption(table, column));
  throw new Question(
    `${candidates.length} columns may be the load`,
    [
      ...candidates.slice(0, 6).map((column, i) => ({
        meaning: `column "${column.name}"`,
        options: { value: names[i]! },
      })),
      ...(can_add || outcome !== undefined
        ? [
            {
              meaning: 'all of them added',
              options: { value: names.join('+'), ...(!can_add && { per: 'interval' as const }) },
            },
          ]
        : []),
    ],
    true,
  );
}

/** Whether a column has the maximum or minimum of what another one has the mean of. */
function isExtremeOfAnother({ plain_name: plain }: Column, all: readonly Column[]): boolean {
  const base = (one: string) => one.replaceAll(words.STATISTIC, '').replaceAll(/_+/g, '_');
  return (
    words.EXTREME.test(plain) &&
    all.some(({ plain_name: other }) => !words.EXTREME.test(other) && base(other) === base(plain))
  );
}

/** Columns such as status, size and duration belong to a row per request. */
function noneCounts(candidates: readonly Column[], table: Table): Question {
  const columns = candidates.slice(0, 6).map((column) => {
    const is_rate = words.UNCLEAR_RATE.test(column.plain_name);
    return {
      meaning: `column "${column.name}" is a number of queries per ${is_rate ? 'second' : 'interval'} after all`,
      options: {
        value: columnOption(table, column),
        per: is_rate ? ('second' as const) : ('interval' as const),
      },
    };
  });
  return new Question('no column counts queries', [AS_ARRIVALS, ...columns], true);
}

/** `$120`, `~5`, `<1`, `(3)`: a number whatever the name of its column. */
const AMOUNT = /^[-\p{Sc}~≈<>≤≥(+ ]+\d[\d.,\s]*[kMB)]?$/u;

/** A column of counts with a cell that is not a number, or without any cell, is not a table of single queries. */
function refuseOdd(others: readonly Column[]): void {
  const mixed = others.find(({ numbers, first_bad }) => numbers !== undefined && first_bad !== undefined);
  if (mixed !== undefined) refuseBadNumber(mixed);
  const empty = others.find((column) => column.filled === 0 && column.name !== '');
  const odd = others.find(({ labels, name, words: cells }) => {
    const number = ['count', 'rate', 'level'].includes(measureOfName(name).is) ? /^[^\p{L}]{0,3}\d/u : AMOUNT;
    return labels !== undefined && [...cells.keys()].some((cell) => number.test(cell));
  });
  if (odd !== undefined)
    throw new Refusal(`column "${odd.name}" holds "${[...odd.words.keys()][0]}", which is not a number`);
  if (empty !== undefined) throw new Refusal(`no row has a value in column "${empty.name}"`);
}

/** Whether the numbers are times near those of their rows, such as the end of a request. */
function isMomentOfRow(column: Column, time: TimeOfRows): boolean {
  if (column.numbers?.english === undefined || !time.dated) return false;
  const values = numbersOf(column);
  const isNear = (value: number, row: number, per_second: number) =>
    Number.isNaN(value) ||
    (value / per_second > YEAR_SECONDS && Math.abs(value / per_second - time.seconds[row]!) < YEAR_SECONDS);
  return (
    values.some((value) => !Number.isNaN(value)) &&
    [1, 1e3, 1e6, 1e9].some((per_second) => values.every((value, row) => isNear(value, row, per_second)))
  );
}
