import { stat } from 'node:fs/promises';
import { placeOf } from '../../../files/input-files.js';
import type { PackedMoments } from '../../moments/packed-moments.js';
import { EMPTY_FILE, TraceError } from '../trace-error.js';
import { type CellFacts, CellReader } from './cells/cell-reader.js';
import { CellProblem, type NumberStyle, OtherNotation } from './cells/number-notation.js';
import { PlainFields, PlainNumber } from './cells/plain-line.js';
import { TimeProblem, TimeReader } from './cells/time-reader.js';
import { zoneOfName } from './columns/column-names.js';
import { type ColumnSelection, findLayout, type TraceLayout } from './columns/layout.js';
import type { ColumnChoice } from './columns/table.js';
import { RawSeries, type SeriesRows } from './raw-series.js';
import { type FileRecord, fieldColumn, type PlainSink, readRecords, type Separator } from './records.js';
import { textChunks } from './text-chunks.js';

/** Records looked at to find the columns. */
const SAMPLE = 50;

/** One column of values. */
export interface FileColumn extends CellFacts {
  readonly choice: ColumnChoice;
  /** All rows, in the order of the file; NaN where no value was recorded. */
  readonly rows: SeriesRows;
}

/** A file's rows as they stand in it, and how they were understood. */
export interface FileRows {
  /** For single arrivals the times only; none where they are packed. */
  readonly times: SeriesRows;
  /** Single arrivals, where they were to be packed and can be. */
  readonly packed: PackedMoments | undefined;
  /** Whether times are timestamps that name no time zone. */
  readonly unzoned: boolean;
  /** Whether some timestamps are a day alone and others are not. */
  readonly mixed_days: boolean;
  /** Line of the first row that goes back in time; 0 for none. */
  readonly first_back_line: number;
  readonly columns: readonly FileColumn[];
  readonly layout: TraceLayout;
  readonly separator: Separator;
  /** How times are written, in words, such as `Unix milliseconds`. */
  readonly time_description: string;
  /** Unix time of time 0 of the rows; `undefined` for offsets. */
  readonly origin_epoch_seconds: number | undefined;
  readonly warnings: readonly string[];
}

/**
 * Reads all rows of a trace file, in the order of the file.
 *
 * @param packs whether single arrivals are packed as they are read
 * @throws TraceError with line and column at the first field that is missing or is not what it should be
 */
export async function readRows(selection: ColumnSelection, packs = false): Promise<FileRows> {
  try {
    return await readInStyle(selection, undefined, packs);
  } catch (error) {
    // A row late in the file may show how its numbers were meant from the beginning.
    if (error instanceof OtherNotation) return readInStyle(selection, error.style, packs);
    throw error;
  }
}

async function readInStyle(
  selection: ColumnSelection,
  style: NumberStyle | undefined,
  packs: boolean,
): Promise<FileRows> {
  const sample: FileRecord[] = [];
  let table: RowReader | undefined;
  const expected = await expectedBytes(selection.file);
  const begin = () => {
    if (sample.length === 0) throw new TraceError(selection.file, EMPTY_FILE);
    const layout = findLayout(
      sample.map((record) => record.fields),
      selection,
    );
    const rows = layout.has_header ? sample.slice(1) : sample;
    const started = new RowReader(selection, layout, rows, style, expectedRows(expected, sample), packs);
    for (const record of rows) started.read(record);
    table = started;
    return started;
  };
  const take = (record: FileRecord) => {
    if (table !== undefined) table.read(record);
    else if (sample.push(record) === SAMPLE) begin();
  };
  const plain: PlainSink = (...line) => table?.readPlain(...line) ?? false;
  const separator = await readRecords(selection.file, textChunks(selection.file), take, plain);
  return (table ?? begin()).finish(separator);
}

/** Bytes of a file that is not packed; `undefined` where they do not tell how many rows it has. */
async function expectedBytes(file: string): Promise<number | undefined> {
  if (/\.(?:gz|zst)$/.test(file)) return undefined;
  const found = await stat(placeOf(file)).catch(() => undefined);
  return found?.isFile() === true ? found.size : undefined;
}

