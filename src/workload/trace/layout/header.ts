import { measureOfName } from '../cells/measure.js';
import { isDate } from '../cells/moments.js';
import { plainNumber } from '../cells/number-column.js';
import { commonest } from '../cells/number-list.js';
import { TOTAL_ROW } from '../cells/vocabulary.js';
import { Refusal } from '../reading/question.js';
import { recordJoiner, splitFields } from './csv-rows.js';

const SEPARATORS = ['\t', ';', '|', ','] as const;
const COMMENT = /^\s*(?:#|\/\/)/;
/** `----+----`, `|---|--:|` and `(3 rows)` in any language, as psql, MySQL and Markdown have them around a table. */
const RULE = /^\s*[-+|: ]*-{3,}[-+|:\s]*$/;
const FOOTER = /^(?:\(\d+ \p{L}+\)|\d+ rows? in set.*)$/u;

/** Whether a line frames a printed table. */
export function isFrame(line: string): boolean {
  const first = line.charCodeAt(0);
  // A dash, a plus sign, a vertical bar or a blank; a digit or a bracket.
  if (first === 45 || first === 43 || first === 124 || first === 32) return RULE.test(line);
  return (first === 40 || line.endsWith(')')) && FOOTER.test(line);
}

/** Where the table of a file begins, and what its columns are called. */
export interface TableShape {
  readonly separator: string;
  /** Lines before the first row of data. */
  readonly skipped: number;
  readonly names: readonly string[];
  readonly header: string | undefined;
  /** Cells of the header, or names in it if rows are longer; `undefined` without one. */
  readonly header_cells: number | undefined;
  readonly lines_above: number;
  /** Lines above the header. */
  readonly text_above: string;
}

/** Finds the separator and the header: the last line above the first row with a time, or with numbers. */
export function findShape(lines: readonly string[]): TableShape {
  const named = /^sep=(.)$/i.exec(lines[0] ?? '')?.[1];
  const join = recordJoiner();
  const records: { line: string; at: number }[] = [];
  let begin = 0;
  let comment: { line: string; at: number } | undefined;
  lines.forEach((line, at) => {
    if (line.trim() === '' || (at === 0 && named !== undefined) || (!join.open && isFrame(line))) return;
    if (!join.open && COMMENT.test(line) && !/^#[,;\t|]/.test(line)) {
      if (records.length === 0) comment = { line: line.replace(COMMENT, '').trim(), at };
      return;
    }
    if (!join.open) begin = at;
    const record = join.push(line);
    if (record !== undefined) records.push({ line: record, at: begin });
  });
  const sample = records.slice(0, 200);
  if (sample.length === 0) throw new Refusal('the file is empty');
  const separator = named ?? separatorOf(sample.map(({ line }) => line));
  const rows = sample.map(({ line }) => splitFields(line, separator));
  const width = commonest(rows.slice(Math.floor(rows.length / 3)).map((row) => row.length));
  let first = firstData(rows, width);
  // Only words make a header: rows of numbers above the first time are data, too.
  while (first > 0 && rows[first - 1]!.length === width && rows[first - 1]!.every(isDatum)) first -= 1;
  let names_at = first - 1;
  // A row of numbers below a row of words is not a header: its time is not understood, or it is a row of totals.
  const isWords = (row: readonly string[]) => row.length >= width && !row.some(isDatum);
  const words_at = rows.slice(0, Math.max(0, names_at)).findLastIndex(isWords);
  if (
    words_at >= 0 &&
    rows[names_at]!.length === width &&
    !isUnits(rows[names_at]!) &&
    rows[names_at]!.some((cell) => /^[+-]?\d/.test(cell))
  ) {
    names_at = words_at;
    if (!TOTAL_ROW.test(rows[first - 1]![0]!)) first = names_at + 1;
  }
  const above =
    names_at >= 0 ? sample[names_at] : isHeader(comment?.line, separator, width) ? comment : undefined;
  const names_above = above === undefined ? [] : splitFields(above.line, separator);
  const header = names_above.length >= Math.min(2, width) ? above : undefined;
  const upper = isUnits(names_above) ? (rows[names_at - 1] ?? []) : [];
  const cells = header === undefined ? [] : names_above.map((cell, i) => withUnit(upper[i], cell));
  const names = Array.from({ length: Math.max(width, cells.length) }, (_, i) =>
    header === undefined
      ? String(i + 1)
      : cells[i] || (i === 0 ? '' : nameAbove(rows.slice(0, names_at + 1), i)),
  );
  while (names.length > width && names.at(-1) === '') names.pop();
  return {
    separator,
    text_above: lines.slice(0, header?.at ?? 0).join('\n'),
    skipped: sample[first]?.at ?? lines.length,
    names,
    header: header?.line,
    // Names end before a separator at the end of a short header.
    header_cells:
      header === undefined
        ? undefined
        : cells.length < width
          ? cells.findLastIndex((name) => name !== '') + 1
          : cells.length,
    lines_above:
      header !== undefined && header === comment
        ? header.at
        : Math.max(0, names_at) + records[0]!.at - (named === undefined ? 0 : 1),
  };
}

/** Whether a row has units of the names above it. */
const isUnits = (row: readonly string[]) =>
  row.some((cell) => cell !== '') && row.every((cell) => cell === '' || UNIT.test(cell));
const UNIT = /^(?:[([].*[)\]]|1?\/\w+|\w+\/(?:s|sec|min|h)|%|[mµun]?s|[kMG]?i?B|count|UTC)$/;

function withUnit(name: string | undefined, unit: string): string {
  if (name === undefined) return unit;
  return unit === '' ? name : `${name} (${unit.replaceAll(/^[([]|[)\]]$|^1(?=\/)/g, '')})`;
}

/** Consoles of clouds write the name of a metric above a header without it. */
function nameAbove(rows: readonly (readonly string[])[], column: number): string {
  const cells = rows.flatMap((row) => (row.length > column && row[column] !== '' ? [row[column]!] : []));
  return cells.find((cell) => !['unknown', 'neutral'].includes(measureOfName(cell).is)) ?? cells[0] ?? '';
}

/** Whether a comment above the first row names the columns. */
function isHeader(comment: string | undefined, separator: string, width: number): boolean {
  if (comment === undefined || width < 2) return false;
  const cells = splitFields(comment, separator);
  return cells.length === width && !cells.some(isDatum);
}

function separatorOf(lines: readonly string[]): string {
  const tail = lines.slice(Math.floor(lines.length / 3));
  let best = ',';
  let best_share = 0;
  for (const separator of SEPARATORS) {
    const counts = tail.map((line) => splitFields(line, separator).length);
    const width = commonest(counts);
    const share = width < 2 ? 0 : counts.filter((count) => count === width).length / counts.length;
    if (share > best_share + 0.05) [best, best_share] = [separator, share];
  }
  return best;
}

/** A title or a note of a spreadsheet: words in the first of several cells. */
export function isRemark([first = '', ...others]: readonly string[]): boolean {
  return others.length > 0 && /^[^\d]/.test(first) && !isDatum(first) && others.every((cell) => cell === '');
}

const isUnix = (cell: string) => /^\d{9,19}(?:\.\d+)?$/.test(cell);
const isNumber = (cell: string) => !Number.isNaN(plainNumber(cell));

export const isDatum = (cell: string) => isNumber(cell) || isDate(cell);

function firstData(rows: readonly (readonly string[])[], width: number): number {
  const moment = (cell: string | undefined) => cell !== undefined && (isUnix(cell) || isDate(cell));
  const full = rows.filter(
    (row) => row.length === width && row.some((cell) => cell !== '') && !TOTAL_ROW.test(row[0]!),
  );
  const last = full.findLast((row) => !isRemark(row)) ?? full.at(-1) ?? rows.at(-1)!;
  const dated = last.flatMap((cell, i) => (moment(cell) ? [i] : []));
  if (dated.length > 0)
    return Math.max(
      0,
      rows.findIndex((row) => dated.some((i) => moment(row[i]))),
    );
  const numeric = last.flatMap((cell, i) => (isNumber(cell) ? [i] : []));
  if (numeric.length > 0)
    return Math.max(
      0,
      rows.findIndex(
        (row) =>
          numeric.some((i) => isNumber(row[i] ?? '')) &&
          numeric.every((i) => row[i] === undefined || row[i] === '' || isNumber(row[i]!)),
      ),
    );
  return rows.findIndex((row) => row.some((cell) => /^\d/.test(cell))) < 1
    ? !/\d/.test(rows[0]!.join(''))
      ? 1
      : 0
    : 1;
}
