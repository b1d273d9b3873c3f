import { isDate } from '../cells/moments.js';
import { Refusal } from '../reading/question.js';
import { TextFile } from '../reading/text-file.js';
import { splitFields } from './csv-rows.js';
import { jsonRecords } from './json-records.js';

/** `-[ RECORD 1 ]---` of psql, `*** 1. row ***` of MySQL. */
export const RECORD = /^(?:-\[ RECORD \d+ \]-*\+?-*|\*+ \d+\. row \*+)$/;
export const FIELD = /^\s*([^|:]*?)\s*(?:\||: ) ?(.*)$/;
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
export async function laidOut(file: TextFile): Promise<TextFile> {
  const { head, path } = file;
  const lines = file.headLines();
  if (/^\s*[[{]/.test(head)) return table(path, jsonRecords(await file.whole()));
  if (lines.length > 0 && lines.slice(0, 20).every((line) => LINE_PROTOCOL.test(line)))
    return table(path, protocolRecords(await file.whole()));
  if (lines.length > 1 && lines.every((line) => QUOTED_LINE.test(line)))
    return laidOut(await opened(path, unquoted(file)));
  if (BOX.test(head)) return laidOut(await opened(path, inAscii(file)));
  if (lines.slice(0, 3).some((line) => RECORD.test(line))) {
    const all: string[] = [];
    await file.eachLine((line) => all.push(line));
    return table(path, expandedRecords(all));
  }
  if (lines.some((line) => line.startsWith(CPU_REPORT)))
    return table(path, cpuReports((await file.whole()).split(/\r?\n/)));
  const hours = hoursAsColumns(lines[0] ?? '', lines[1] ?? '');
  if (hours !== undefined) return table(path, hourRecords((await file.whole()).split(/\r*\n/), hours));
  const turned = datesAsColumns(lines[0] ?? '', lines[1] ?? '');
  if (turned !== undefined) return table(path, turnedRecords((await file.whole()).split(/\r*\n/), turned));
  const blank = betweenBlanks(lines);
  return blank === undefined ? file : opened(path, tabbed(file, blank));
}

async function opened(path: string, chunks: AsyncGenerator<string>): Promise<TextFile> {
  const file = new TextFile(path, chunks);
  await file.readHead();
  return file;
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

type Fields = ReadonlyMap<string, string>;

function table(path: string, records: readonly Fields[]): Promise<TextFile> {
  if (records.length === 0) throw new Refusal('the file has no rows; expected one row per interval or query');
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  async function* chunks() {
    yield `${names.map(quoted).join(',')}\n`;
    for (const record of records) yield `${names.map((name) => quoted(record.get(name) ?? '')).join(',')}\n`;
  }
  return opened(path, chunks());
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

function expandedRecords(lines: readonly string[]): readonly Fields[] {
  const records: Map<string, string>[] = [];
  for (const line of lines) {
    if (RECORD.test(line.trim())) records.push(new Map());
    else {
      const [, name = '', value = ''] = FIELD.exec(line) ?? [];
      if (name !== '') records.at(-1)?.set(name, value.trim());
    }
  }
  return records;
}

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

/** Maximum series: more rows do not describe one system. */
const MAX_SERIES = 1000;
/** Fewer dates may be bounds of a period. */
const MIN_DATES = 3;

const isMoment = (cell: string) => isDate(cell) || /^\d{1,2}:\d{2}(?::\d{2})?$/.test(cell);

/** A header of dates or clocks above rows that are series: how it is separated; `undefined` for any other header. */
function datesAsColumns(header: string, row: string): string | undefined {
  return [',', ';', '\t'].find((separator) => {
    const names = splitFields(header, separator);
    const cells = splitFields(row, separator);
    const dates = names.filter(isMoment);
    return (
      dates.length >= MIN_DATES &&
      dates.length > names.length / 2 &&
      !isMoment(names[0]!) &&
      !cells.some(isMoment)
    );
  });
}

const HOUR = /^(\d{1,2})(?::00|h)?(?: ?-.*)?$/;

/** A header of the hours of a day above rows of days: how it is separated; `undefined` for any other header. */
function hoursAsColumns(header: string, row: string): string | undefined {
  return [',', ';', '\t'].find((separator) => {
    const [, ...names] = splitFields(header, separator);
    const hours = names.filter((name) => HOUR.test(name));
    const first = Number.parseInt(hours[0] ?? '', 10);
    const is_day =
      hours.length <= 24 &&
      hours.every((name, i) => Number.parseInt(name, 10) === first + i) &&
      // Numbers alone are the hours of a day if there are 24 of them.
      hours.length >= (/^\d+$/.test(hours[0] ?? '') ? 24 : MIN_DATES);
    return is_day && hours.length >= names.length - 1 && isDate(splitFields(row, separator)[0]!);
  });
}

/** A record for each hour; hours from 1 to 24 are their ends. */
function hourRecords([header = '', ...lines]: readonly string[], separator: string): readonly Fields[] {
  const names = splitFields(header, separator);
  const first = names.some((name) => name.startsWith('24')) ? 1 : 0;
  return lines.flatMap((line) => {
    const [day = '', ...cells] = splitFields(line, separator);
    return names.slice(1).flatMap((name, i) => {
      if (day === '' || !HOUR.test(name)) return [];
      const time = `${day} ${String(Number.parseInt(name, 10) - first).padStart(2, '0')}:00`;
      return [
        new Map([
          ['time', time],
          ['value', cells[i] ?? ''],
        ]),
      ];
    });
  });
}

/** A record for each date, with a cell for each row under the words of the row. */
function turnedRecords([header = '', ...lines]: readonly string[], separator: string): readonly Fields[] {
  const names = splitFields(header, separator);
  const first = names.findIndex(isMoment);
  const rows = lines.filter((line) => line.trim() !== '').map((line) => splitFields(line, separator));
  if (rows.length > MAX_SERIES)
    throw new Refusal(
      `the dates are columns, and ${rows.length} rows are series; expected at most ${MAX_SERIES}`,
      'add the rows up first',
    );
  return names.flatMap((name, column) =>
    isMoment(name)
      ? [
          new Map([
            ['date', name],
            ...rows.map(
              (row, i) => [row.slice(0, first).join(' ') || String(i + 2), row[column] ?? ''] as const,
            ),
          ]),
        ]
      : [],
  );
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