/** Room for this many rows is made at once: memory that no row is written to is never taken. */
const MOST_EXPECTED = 100_000_000;

function expectedRows(bytes: number | undefined, sample: readonly FileRecord[]): number | undefined {
  const lengths = sample.flatMap(({ text }) => (text === undefined ? [] : [text.length + 1]));
  if (bytes === undefined || lengths.length < SAMPLE) return undefined;
  const shortest = lengths.reduce((a, b) => Math.min(a, b));
  return Math.min(MOST_EXPECTED, Math.ceil(bytes / shortest));
}

/** Turns records into rows, once the columns are known. */
class RowReader {
  readonly #selection: ColumnSelection;
  readonly #layout: TraceLayout;
  readonly #time: TimeReader;
  readonly #cells: readonly CellReader[];
  readonly #series: RawSeries;
  /** Fields of a row; more may follow where they are empty. */
  readonly #fields: number;
  #plain: PlainFields | undefined;
  readonly #number = new PlainNumber();
  #empty = true;
  #last = Number.NEGATIVE_INFINITY;

  constructor(
    selection: ColumnSelection,
    layout: TraceLayout,
    sample: readonly FileRecord[],
    style: NumberStyle | undefined,
    rows: number | undefined,
    packs: boolean,
  ) {
    this.#selection = selection;
    this.#layout = layout;
    const kind = selection.kind === 'level' ? 'level' : 'counts';
    this.#cells = layout.values.map(() => new CellReader(kind, style));
    this.#series = new RawSeries(layout.values.length, rows, packs);
    const first = sample[0]!;
    const unnamed = layout.has_header
      ? layout.columns.findLastIndex((name, i) => name !== String(i + 1))
      : -1;
    this.#fields = unnamed < 0 ? layout.columns.length : unnamed + 1;
    const moments = sample.map(({ fields }) => fields[layout.time.index] ?? '').filter((text) => text !== '');
    try {
      this.#time = new TimeReader(moments.length > 0 ? moments : [''], layout.time.name);
    } catch (error) {
      if (!(error instanceof TimeProblem)) throw error;
      throw this.#failure(first, layout.time, error.message);
    }
  }

