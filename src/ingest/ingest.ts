import { stat } from 'node:fs/promises';
import { parsedJson } from '../workload/trace/layout/parsed-json.js';
import { namingFile, Refusal } from '../workload/trace/reading/question.js';
import type { TextFile } from '../workload/trace/reading/text-file.js';
import { TraceError } from '../workload/trace/reading/trace-error.js';
import { readFleet, readTable } from '../workload/trace/table/read-table.js';
import { KNOWN_OTHERS } from './known-others.js';
import { envelopedLine, lineWithin, logSeparator, withinRows } from './recording/envelope.js';
import { openFile } from './recording/file-text.js';
import type { ImportOptions } from './recording/import-options.js';
import type { Imported } from './recording/imported.js';
import { jsonObject, objectOf } from './recording/json.js';
import { type QueryListener, Recording } from './recording/recording.js';
import { assumedQueries, type Head, type LineReader, type Source } from './recording/source.js';
import type { SourceName } from './recording/source-names.js';
import { tableImport } from './recording/table-import.js';
import { SOURCES } from './sources/index.js';

/** Lines of another form that are tolerated, as a share of all lines. */
const MAX_OTHER_SHARE = 0.1;

/** The detected formats of files, and the load in them. */
export interface Ingested {
  readonly form: string;
  readonly imported: Imported;
}

/**
 * Reads files of one kind: recognizes their source, or reads a file as a table.
 * @param name the source, if it is given; several kinds of file may have it
 * @param fleet takes every column of numbers as a tenant
 * @throws TraceError if a file cannot be read, or can be read in several ways
 */
export async function ingest(
  paths: readonly string[],
  options: ImportOptions,
  name?: SourceName,
  fleet = false,
): Promise<Ingested> {
  const files: TextFile[] = [];
  let source: Source | undefined;
  for (const [index, path] of paths.entries()) {
    const file = await openFile(path);
    files.push(file);
    const found_source = await namingFile(path, 'option', () => recognised(headOf(file), name));
    if (index > 0 && found_source !== source) {
      const kinds = [source, found_source].map((one) => one?.form ?? 'a table');
      throw new TraceError(
        path,
        `the file is ${kinds[1]}, and ${paths[0]} is ${kinds[0]}; import them one by one`,
      );
    }
    source = found_source;
  }
  const [first] = paths;
  if (fleet && source !== undefined)
    throw new TraceError(
      first!,
      `the file is ${source.form}; --fleet applies to tables with a column per tenant`,
    );
  await namingFile(first!, 'option', () => assumedQueries(source?.unit ?? 'query', options));
  if (source === undefined) return { form: 'a table', imported: await ofTable(files, options, fleet) };
  const { form } = source;
  if (source.files !== undefined) {
    for (const file of files) await file.close();
    const read = source.files;
    return { form, imported: await namingFile(first!, 'option', () => read(paths, options)) };
  }
  return { form, imported: await recorded(source, files, options) };
}

/** The name of the source that recognizes a file; `undefined` for a table or an unknown one. */
export async function sourceNameOf(path: string): Promise<SourceName | undefined> {
  const file = await openFile(path);
  const head = headOf(file);
  await file.close();
  return SOURCES.find((source) => source.recognise(head))?.name;
}

/** The source that recognizes a file; `undefined` for a table. @throws Refusal for a file of another kind */
function recognised(outer: Head, name: SourceName | undefined): Source | undefined {
  const heads = [outer, ...within(outer)];
  const known = heads.flatMap((head) => SOURCES.filter((source) => source.recognise(head)));
  const source = name === undefined ? known[0] : known.find((one) => one.name === name);
  if (source !== undefined) return source;
  const [another] = known;
  if (another !== undefined)
    throw new Refusal(`the file is ${another.form}`, `neap import ${another.name} FILE`);
  const other = KNOWN_OTHERS.find(({ recognise }) => heads.some(recognise));
  if (other !== undefined) throw new Refusal(`the file is ${other.form}`, other.hint);
  return SOURCES.find((one) => one.name === name);
}

/** The lines of a log that a collector has put into objects of JSON, or into rows of a table. */
function within({ json, lines }: Head): readonly Head[] {
  const inner: string[] = [];
  const take = (line: string) => inner.push(line) > 0;
  const separator = logSeparator(lines[0] ?? '');
  if (separator !== undefined) lines.slice(0, 200).forEach(withinRows(separator, take));
  else if (envelopedLine(json) !== undefined) {
    const is_lines = lines.length > 1 && lines[0]!.startsWith('{');
    for (const line of is_lines ? lines.slice(0, 200) : [JSON.stringify(json)]) take(lineWithin(line));
  }
  if (inner.length === 0) return [];
  return [{ text: inner.join('\n'), lines: inner, json: jsonObject(inner[0]!) }];
}

