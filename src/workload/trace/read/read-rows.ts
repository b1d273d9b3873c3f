import { EMPTY_FILE, TraceError } from '../trace-error.js';
import { type ColumnChoice, type ColumnSelection, findLayout, type TraceLayout } from './layout.js';
import { RawSeries, type SeriesRows } from './raw-series.js';
import type { Separator } from './records.js';
import { type FileRecord, fieldColumn, readRecords } from './records.js';
import { textChunks } from './text-chunks.js';
import { TimeReader } from './time-reader.js';
import { parseNumber } from './time-text.js';

/** Records looked at to find the columns. */
const SAMPLE = 50;

/** A file's rows as they stand in it, and how they were understood. */
export interface FileRows {
  readonly rows: SeriesRows;
  readonly layout: TraceLayout;
  readonly separator: Separator;
  /** How times are written, in words. */
  readonly time_description: string;
  /** Unix time of time 0 of the rows; `undefined` for offsets. */
  readonly origin_epoch_seconds: number | undefined;
  readonly warnings: readonly string[];
}

/**
 * Reads all rows of a trace file, in the order of the file.
 *
 * @throws TraceError with line and column at the first field that is missing or is not what it should be
 */
export async function readRows(selection: ColumnSelection): Promise<FileRows> {
  const sample: FileRecord[] = [];
  let table: RowReader | undefined;
  const begin = () => {
    if (sample.length === 0) throw new TraceError(selection.file, EMPTY_FILE);
    const fields = sample.map((record) => record.fields);
    const layout = findLayout(fields, selection);
    const rows = layout.has_header ? sample.slice(1) : sample;
    const started = new RowReader(selection, layout, rows[0]!.fields);
    for (const record of rows) started.read(record);
    table = started;
    return started;
  };
  const separator = await readRecords(selection.file, textChunks(selection.file), (record) => {
    if (table !== undefined) table.read(record);
    else if (sample.push(record) === SAMPLE) begin();
  });
  return (table ?? begin()).finish(separator);
}

/** Turns records into rows, once the columns are known. */
class RowReader {
  readonly #selection: ColumnSelection;
  readonly #layout: TraceLayout;
  readonly #time: TimeReader;
  readonly #series = new RawSeries();
  #empty = true;
  #fractional_line = 0;

  constructor(selection: ColumnSelection, layout: TraceLayout, first: readonly string[]) {
    this.#selection = selection;
    this.#layout = layout;
    this.#time = new TimeReader(first[layout.time.index] ?? '', layout.time.name);
  }

  read(record: FileRecord): void {
    const { fields, line } = record;
    const { time, value } = this.#layout;
    const moment = fields[time.index];
    const field = value === undefined ? '' : fields[value.index];
    if (moment === undefined || field === undefined) throw this.#short(record);
    const seconds = this.#time.read(moment);
    if (!Number.isFinite(seconds)) {
      const like_first = this.#empty ? undefined : this.#time.description;
      throw this.#failure(record, time, badTime(moment, like_first));
    }
    let number = 0;
    if (value !== undefined) {
      number = this.#value(field, line);
      if (!Number.isFinite(number))
        throw this.#failure(
          record,
          value,
          badValue(field, this.#selection.kind === 'level' ? 'level' : 'counts'),
        );
    }
    this.#series.push(seconds, number, line);
    this.#empty = false;
  }

  finish(separator: Separator): FileRows {
    const rows = this.#series.rows();
    const warnings: string[] = [];
    if (this.#time.unzoned) {
      warnings.push(
        `the times of column "${this.#layout.time.name}" name no time zone; they are read as UTC`,
      );
    }
    if (this.#fractional_line > 0) {
      warnings.push(
        `counts are not whole numbers (first in line ${this.#fractional_line}); if they are a level such as CPU %, say kind: level`,
      );
    }
    return {
      rows,
      layout: this.#layout,
      separator,
      time_description: this.#time.description,
      origin_epoch_seconds: this.#time.origin_epoch_seconds,
      warnings,
    };
  }

  /** The number a field holds, or NaN. */
  #value(field: string, line: number): number {
    if (this.#selection.kind === 'level') {
      const level = parseNumber(field.endsWith('%') ? field.slice(0, -1).trimEnd() : field);
      return level >= 0 ? level : Number.NaN;
    }
    const counted = parseNumber(field);
    if (this.#fractional_line === 0 && !Number.isInteger(counted)) this.#fractional_line = line;
    return counted >= 0 ? counted : Number.NaN;
  }

  #failure(record: FileRecord, choice: ColumnChoice, reason: string): TraceError {
    const { fields, line, text } = record;
    const column = text === undefined ? undefined : fieldColumn(text, fields, choice.index);
    const name = this.#layout.has_header ? `column "${choice.name}"` : `column ${choice.name}`;
    return new TraceError(this.#selection.file, `${name}: ${reason}`, { line, column });
  }

  #short({ fields, line }: FileRecord): TraceError {
    const needed = Math.max(this.#layout.time.index, this.#layout.value?.index ?? 0) + 1;
    const have = fields.length === 1 ? '1 field' : `${fields.length} fields`;
    const reason = `the row has ${have}; expected at least ${needed}, as the first row has`;
    return new TraceError(this.#selection.file, reason, { line });
  }
}

/** Why a field is no count or level, and what was expected. */
export function badValue(field: string, kind: 'counts' | 'level'): string {
  const expected = kind === 'counts' ? 'a count such as 42' : 'a level such as 37.5';
  if (field === '') {
    return `the field is empty; expected ${expected}. Write 0 where there was nothing, or delete the row: it is then reported as a gap`;
  }
  if (/^-\d/.test(field)) return `${field} is negative; expected ${expected}, 0 or more`;
  const hint = /^\d{1,3}(,\d{3})+$/.test(field) ? ', without separators of thousands' : '';
  return `"${field}" is not a number; expected ${expected}${hint}`;
}

/**
 * Why a field is no time, and what was expected.
 *
 * @param like_first what the rows before it hold, in words; `undefined` in the first row
 */
export function badTime(field: string, like_first: string | undefined): string {
  const expected =
    like_first === undefined
      ? 'a timestamp such as 2026-01-05T14:30:00Z, a Unix time or a number of seconds'
      : `${like_first}, as in the first row`;
  const what = field === '' ? 'the time is missing' : `"${field}" is not a time`;
  const ambiguous = /^\d{1,2}[/.]\d{1,2}[/.]\d{4}/.test(field);
  const hint = ambiguous ? '. Day and month cannot be told apart: write the year first' : '';
  return `${what}; expected ${expected}${hint}`;
}