  read(record: FileRecord): void {
    const { fields, line } = record;
    const { time, values } = this.#layout;
    if (fields.length !== this.#fields) this.#checkLength(record);
    const moment = fields[time.index]!;
    const seconds = this.#time.read(moment);
    if (!Number.isFinite(seconds)) {
      throw this.#failure(record, time, badTime(moment, this.#empty ? undefined : this.#time.description));
    }
    if (seconds < this.#last && this.#time.only_forward) {
      const reason = `${moment} comes after a later time: times that begin anew each day or hour need the date as well, such as 2026-01-05 14:30:00`;
      throw this.#failure(record, time, reason);
    }
    this.#last = seconds;
    this.#series.push(seconds, line);
    for (let i = 0; i < values.length; i++) this.#series.set(i, this.#value(record, i));
    this.#empty = false;
  }

  /** Takes a line as {@link read} does where its time and its one value are written plainly; false: not taken. */
  readPlain(text: string, start: number, end: number, line: number, separator: Separator): boolean {
    const { time, values } = this.#layout;
    // A fleet needs many fields of a line.
    if (values.length > 1) return false;
    this.#plain ??= new PlainFields(separator, this.#fields, time.index, values[0]?.index ?? -1);
    const fields = this.#plain;
    if (!fields.find(text, start, end)) return false;
    let value = 0;
    if (this.#cells.length > 0) {
      value = this.#number.read(text, fields.second_start, fields.second_end);
      if (Number.isNaN(value)) return false;
    }
    const seconds = this.#time.readPlain(text, fields.first_start, fields.first_end);
    if (Number.isNaN(seconds) || (seconds < this.#last && this.#time.only_forward)) return false;
    if (this.#cells.length > 0 && !this.#cells[0]!.takePlain(value, this.#number.decimals, line))
      return false;
    this.#last = seconds;
    this.#series.push(seconds, line);
    if (this.#cells.length > 0) this.#series.set(0, value);
    return true;
  }

  finish(separator: Separator): FileRows {
    const { time, values } = this.#layout;
    const warnings: string[] = [];
    if (this.#time.unzoned && this.#time.zoned) {
      const reason = `some times of column "${time.name}" name a time zone and others do not; write all of them alike`;
      throw new TraceError(this.#selection.file, reason);
    }
    const zone = this.#time.unzoned ? zoneOfName(time.name) : undefined;
    if (zone !== undefined) {
      const reason = `column "${time.name}" speaks of the zone ${zone}, and its times name none`;
      throw new TraceError(
        this.#selection.file,
        `${reason}; export them in UTC, or with their offset, as in 2026-01-05T14:30:00+01:00`,
      );
    }
    if (this.#layout.left_out !== undefined) {
      warnings.push(`column "${this.#layout.left_out}" is the sum of the others, and is left out`);
    }
    if (this.#time.unzoned) {
      warnings.push(`the times of column "${time.name}" name no time zone; they are read as UTC`);
    }
    return {
      // What cannot be packed is among the rows afterwards.
      packed: this.#series.packed(),
      times: this.#series.rows(-1),
      first_back_line: this.#series.first_back_line,
      unzoned: this.#time.unzoned,
      mixed_days: this.#time.days_alone > 0 && this.#time.days_alone < this.#series.rows(-1).times.length,
      columns: values.map((choice, i) => ({
        choice,
        rows: this.#series.rows(i),
        ...this.#facts(choice, i, separator),
      })),
      layout: this.#layout,
      separator,
      time_description: this.#time.description,
      origin_epoch_seconds: this.#time.origin_epoch_seconds,
      warnings,
    };
  }

  #facts(choice: ColumnChoice, index: number, separator: Separator): CellFacts {
    try {
      return this.#cells[index]!.finish(separator === ',');
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      throw new TraceError(this.#selection.file, `${this.#named(choice)}: ${error.message}`);
    }
  }

  #value(record: FileRecord, index: number): number {
    const choice = this.#layout.values[index]!;
    try {
      return this.#cells[index]!.read(record.fields[choice.index]!, record.line);
    } catch (error) {
      if (error instanceof CellProblem) throw this.#failure(record, choice, error.message);
      throw error;
    }
  }

  #named({ name }: ColumnChoice): string {
    return this.#layout.has_header ? `column "${name}"` : `column ${name}`;
  }

  #failure(record: FileRecord, choice: ColumnChoice, reason: string): TraceError {
    const { fields, line, text } = record;
    const column = text === undefined ? undefined : fieldColumn(text, fields, choice.index);
    return new TraceError(this.#selection.file, `${this.#named(choice)}: ${reason}`, { line, column });
  }

  #checkLength({ fields, line }: FileRecord): void {
    const expected = this.#fields;
    const have = fields.length === 1 ? '1 field' : `${fields.length} fields`;
    const as_first = `expected ${expected}, as the first row has`;
    if (fields.length < expected) {
      throw new TraceError(this.#selection.file, `the row has ${have}; ${as_first}`, { line });
    }
    if (fields.slice(expected).every((field) => field === '')) return;
    const reason = `the row has ${have}; ${as_first}. A comma in a number or a text needs quotation marks around the field`;
    throw new TraceError(this.#selection.file, reason, { line });
  }
}

/**
 * Why a field is no time, and what was expected.
 *
 * @param like_first what the rows before it hold, in words; `undefined` in the first row
 */
function badTime(field: string, like_first: string | undefined): string {
  const expected =
    like_first === undefined
      ? 'a timestamp such as 2026-01-05T14:30:00Z, a Unix time or a number of seconds'
      : `${like_first}, as in the first row`;
  const what = field === '' ? 'the time is missing' : `"${field}" is not a time`;
  const ambiguous = /^\d{1,2}[/.]\d{1,2}[/.]\d{4}/.test(field);
  const hint = ambiguous ? '. Day and month cannot be told apart: write the year first' : '';
  return `${what}; expected ${expected}${hint}`;
}
