import { TraceError } from '../reading/trace-error.js';
import { recordJoiner, splitFields } from './csv-rows.js';
import { isFrame } from './header.js';

/** One row of a table by the names of its columns in lower case, and its place. */
export interface NamedRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/**
 * The rows of a table with a header, as CSV or as psql prints it.
 * @param needed columns without which the file is another one
 * @throws TraceError if one of them is missing, a row has another number of fields, or a quotation mark is not closed
 */
export function* namedRows(
  file: string,
  lines: readonly string[],
  needed: readonly string[],
): Generator<NamedRow> {
  const is_aligned = lines.slice(0, 4).some(isFrame);
  const separator = is_aligned ? '|' : (/^(?:"[^"]*"|[^"])*?([,;\t|])/.exec(lines[0] ?? '')?.[1] ?? ',');
  const join = recordJoiner();
  let names: readonly string[] | undefined;
  let line = 1;
  let is_continued = false;
  for (const [index, text] of lines.entries()) {
    if (!join.open) line = index + 1;
    const record = is_aligned ? text : join.push(text);
    if (record === undefined || record.trim() === '' || isFrame(record)) continue;
    const fields = splitFields(record, separator);
    // psql ends a line with + if the text of a cell continues in the next one.
    const is_rest = is_continued;
    is_continued = is_aligned && fields.some((cell) => cell.endsWith('+'));
    if (is_rest) continue;
    if (names === undefined) {
      names = fields.map((name) => name.toLowerCase());
      checkNames(file, line, names, needed);
    } else if (fields.length === names.length)
      yield { line, cells: new Map(names.map((name, i) => [name, fields[i]!])) };
    else {
      const reason = `the row has ${fields.length} fields; expected ${names.length}, as the header has`;
      throw new TraceError(file, reason, { line });
    }
  }
  if (join.open) throw new TraceError(file, 'a quotation mark is not closed', { line });
  if (names === undefined) checkNames(file, 1, [], needed);
}

function checkNames(file: string, line: number, names: readonly string[], needed: readonly string[]): void {
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) < i);
  if (twice !== undefined) throw new TraceError(file, `two columns are called ${twice}`, { line });
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  const reason = `expected a header with ${needed.join(', ')}; ${missing.join(', ')} is missing`;
  throw new TraceError(file, reason, { line });
}
