import { Readable } from 'node:stream';
import { TraceError } from '../trace-error.js';

/** Text that is looked at for the separator. */
const HEAD_CHARACTERS = 16_384;

/** Characters of a quoted record; a longer one is a quotation mark that was never closed. */
const LONGEST_RECORD = 1_048_576;

/** Characters of a line; a longer one is no row of a table. */
export const LONGEST_LINE = 16_777_216;

/** One row of a file. */
export interface FileRecord {
  /** Without surrounding blanks. */
  readonly fields: readonly string[];
  /** The line it ends on, from 1. */
  readonly line: number;
  /** The line as it stands; `undefined` from the first row with a quotation mark on. */
  readonly text: string | undefined;
}

/**
 * Takes a line without a quotation mark where it stands in a text, at a fraction of the cost of a record.
 * @returns false for a line that has to be made a record of
 */
export type PlainSink = (
  text: string,
  start: number,
  end: number,
  line: number,
  separator: Separator,
) => boolean;

const JSON_BEGINS = /^\s*(?:\{\s*"|\[\s*[[{"\d])/;

/** The reason given for a file with a longer line. */
export const LONG_LINE = `a line has more than ${LONGEST_LINE} characters; expected one row a line`;

/** Where in a line without quotation marks a field begins: a character, from 1. */
export function fieldColumn(text: string, fields: readonly string[], index: number): number {
  let column = 0;
  for (let i = 0; i < index; i++) column = text.indexOf(fields[i]!, column) + fields[i]!.length + 1;
  return text.indexOf(fields[index]!, column) + 1;
}

/**
 * Splits CSV text into records, blank lines left out, and hands them to `sink` as they come.
 *
 * Lines without a quote are split here, at a tenth of the cost of a CSV parser (the bulk of real traces has
 * none); from the first line with a quote on, csv-parse takes over.
 *
 * @param plain tried first for each line
 * @returns the separator found
 * @throws TraceError when a quote is never closed; whatever `sink` throws
 */
export async function readRecords(
  file: string,
  chunks: AsyncGenerator<string>,
  sink: (record: FileRecord) => void,
  plain?: PlainSink,
): Promise<Separator> {
  try {
    return await split(file, chunks, sink, plain);
  } finally {
    // Closes the file when a sink throws before the end.
    await chunks.return(undefined);
  }
}

async function split(
  file: string,
  chunks: AsyncGenerator<string>,
  sink: (record: FileRecord) => void,
  plain: PlainSink | undefined,
): Promise<Separator> {
  let text = '';
  let ended = false;
  const more = async () => {
    const next = await chunks.next();
    if (next.done === true) ended = true;
    else text += next.value;
    if (text.length > LONGEST_LINE && !text.includes('\n')) throw new TraceError(file, LONG_LINE);
  };
  while (!ended && (text.length < HEAD_CHARACTERS || !text.includes('\n'))) await more();
  let line = 0;
  // Spreadsheets name the separator in a first line of their own.
  const named = /^sep=([\t;,|])\r?\n/i.exec(text);
  if (named !== null) {
    text = text.slice(named[0].length);
    line = 1;
  }
  const head = ended ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  if (JSON_BEGINS.test(head)) {
    throw new TraceError(
      file,
      'the file is JSON; expected CSV, one row a line (neap import reads JSON of known sources)',
    );
  }
  const separator = (named?.[1] as Separator | undefined) ?? findSeparator(head);
  for (;;) {
    const quote = text.indexOf('"');
    const end = quote < 0 ? text.length : quote;
    let start = 0;
    for (let feed = text.indexOf('\n'); feed >= 0 && feed < end; feed = text.indexOf('\n', start)) {
      line += 1;
      if (plain?.(text, start, feed, line, separator) !== true)
        splitLine(text.slice(start, feed), separator, line, sink);
      start = feed + 1;
    }
    text = text.slice(start);
    if (quote >= 0) {
      await parseQuoted(file, remainder(text, chunks), separator, line, sink);
      return separator;
    }
    if (ended) break;
    await more();
  }
  splitLine(text, separator, line + 1, sink);
  return separator;
}

function splitLine(
  line: string,
  separator: Separator,
  number: number,
  sink: (record: FileRecord) => void,
): void {
  const fields = line.split(separator);
  let blank = true;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!.trim();
    fields[i] = field;
    if (field !== '') blank = false;
  }
  if (!blank || fields.length > 1) sink({ fields, line: number, text: line });
}

async function* remainder(text: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield text;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function parseQuoted(
  file: string,
  text: AsyncIterable<string>,
  separator: Separator,
  lines_before: number,
  sink: (record: FileRecord) => void,
): Promise<void> {
  const { parse, CsvError } = await import('csv-parse');
  const parser = parse({
    delimiter: separator,
    info: true,
    max_record_size: LONGEST_RECORD,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Trimming would take an empty field at a tab away.
    trim: separator !== '\t',
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let line = lines_before;
  try {
    for await (const row of parser) {
      const { record, info } = row as { record: string[]; info: { lines: number } };
      line = lines_before + info.lines;
      sink({ fields: record.map((field) => field.trim()), line, text: undefined });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = 'a quotation mark is opened in this row and never closed; close it or take it out';
    throw new TraceError(file, reason, { line: line + 1 });
  } finally {
    source.destroy();
  }
}

const CANDIDATES = ['\t', ';', ',', '|'] as const;

/** What stands between two fields of a line. */
export type Separator = (typeof CANDIDATES)[number];

/** How many lines are looked at. */
const LINES = 20;

/**
 * The separator of a text: the one that occurs equally often, and most often, in each of the first lines.
 * Where none does, the one that occurs in the first line; where none does either, the comma, which then
 * never separates anything. Tab and semicolon go before comma, which may also be a decimal sign.
 *
 * @param head the beginning of the text, whole lines
 */
export function findSeparator(head: string): Separator {
  const lines = head
    .split('\n', LINES)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/"[^"]*"/g, ''));
  let best: Separator | undefined;
  let most = 0;
  for (const candidate of CANDIDATES) {
    const counts = lines.map((line) => line.split(candidate).length - 1);
    const least = Math.min(...counts);
    if (least > most && least === Math.max(...counts)) {
      best = candidate;
      most = least;
    }
  }
  return best ?? CANDIDATES.find((candidate) => lines[0]?.includes(candidate)) ?? ',';
}
