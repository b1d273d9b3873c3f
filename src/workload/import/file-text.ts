import { parseNumber } from '../trace/read/cells/time-text.js';
import { parseTimestamp } from '../trace/read/cells/timestamp.js';
import { LONG_LINE, LONGEST_LINE, readRecords } from '../trace/read/records.js';
import { textChunks } from '../trace/read/text-chunks.js';
import { EMPTY_FILE, TraceError } from '../trace/trace-error.js';

/** Answers and snapshots are read whole; a longer file is something else. */
const LONGEST_TEXT = 256 * 1024 * 1024;

/**
 * The whole text of a file, unpacked where it is packed.
 * @throws TraceError when it is empty, too long, or cannot be read
 */
export async function wholeText(file: string): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of textChunks(file)) {
    parts.push(chunk);
    length += chunk.length;
    if (length > LONGEST_TEXT)
      throw new TraceError(file, 'the file is longer than 256 MiB; export a shorter time');
  }
  const text = parts.join('');
  if (text.trim() === '') throw new TraceError(file, EMPTY_FILE);
  return text;
}

/** Whether a file begins like a JSON object. */
export async function beginsWithBrace(file: string): Promise<boolean> {
  for await (const chunk of textChunks(file)) {
    const text = chunk.trimStart();
    if (text !== '') return text.startsWith('{');
  }
  throw new TraceError(file, EMPTY_FILE);
}

/** The lines of a file, with their numbers from 1. */
export async function eachLine(file: string, take: (line: string, number: number) => void): Promise<void> {
  let rest = '';
  let number = 0;
  for await (const chunk of textChunks(file)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) throw new TraceError(file, LONG_LINE);
    for (const line of lines) {
      number += 1;
      take(line.endsWith('\r') ? line.slice(0, -1) : line, number);
    }
  }
  if (rest !== '') take(rest, number + 1);
}

/**
 * The JSON value a file holds.
 * @throws TraceError when it is no JSON
 */
export async function jsonOf(file: string): Promise<unknown> {
  const text = await wholeText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TraceError(file, `the file is not JSON: ${(error as Error).message}`);
  }
}

/**
 * The JSON value of one line of a file.
 * @param expected what a line of such a file is, for the message
 * @throws TraceError when it is no JSON
 */
export function jsonLine(line: string, file: string, number: number, expected: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new TraceError(file, `the line is not JSON; expected ${expected}`, { line: number });
  }
}

/** Unix seconds of a timestamp. @throws TraceError for a text that is none */
export function epochSeconds(text: string, file: string, line?: number): number {
  const timestamp = parseTimestamp(text);
  if (timestamp !== undefined) return timestamp.epoch_seconds + timestamp.fraction;
  throw new TraceError(file, `"${text}" is not a time`, { line });
}

/** One row of a table by the names of its columns, and where it stands. */
export interface TableRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/**
 * Hands over the rows of a CSV file with a header.
 * @param needed columns without which the file is another one
 * @throws TraceError when one of them is missing, or a row has another number of fields
 */
export async function eachRow(
  file: string,
  needed: readonly string[],
  take: (row: TableRow) => void,
): Promise<void> {
  let names: readonly string[] | undefined;
  await readRecords(file, textChunks(file), ({ fields, line }) => {
    if (names === undefined) {
      names = fields.map((name) => name.toLowerCase());
      const missing = needed.filter((name) => names!.includes(name) === false);
      const twice = names.find((name, i) => name !== '' && names!.indexOf(name) < i);
      if (twice !== undefined) {
        throw new TraceError(file, `two columns are called ${twice}; leave one of them out`, { line });
      }
      if (missing.length === 0) return;
      throw new TraceError(
        file,
        `expected a header with ${needed.join(', ')}; ${missing.join(', ')} is missing`,
        { line },
      );
    }
    // What psql prints below a table.
    if (fields.length === 1 && /^\(\d+ rows?\)$/.test(fields[0]!)) return;
    if (fields.length !== names.length) {
      throw new TraceError(
        file,
        `the row has ${fields.length} fields; expected ${names.length}, as the header has`,
        { line },
      );
    }
    take({ line, cells: new Map(names.map((name, i) => [name, fields[i]!])) });
  });
  if (names === undefined) throw new TraceError(file, EMPTY_FILE);
}

/** A number of a row, 0 or more; `undefined` where the column is missing or empty. */
export function numberIn(file: string, row: TableRow, name: string): number | undefined {
  const text = row.cells.get(name);
  if (text === undefined || text === '') return undefined;
  const number = parseNumber(text);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new TraceError(file, `${name}: "${text}" is not a number of 0 or more`, { line: row.line });
}
