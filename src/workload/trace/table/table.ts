import { measureOfName } from '../cells/measure.js';
import { recordJoiner, splitFields } from '../layout/csv-rows.js';
import { datePartsOf, mergedDates } from '../layout/date-parts.js';
import { findShape, isFrame, isRemark } from '../layout/header.js';
import { asTable } from '../layout/layout.js';
import { countText } from '../reading/moment-text.js';
import { Refusal } from '../reading/question.js';
import type { TextFile } from '../reading/text-file.js';
import { Column } from './column.js';
import { type CpuStates, cpuStates } from './cpu-states.js';

/** A whole file as columns, each with everything that its cells can be. */
export interface Table {
  readonly file: string;
  readonly separator: string;
  readonly columns: readonly Column[];
  /** A column that is not in the file. */
  readonly cpu: CpuStates | undefined;
  readonly rows: number;
  readonly notes: readonly string[];
  /** Factor that a line above the table gives, such as thousands. */
  readonly factor: number;
  /** Whether a line above the table names a rate. */
  readonly has_rate_above: boolean;
}

/** Reads a table once. @throws Refusal with the line of a row that has another number of fields */
export async function tableOf(given: TextFile): Promise<Table> {
  const file = await asTable(given);
  const lines = file.headLines();
  const shape = findShape(lines);
  const parts = datePartsOf(shape, lines[shape.skipped] ?? '');
  const columns = (parts?.names ?? shape.names).map((name, i) => new Column(name, i));
  const { separator, names } = shape;
  const width = names.length;
  const named = names.findLastIndex((name) => name !== '') + 1;
  const join = recordJoiner();
  const withDate = mergedDates();
  let rows = 0;
  let empty = 0;
  let remarks = 0;
  let repeated_header = 0;
  let note_below: Refusal | undefined;
  const take = (record: string, line: number) => {
    if (record === shape.header) {
      repeated_header += 1;
      return;
    }
    const fields = splitFields(record, separator);
    if (fields.length !== width) {
      const has_more = fields.slice(named).some((field) => field !== '');
      if (fields.length < named || has_more) {
        const advice = has_more ? '; quote a field that contains the separator' : '';
        const refusal = new Refusal(
          `the row has ${countText(fields.length, 'field', 'fields')}; expected ${named}${advice}`,
          undefined,
          line,
        );
        if (fields.length > 1 || !/^\p{L}/u.test(record)) throw refusal;
        note_below ??= refusal;
        remarks += 1;
        return;
      }
    }
    let is_filled = false;
    for (let i = 0; i < fields.length; i++) if (fields[i] !== '') is_filled = true;
    if (!is_filled) {
      empty += 1;
      return;
    }
    if (fields[1] === '' && isRemark(fields)) {
      remarks += 1;
      return;
    }
    if (note_below !== undefined) throw note_below;
    const cells = parts === undefined ? withDate(fields) : parts.join(fields);
    for (let i = 0; i < columns.length; i++) columns[i]!.push(cells[i] ?? '', line);
    rows += 1;
  };
  await file.eachLine((line, number) => {
    if (number <= shape.skipped) return;
    const record = join.push(line.endsWith('\r') ? line.trimEnd() : line);
    if (record === undefined || (record.length < 100 && record.trim() === '')) return;
    const first = record.charCodeAt(0);
    if (first === 35 && !/\d{4}-/.test(record.slice(0, 12))) return;
    if (isFrame(record)) return;
    take(record, number);
  });
  if (join.open) throw new Refusal('a quotation mark is opened and never closed');
  if (rows === 0) throw new Refusal('the file has no rows; expected one row per interval or query');
  const { header_cells = width } = shape;
  if (parts === undefined && columns.some(({ filled }, i) => filled > 0 && i >= header_cells)) {
    throw new Refusal(
      `rows have ${width} fields, and the header has ${header_cells}; quote a field that contains the separator`,
    );
  }
  const left_out = (count: number, one: string, more: string) =>
    count === 0 ? [] : [`${countText(count, `${one} is`, `${more} are`)} left out`];
  const notes = [
    ...left_out(shape.lines_above, 'line above the header', 'lines above the header'),
    ...left_out(empty, 'empty row', 'empty rows'),
    ...left_out(remarks, 'row without numbers', 'rows without numbers'),
    ...left_out(repeated_header, 'repetition of the header', 'repetitions of the header'),
  ];
  const filled = columns.filter((column) => column.filled > 0 || column.name !== '');
  const cpu = cpuStates(filled);
  if (cpu !== undefined) {
    const names = [...cpu.parts].map(({ name }) => name).join(', ');
    notes.push(`"${cpu.busy.name}" is the sum of the busy states among ${names}`);
  }
  return {
    file: file.path,
    separator,
    columns: filled,
    cpu,
    rows,
    notes,
    factor: factorIn(shape.text_above),
    has_rate_above: shape.text_above
      .split('\n')
      .some((line) => ['rate', 'unclear-rate'].includes(measureOfName(line).is)),
  };
}

function factorIn(text: string): number {
  if (/\bin (?:thousands|tausend|milliers|miles)\b|\(000s?\)/i.test(text)) return 1e3;
  return /\bin (?:millions|millionen)\b/i.test(text) ? 1e6 : 1;
}