/** Reads files of one source into a recording. */
export async function recorded(
  source: Source,
  files: readonly TextFile[],
  options: ImportOptions,
  on_query?: QueryListener,
): Promise<Imported> {
  const { path } = files[0]!;
  const to = await namingFile(path, 'option', () => new Recording(options, source.unit));
  to.on_query = on_query;
  let rows = 0;
  for (const file of files) {
    rows += await namingFile(file.path, 'option', () => readLines(to, source, file));
  }
  return namingFile(path, 'option', () => to.finish(rows));
}

/** @returns the number of lines */
async function readLines(to: Recording, source: Source, file: TextFile): Promise<number> {
  if (source.document !== undefined) {
    source.document(await file.whole(), to);
    return 1;
  }
  to.written_seconds = (await stat(file.path)).mtimeMs / 1000;
  to.latest = Number.NaN;
  const read = source.lines!(to);
  const is_within = within(headOf(file)).some((head) => source.recognise(head));
  const row = is_within ? readerWithin(logSeparator(file.headLines()[0] ?? ''), read) : read;
  let rows = 0;
  let others = 0;
  let first_other = 0;
  let example = '';
  await eachEntry(file, (line, number) => {
    if (line === '') return;
    rows += 1;
    if (row(line)) return;
    others += 1;
    if (first_other > 0) return;
    first_other = number;
    example = line.slice(0, 60);
  });
  if (others > MAX_OTHER_SHARE * rows) {
    throw new Refusal(
      `${others} of ${rows} lines are not lines of ${source.form}; the first is "${example}"`,
      undefined,
      first_other,
    );
  }
  if (others > 0) {
    to.tally('lines of another form, which are left out', others);
    to.note(
      `${others === 1 ? '1 line has' : `${others} lines have`} another form (first line ${first_other})`,
    );
  }
  return rows;
}

function readerWithin(separator: string | undefined, read: LineReader): LineReader {
  return separator === undefined ? (line) => read(lineWithin(line)) : withinRows(separator, read);
}

/** Passes each line, or each object of a list in JSON, as `gcloud logging read` writes it. */
async function eachEntry(file: TextFile, take: (line: string, number: number) => void): Promise<void> {
  if (!LIST.test(file.head)) return file.eachLine(take);
  const value = parsedJson(await file.whole());
  const list = objectOf(value)?.['events'] ?? objectOf(value)?.['records'] ?? value;
  if (!Array.isArray(list)) throw new Refusal('expected a list of log entries');
  for (const [index, entry] of list.entries()) take(JSON.stringify(entry), index + 1);
}

async function ofTable(
  files: readonly TextFile[],
  options: ImportOptions,
  fleet: boolean,
): Promise<Imported> {
  const [file, other] = files;
  if (other !== undefined)
    throw new TraceError(other.path, 'expected one table; join the rows of several into one file');
  return namingFile(file!.path, 'option', async () => {
    const readings = fleet
      ? await readFleet(file!, { ...options, from: options.from ?? 0 }, 'all')
      : [await readTable(file!, options)];
    return tableImport(readings, options);
  });
}

function headOf(file: TextFile): Head {
  const text = file.head;
  const lines = file.headLines().filter((line) => line.trim() !== '');
  return { text, lines, json: firstJson(text, lines) };
}

/** A list of objects in JSON, which answers of CloudWatch Logs and exports of Azure name. */
const LIST = /^\s*(?:\{\s*"(?:events|records)"\s*:\s*)?\[\s*\{/;

/** The first value of JSON: a line, the whole text, or the first object of a list. */
function firstJson(text: string, lines: readonly string[]): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const first = LIST.test(text) ? firstObject(text) : undefined;
  for (const candidate of [first ?? lines[0] ?? '', text]) {
    try {
      return JSON.parse(candidate);
    } catch {}
  }
  // The first characters of a document that is longer than the head.
  return /^\s*(?:\{\s*"|\[\s*[[{"\d])/.test(text) ? {} : undefined;
}

function firstObject(text: string): string | undefined {
  const begin = text.indexOf('{', text.indexOf('['));
  let depth = 0;
  for (const { 0: sign, index } of text.slice(begin).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0) return text.slice(begin, begin + index + 1);
  }
  return undefined;
}
