import { plainNumber } from '../../workload/trace/cells/number-column.js';
import { asTable } from '../../workload/trace/layout/layout.js';
import { type NamedRow, namedRows } from '../../workload/trace/layout/named-rows.js';
import { openText } from '../../workload/trace/layout/open-text.js';
import { parsedJson } from '../../workload/trace/layout/parsed-json.js';
import { textChunks } from '../../workload/trace/layout/text-chunks.js';
import { namingFile } from '../../workload/trace/reading/question.js';
import type { TextFile } from '../../workload/trace/reading/text-file.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';

/** Opens a file. @throws TraceError if it is empty or cannot be read */
export function openFile(path: string): Promise<TextFile> {
  return namingFile(path, 'option', () => openText(path, textChunks(path)));
}

/** The whole text of a file. @throws TraceError if it is empty, too long, or cannot be read */
export function wholeText(path: string): Promise<string> {
  return namingFile(path, 'option', async () => (await openFile(path)).whole());
}

/** The JSON value of a file. @throws TraceError for other text */
export async function jsonOf(file: string): Promise<unknown> {
  const text = await wholeText(file);
  return namingFile(file, 'option', () => parsedJson(text));
}

/**
 * The rows of a table with a header: CSV, JSON, or as psql prints it.
 * @param needed columns without which the file is another one
 * @throws TraceError if one of them is missing, or a row has another number of fields
 */
export async function rowsIn(file: string, needed: readonly string[]): Promise<Iterable<NamedRow>> {
  const lines: string[] = [];
  await (await asTable(await openFile(file))).eachLine((line) => lines.push(line));
  return namedRows(file, lines, needed);
}

/** A number of a row that is at least `least`; `undefined` if the column is missing or empty. */
export function rowNumber(file: string, row: NamedRow, name: string, least = 0): number | undefined {
  const text = row.cells.get(name);
  if (text === undefined || text === '') return undefined;
  const number = plainNumber(text);
  if (Number.isFinite(number) && number >= least) return number;
  const expected = least === 0 ? 'number of 0 or more' : 'number';
  throw new TraceError(file, `${name}: "${text}" is not a ${expected}`, { line: row.line });
}

/** A number of a row that has to be there. @throws TraceError if it is missing */
export function requiredIn(file: string, row: NamedRow, name: string, least = 0): number {
  const value = rowNumber(file, row, name, least);
  if (value !== undefined) return value;
  throw new TraceError(file, `${name} is empty; expected a number`, { line: row.line });
}
