import { measureOfName } from '../cells/measure.js';
import * as words from '../cells/vocabulary.js';
import { type Choice, Question, Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import type { Column } from './column.js';
import type { KeptRows } from './kept-rows.js';
import { differences, intervalOf, type Rows } from './series.js';

/** The kind of values in rows. */
interface Values {
  readonly is_level: boolean;
  readonly is_rate: boolean;
  readonly counts_up: boolean;
  readonly interval_seconds: number;
}

/** One row per time, and whether a counter's differences have been taken. */
interface MergedRows {
  readonly rows: Rows;
  readonly differenced: boolean;
}

/** Merges rows with the same time: they are parts, other metrics or copies. Labels distinguish them. */
export function grouped(
  kept: KeptRows,
  labels: readonly Column[],
  values_are: Values,
  options: ReadingOptions,
  notes: string[],
): MergedRows {
  const { times, values, lines } = kept;
  let repeated = 0;
  let copies = 0;
  for (let i = 1; i < times.length; i++) {
    if (times[i] !== times[i - 1]) continue;
    repeated += 1;
    if (values[i] === values[i - 1]) copies += 1;
  }
  const as_is = (rows: Rows) => ({ rows, differenced: false });
  if (repeated === 0) {
    const { is_level, is_rate, counts_up } = values_are;
    if (options.duplicates === undefined && (is_level || is_rate || counts_up)) askAboutTurns(kept, labels);
    return as_is({ times, values });
  }
  const what = repeated === 1 ? '1 row repeats' : `${repeated} rows repeat`;
  if (options.duplicates === 'error')
    throw new Refusal(`${what} the time of another; expected one row per interval`);
  if (options.duplicates !== undefined) {
    notes.push(`${what} the time of another (duplicates: ${options.duplicates})`);
    return as_is(combined(times, values, options.duplicates));
  }
  const label = labels.find((column) => distinguishes(column, times, lines));
  if (label !== undefined) return ofLabel(kept, label, values_are, notes);
  if (values_are.counts_up)
    throw new Refusal(`${what} the time of another; the values of a counter cannot be added`);
  const alike = copies === repeated ? ' with the same value' : '';
  throw new Question(
    `${what} the time of another${alike}, as files that overlap do, or an hour when clocks are put back${options.zone === undefined ? ' (name their zone, as in --zone Europe/Berlin)' : ''}`,
    [
      { meaning: 'copies: keep the first', options: { duplicates: 'first' } },
      values_are.is_level
        ? { meaning: 'parts: take their mean', options: { duplicates: 'mean' } }
        : { meaning: 'parts: add them', options: { duplicates: 'sum' } },
    ],
  );
}

interface LabelledRows extends Rows {
  readonly name: string;
}

function partsOf({ times, values, lines }: KeptRows, label: Column): readonly LabelledRows[] {
  const ids = label.labels!.values();
  const rows = new Map<number, number[]>();
  for (const [i, line] of lines.entries()) {
    const own = rows.get(ids[line]!);
    if (own === undefined) rows.set(ids[line]!, [i]);
    else own.push(i);
  }
  const names = [...label.words.keys()];
  return [...rows].map(([id, own]) => ({
    name: names[id] ?? '',
    times: Float64Array.from(own, (i) => times[i]!),
    values: Float64Array.from(own, (i) => values[i]!),
  }));
}

/** The label of a row whose cell is empty. */
const NO_WORD = -1;
/** Fewer rows of a label may take turns by chance. */
const MIN_TURNS = 3;
/** Times of all parts ÷ rows of the longest one, if each part has its own times. */
const MIN_TURN_RATIO = 1.5;

/** Asks about alternating series, each with its own times: a rate or level of each lasts until its next row. */
function askAboutTurns(kept: KeptRows, labels: readonly Column[]): void {
  const label = labels.find((column) => column.has_labels && words.PART.test(column.plain_name));
  if (label === undefined) return;
  const parts = partsOf(kept, label).filter(({ times }) => times.length >= MIN_TURNS);
  if (parts.length < 2 || kept.times.length <= MIN_TURN_RATIO * longestLane(parts)) return;
  throw new Question(`the rows of column "${label.name}" take turns`, [
    ...parts.slice(0, 5).map(({ name }) => onlyOf(label, name)),
    { meaning: 'one series, whose rows follow each other', options: { duplicates: 'error' } },
  ]);
}

/** Rows of the longest chain of consecutive parts, as of a machine that is restarted under another name. */
function longestLane(parts: readonly Rows[]): number {
  const lanes: { end: number; length: number }[] = [];
  for (const { times } of parts.toSorted((a, b) => a.times[0]! - b.times[0]!)) {
    const end = times[times.length - 1]!;
    const free = lanes.find((lane) => lane.end < times[0]!);
    if (free === undefined) lanes.push({ end, length: times.length });
    else [free.end, free.length] = [end, free.length + times.length];
  }
  return Math.max(...lanes.map(({ length }) => length));
}

/** @throws Refusal if parts whose values last until their next row have different steps */
function refuseSteps(parts: readonly LabelledRows[], label: Column): void {
  const steps = parts
    .filter(({ times }) => times.length >= MIN_TURNS)
    .map(({ name, times }) => ({ name, seconds: intervalOf(times, undefined).seconds }));
  const other = steps.find(({ seconds }) => seconds !== steps[0]!.seconds);
  if (other === undefined) return;
  throw new Refusal(
    `the rows of column "${label.name}" are every ${steps[0]!.seconds} s and every ${other.seconds} s, and cannot be added`,
    `export them with one step, or add --only '${label.name}=${other.name}'`,
  );
}

const onlyOf = (label: Column, name: string): Choice => ({
  meaning: `the rows of "${name}"`,
  options: { only: `${label.name}=${name}` },
});

/** Whether the words of a column name series, by its name, or as `requests` and `errors` do. */
function namesSeries({ plain_name: plain, words: cells }: Column): boolean {
  const measures = [...cells.keys()].map((word) => measureOfName(word).is);
  const are_measures = measures.includes('count') && measures.some((is) => is === 'other' || is === 'level');
  return words.SERIES.test(plain) || (are_measures && !words.PART.test(plain));
}

function ofLabel(
  kept: KeptRows,
  label: Column,
  { is_level, is_rate, counts_up, interval_seconds }: Values,
  notes: string[],
): MergedRows {
  const { times, values, lines } = kept;
  const names = [...label.words.keys()];
  const ids = label.labels!.values();
  const word = (i: number) => ids[lines[i]!]!;
  const only = (name: string) => onlyOf(label, name);
  if (namesSeries(label) && !names.some((name) => words.TOTAL_LABEL.test(name))) {
    throw new Question(`column "${label.name}" names several series`, [
      ...names.slice(0, 5).map(only),
      is_level
        ? { meaning: 'their mean', options: { duplicates: 'mean' } }
        : { meaning: 'all of them added', options: { duplicates: 'sum' } },
    ]);
  }
  // SQL's ROLLUP leaves the label of a sum empty.
  const total = [NO_WORD, ...names.keys()].find((id) => isSumOfOthers(times, values, word, id));
  if (total !== undefined) {
    notes.push(`the rows of "${names[total] ?? ''}" are the sum of the others, and are left out`);
    const others = [...times.keys()].filter((i) => word(i) !== total);
    const pick = (from: Float64Array) => Float64Array.from(others, (i) => from[i]!);
    return { rows: combined(pick(times), pick(values), 'sum'), differenced: false };
  }
  if (is_level) {
    throw new Question(`column "${label.name}" names ${names.length} machines`, [
      { meaning: 'their mean', options: { duplicates: 'mean' } },
      { meaning: 'their sum', options: { duplicates: 'sum' } },
      ...names.slice(0, 4).map(only),
    ]);
  }
  const named_total = names.find((name) => words.TOTAL_LABEL.test(name));
  if (named_total !== undefined) {
    throw new Question(
      `"${named_total}" in column "${label.name}" is named like a total, but is not the sum of the others`,
      [only(named_total), { meaning: 'all rows added', options: { duplicates: 'sum' } }],
    );
  }
  const parts = partsOf(kept, label);
  notes.push(`the rows of ${parts.length} values of "${label.name}" are added`);
  if (is_rate || counts_up) refuseSteps(parts, label);
  if (!counts_up) return { rows: combined(times, values, 'sum'), differenced: false };
  const counts = parts
    .filter((part) => part.times.length > 1)
    .map((part) => differences(part, interval_seconds));
  notes.push(...new Set(counts.flatMap((part) => part.notes)));
  const sorted = counts
    .flatMap(({ rows }) => [...rows.times].map((time, i) => [time, rows.values[i]!] as const))
    .sort((a, b) => a[0] - b[0]);
  const rows = combined(
    Float64Array.from(sorted, ([time]) => time),
    Float64Array.from(sorted, ([, value]) => value),
    'sum',
  );
  return { rows, differenced: true };
}

function distinguishes(label: Column, times: Float64Array, lines: Uint32Array): boolean {
  if (!label.has_labels || label.words.size < 2) return false;
  const ids = label.labels!.values();
  let seen = new Set<number>();
  for (let i = 0; i < times.length; i++) {
    if (i === 0 || times[i] !== times[i - 1]) seen = new Set();
    const id = ids[lines[i]!]!;
    if (seen.has(id)) return false;
    seen.add(id);
  }
  return true;
}

function isSumOfOthers(
  times: Float64Array,
  values: Float64Array,
  word: (i: number) => number,
  id: number,
): boolean {
  let moments = 0;
  for (let i = 0; i < times.length; ) {
    let [own, others, parts] = [Number.NaN, 0, 0];
    const time = times[i];
    for (; i < times.length && times[i] === time; i++) {
      if (word(i) === id) own = values[i]!;
      else {
        others += values[i]!;
        parts += 1;
      }
    }
    if (Number.isNaN(own) && parts > 0) return false;
    if (parts === 0 && own !== 0) return false;
    if (Math.abs(own - others) > 1e-6 * Math.max(1, own)) return false;
    if (parts >= 2 && own !== 0) moments += 1;
  }
  return moments >= 2;
}

function combined(times: Float64Array, values: Float64Array, rule: 'sum' | 'mean' | 'first' | 'last'): Rows {
  const kept: number[] = [];
  const made: number[] = [];
  let parts = 0;
  for (let i = 0; i < times.length; i++) {
    if (kept.length === 0 || times[i] !== kept.at(-1)) {
      if (rule === 'mean' && parts > 1) made[made.length - 1]! /= parts;
      parts = 1;
      kept.push(times[i]!);
      made.push(values[i]!);
      continue;
    }
    parts += 1;
    if (rule === 'sum' || rule === 'mean') made[made.length - 1]! += values[i]!;
    else if (rule === 'last') made[made.length - 1] = values[i]!;
  }
  if (rule === 'mean' && parts > 1) made[made.length - 1]! /= parts;
  return { times: Float64Array.from(kept), values: Float64Array.from(made) };
}
