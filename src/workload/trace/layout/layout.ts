import { isDate } from '../cells/moments.js';
import { Refusal } from '../reading/question.js';
import type { TextFile } from '../reading/text-file.js';
import { splitFields } from './csv-rows.js';
import { isFrame } from './header.js';
import { jsonRecords } from './json-records.js';
import { openText } from './open-text.js';
import { fetchedRecords, isFetched } from './rrdtool.js';
import { refuseSeveralTables } from './several-tables.js';
import { datesAsColumns, partRecords, partsAsColumns, turnedRecords } from './times-as-columns.js';

/** Not `[2026-01-05 10:00:00] INFO`. */
const JSON_HEAD = /^\s*(?:\{|\[\s*(?:[[{"\]]|-?[\d.]+\s*,))/;
/** `-[ RECORD 1 ]---` of psql, `*** 1. row ***` of MySQL. */
export const RECORD = /^(?:-\[ RECORD \d+ \]-*\+?-*|\*+ \d+\. row \*+)$/;
/** The line above each table of psql's `\watch`, with the title of the table before it. */
const WATCHED = /^(?:.*\t)?(.*\d{4}.*) \(every \d[\d.]*s\)$/;
export const FIELD = /^\s*([^|:]*?)\s*(?:\||: ) ?(.*)$/;
/** `google.visualization.Query.setResponse({…});`, as Google Charts and JSONP answer. */
const JSONP = /^\s*(?:\/\*.*\*\/)?\s*[\w.$]+\((?=[{[])/;
const SEPARATED = /[,;\t|]/;
/** A date and its clock, a month before a day and a clock: one cell, though there are blanks in it. */
const MOMENT =
  /\b(\d{4}[-/]\d{2}[-/]\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}) (\d{1,2}(?::\d{2}){0,2}(?:[.,]\d+)?)(?: (AM|PM|UTC|[+-]\d{2}:?\d{2}))?(?= |$)|\b(\d{1,2}:\d{2}:\d{2}) (AM|PM)(?= |$)/gi;
const GLUE = '\u0001';
/** Rows with as many cells as the others, as a share of all. */
const MIN_ALIKE = 0.9;
/** Means that sysstat prints below its rows, and the line above its header. */
const SUMMARY = /^(?:Average:|Linux \d)/;
/** `uniq -c` right-aligns its counts. */
const UNIQ = /^ {0,6}\d{1,7} \S/;

/**
 * A file as a table with one row per line; also converts JSON, expanded records, date columns and blank-separated
 * files.
 */
export async function asTable(file: TextFile): Promise<TextFile> {
  const { head, path } = file;
  if (JSONP.test(head)) return asTable(await openText(path, withinCall(file)));
  const lines = file.headLines();
  if (isFetched(lines)) return table(path, fetchedRecords((await file.whole()).split(/\r?\n/)));
  if (JSON_HEAD.test(head)) return table(path, jsonRecords(await file.whole()));
  if (lines.length > 0 && lines.slice(0, 20).every((line) => LINE_PROTOCOL.test(line)))
    return table(path, protocolRecords(await file.whole()));
  if (lines.length > 1 && lines.every((line) => QUOTED_LINE.test(line)))
    return asTable(await openText(path, unquoted(file)));
  if (BOX.test(head)) return asTable(await openText(path, inAscii(file)));
  const rule = lines.slice(0, 4).find((line) => isFrame(line) && /[|+]/.test(line));
  if (rule !== undefined && lines.some((line) => barsIn(line) > barsIn(rule)))
    return openText(path, barredCells(file, rule));
  if (lines.slice(0, 3).some((line) => RECORD.test(line) || WATCHED.test(line))) {
    const all: string[] = [];
    await file.eachLine((line) => all.push(line));
    return table(path, printedRecords(all));
  }
  if (lines.some((line) => line.startsWith(CPU_REPORT)))
    return table(path, cpuReports((await file.whole()).split(/\r?\n/)));
  const parts = partsAsColumns(lines[0] ?? '', lines[1] ?? '');
  if (parts !== undefined) return table(path, partRecords((await file.whole()).split(/\r*\n/), parts));
  const turned = datesAsColumns(lines[0] ?? '', lines[1] ?? '');
  if (turned !== undefined) return table(path, turnedRecords((await file.whole()).split(/\r*\n/), turned));
  if (file.ended) refuseSeveralTables(lines);
  const blank = betweenBlanks(lines);
  return blank === undefined ? file : openText(path, tabbed(file, blank));
}

async function* withinCall(file: TextFile): AsyncGenerator<string> {
  yield (await file.whole()).replace(JSONP, '').replace(/\);?\s*$/, '');
}

/** A row that a spreadsheet has saved as one cell. */
const QUOTED_LINE = /^"(?:[^"]|"")*[,;\t](?:[^"]|"")*"$/;

async function* unquoted(file: TextFile): AsyncGenerator<string> {
  for (const line of (await file.whole()).split(/\r?\n/))
    yield `${line.replaceAll(/^"|"$/g, '').replaceAll('""', '"')}\n`;
}

/** Lines between the cells of a printed table, as psql, SQLite, DuckDB and ClickHouse draw them. */
const BOX = /^ *[\u2500-\u257f]{3}/m;
/** ClickHouse writes the names into the frame, and numbers the rows. */
const NAMES_IN_FRAME = /^ *┌.*\p{L}.*┐$/u;
const ROW_NUMBER = /^ *\d+\. (?=│)/;
/** The types that DuckDB writes below the names, its last row, and a row for those that it leaves out. */
const TYPES =
  /^│(?: *(?:u?(?:tiny|small|big|huge)?int(?:eger|\d+)?|timestamp[\w ]*|varchar|double|float|decimal\([\d,]+\)|date|time|boolean|interval|uuid) *│)+$/;
const TOTALS = /^│ *\d+ rows?\b.*│$/;
const LEFT_OUT = /│ *· *│/;

async function* inAscii(file: TextFile): AsyncGenerator<string> {
  const lines = (await file.whole()).split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (LEFT_OUT.test(line))
      throw new Refusal('the table leaves out rows', 'export all of them: in DuckDB, .mode csv', at + 1);
    if ((at < 4 && TYPES.test(line)) || TOTALS.test(line)) continue;
    const row = NAMES_IN_FRAME.test(line) ? line.replaceAll('─', ' ').replaceAll(/[┌┬┐]/g, '│') : line;
    yield `${row
      .replace(ROW_NUMBER, '')
      .replaceAll(/[│┃║]/g, '|')
      .replaceAll(/[\u2500-\u257f]/g, '-')}\n`;
  }
}

const barsIn = (line: string) => line.split(isFrame(line) ? /[|+]/ : '|').length;

/** Quotes cells with bars in them: Markdown escapes these, and psql aligns the others with its rule. */
async function* barredCells(file: TextFile, rule: string): AsyncGenerator<string> {
  const cuts = [...rule.matchAll(/\+/g)].map(({ index }) => index);
  for (const line of (await file.whole()).split(/\r?\n/)) {
    const is_aligned = cuts.length > 0 && !isFrame(line) && cuts.every((at) => line[at] === '|');
    const cells = is_aligned
      ? [-1, ...cuts].map((at, i) => line.slice(at + 1, cuts[i]))
      : line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|'));
    yield `${cells.map((cell) => (cell.includes('|') ? `"${cell.trim().replaceAll('"', '""')}"` : cell)).join('|')}\n`;
  }
}

type Fields = ReadonlyMap<string, string>;

function table(path: string, records: readonly Fields[]): Promise<TextFile> {
  if (records.length === 0) throw new Refusal('the file has no rows; expected one row per interval or query');
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  async function* chunks() {
    // Cells without names are called by their numbers, as in a file without a header.
    if (!names.every((name) => /^\d+$/.test(name))) yield `${names.map(quoted).join(',')}\n`;
    for (const record of records) yield `${names.map((name) => quoted(record.get(name) ?? '')).join(',')}\n`;
  }
  return openText(path, chunks());
}

/** The line protocol of InfluxDB, with a time: `http,host=a requests=12i,errors=0i 1767607200000000000`. */
const LINE_PROTOCOL =
  /^((?:\\.|[^\s\\#"])+) ((?:\\.|[^\s"\\,=])+=(?:\\.|"(?:\\.|[^"\\])*"|[^\s"\\])+) (\d{10,19})$/;

/** A row for each line: its time, its measurement, its tags and its fields. */
function protocolRecords(text: string): readonly Fields[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line, at) => {
      if (line === '' || line.startsWith('#')) return [];
      const [, series = '', fields = '', time = ''] = LINE_PROTOCOL.exec(line) ?? [];
      if (time === '') throw new Refusal('the line is not one of InfluxDB', undefined, at + 1);
      const [measurement = '', ...tags] = series.split(/(?<!\\),/);
      const values = fields.matchAll(/((?:\\.|[^,=\\])+)=("(?:\\.|[^"\\])*"|[^,]*)/g);
      return [
        new Map([
          ['time', time],
          ['metric', measurement],
          ...tags.map((tag) => tag.split(/(?<!\\)=/, 2) as [string, string]),
          ...[...values].map(([, name, value]) => [name!, value!.replace(/^(-?\d+)[iu]$/, '$1')] as const),
        ]),
      ];
    });
}

/** Records of psql or MySQL, and tables under the times at which psql's `\watch` printed them. */
function printedRecords(lines: readonly string[]): readonly Fields[] {
  const records: Map<string, string>[] = [];
  let watched: [string, string][] = [];
  let names: readonly string[] | undefined;
  let is_expanded = false;
  for (const line of lines.map((one) => one.trim())) {
    const time = WATCHED.exec(line)?.[1];
    if (time !== undefined) {
      watched = [['time', time]];
      names = undefined;
    } else if (RECORD.test(line)) {
      is_expanded = true;
      records.push(new Map(watched));
    } else if (is_expanded) {
      const [, name = '', value = ''] = FIELD.exec(line) ?? [];
      if (name !== '') records.at(-1)!.set(name, value.trim());
    } else if (line !== '' && !isFrame(line)) {
      const cells = splitFields(line, '|');
      if (names === undefined) names = cells.map(ofMoment);
      else records.push(new Map([...watched, ...names.map((name, i) => [name, cells[i] ?? ''] as const)]));
    }
  }
  return records;
}

/** A count at a moment is not a count of the time since the one before. */
const ofMoment = (name: string) => (name === 'count' ? 'count at that time' : name);

/** Names of the CPU states in a report of iostat; their values are on the next line. */
const CPU_REPORT = 'avg-cpu:';

/** The CPU of each report of `iostat -t`, under the time above it. */
function cpuReports(lines: readonly string[]): readonly Fields[] {
  let time = '';
  return lines.flatMap((line, at) => {
    if (isDate(line.trim())) time = line.trim();
    if (!line.startsWith(CPU_REPORT)) return [];
    if (time === '')
      throw new Refusal('the reports of iostat have no times', 'iostat -t; or sar -u, sadf -j or vmstat -t');
    const values = cellsOf(lines[at + 1] ?? '');
    const states = cellsOf(line.slice(CPU_REPORT.length)).map((name, i) => [name, values[i] ?? ''] as const);
    return [new Map([['time', time], ...states])];
  });
}

function cellsOf(line: string): readonly string[] {
  const glued = line.trim().replaceAll(MOMENT, (moment) => moment.replaceAll(' ', GLUE));
  return (glued.match(/"[^"]*"|\S+/g) ?? []).map((cell) => cell.replaceAll(GLUE, ' '));
}

interface BlankTable {
  readonly names: readonly string[];
  readonly width: number;
}

/** Names of columns between blanks, none if they have no header; `undefined` if the lines are not such a table. */
function betweenBlanks(lines: readonly string[]): BlankTable | undefined {
  const rows = lines.filter((line) => line.trim() !== '' && !SUMMARY.test(line) && !line.startsWith('#'));
  const cells = rows.slice(0, 200).map(cellsOf);
  const last = cells.at(-1);
  if (last === undefined || last.length < 2 || !last.some((cell) => /^[\d.,]+%?$/.test(cell)))
    return undefined;
  const data = cells.findIndex(
    (row) => row.length === last.length && row.some((cell) => /^[\d.,]+%?$/.test(cell)),
  );
  const alike = cells.slice(data).filter((row) => row.length === last.length).length;
  if (alike < MIN_ALIKE * (cells.length - data)) return undefined;
  if (rows.slice(data).filter((line) => SEPARATED.test(line)).length > 0.5 * alike) return undefined;
  const header = data === 0 ? [] : cells[data - 1]!;
  const width = last.length;
  if (header.length === width) return { names: header, width };
  // pandas prints no name above the numbers of the rows.
  if (header.length === width - 1 && last[0] === String(alike - 1)) return { names: ['', ...header], width };
  if (data > 0) return undefined;
  const is_uniq = width === 2 && rows.every((line) => UNIQ.test(line));
  if (is_uniq && !/\d:\d|^[\dT -]+$/.test(last[1]!)) return undefined;
  return { names: is_uniq ? ['events', 'time'] : [], width };
}

async function* tabbed(file: TextFile, { names, width }: BlankTable): AsyncGenerator<string> {
  if (names.length > 0) yield `${names.join('\t')}\n`;
  let rest = '';
  // sysstat repeats its header under another time.
  const isHeader = (cells: readonly string[]) => cells.slice(1).join(' ') === names.slice(1).join(' ');
  const rows = (lines: readonly string[]) =>
    lines
      .filter((line) => !SUMMARY.test(line) && !line.startsWith('#'))
      .map(cellsOf)
      .filter((cells) => cells.length === width && !isHeader(cells))
      .map((cells) => `${cells.join('\t')}\n`)
      .join('');
  for await (const chunk of file.chunks()) {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop()!;
    yield rows(lines);
  }
  yield rows([rest]);
}
