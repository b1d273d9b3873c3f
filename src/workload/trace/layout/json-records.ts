import { plainName } from '../cells/measure.js';
import { TIME } from '../cells/vocabulary.js';
import { Refusal } from '../reading/question.js';
import { parsedJson } from './parsed-json.js';
import { xportedRecords } from './rrdtool.js';
import { keysAreTimes } from './times-as-columns.js';

type Fields = ReadonlyMap<string, string>;
type Named = Readonly<Record<string, unknown>>;

/** Keys whose text names the series below or next to them. */
const NAMES = [
  '__name__',
  'Key',
  'key',
  'expression',
  'metric',
  'Metric',
  'name',
  'target',
  'label',
  'Label',
  'displayName',
  'type',
  'value',
];
const VALUES = /^(?:.*[vV]alues?|\d|[yv]|data|average|total|sum|maximum|minimum|avg|max|min)$/;
/** Names that mean nothing at all. */
const NAMELESS = /^(?:.*[vV]alue|\d)$/;
const MAX_DEPTH = 12;

/**
 * Rows in JSON: lines or a list of objects, or the lists of points in answers of monitoring systems, such as
 * `timeSeries[].points[]` or `[{target, datapoints: [[1, 1767607200]]}]`. A series is named by its enclosing object.
 */
export function jsonRecords(text: string): readonly Fields[] {
  const found: Found[] = [];
  collect(parsedJson(text), '', 0, found);
  const longest = Math.max(0, ...found.map(({ rows }) => rows.length));
  // Labels and dimensions are short lists of objects, too; annotations are next to lists of cells.
  const long = found.filter(({ rows }) => rows.length > 1 && 2 * rows.length >= longest);
  const series = long.some(({ of_lists }) => of_lists) ? long.filter(({ of_lists }) => of_lists) : long;
  if (series.length === 0)
    throw new Refusal('the file is JSON without a list of rows; expected objects with a time and a value');
  const [only] = series;
  if (series.length === 1)
    return only!.name === '' ? only!.rows : only!.rows.map((row) => renamed(row, only!.name));
  return series.flatMap(({ name, rows }) =>
    rows.map((row) => new Map([...renamed(row, 'value', NAMELESS), ['metric', name]])),
  );
}

interface Found {
  readonly name: string;
  readonly rows: readonly Fields[];
  /** Whether the rows are made of a list per column. */
  readonly of_lists: boolean;
}

function collect(value: unknown, name: string, depth: number, found: Found[]): void {
  if (!isObject(value) || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    const headed = headedRows(value);
    const rows = value.map(rowOf);
    if (headed !== undefined) found.push({ name, rows: headed, of_lists: true });
    else if (rows.length > 0 && rows.every((row) => row !== undefined && row.size > 1))
      found.push({ name, rows: rows as readonly Fields[], of_lists: false });
    else for (const one of value) collect(one, name, depth + 1, found);
    return;
  }
  const fields = value as Named;
  const own = nameIn(fields) ?? name;
  const rows = xportedRecords(fields['meta'], fields['data']) ?? tableIn(fields) ?? byTimes(fields);
  if (rows !== undefined) {
    found.push({ name: own, rows, of_lists: true });
    return;
  }
  const before = found.length;
  for (const one of Object.values(fields)) collect(one, own, depth + 1, found);
  if (found.slice(before).some(({ of_lists }) => of_lists)) return;
  const columns = columnsIn(fields);
  if (columns !== undefined) found.push({ name: own, rows: columns, of_lists: true });
}

/** Rows as lists of cells, as BigQuery, Athena, Google Charts and Google Analytics wrap each in objects. */
function unwrapped(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((row: unknown) => {
    const lists = isNamed(row) ? Object.values(row) : [];
    const cells: readonly unknown[] = lists.flat();
    const isCell = (cell: unknown) => cell === null || isNamed(cell);
    return lists.length > 0 && lists.every(Array.isArray) && cells.some(isNamed) && cells.every(isCell)
      ? cells.map((cell) => {
          const { v, VarCharValue, value: text } = cell ?? {};
          return dateOf(v ?? VarCharValue ?? text);
        })
      : row;
  });
}

/** `Date(2026, 0, 5, 9)`, whose months begin with 0, as a timestamp. */
function dateOf(cell: unknown): unknown {
  const [, numbers] = /^Date\(([\d, ]+)\)$/.exec(String(cell)) ?? [];
  if (numbers === undefined) return cell;
  const [year = 0, month = 0, day = 1, ...clock] = numbers.split(',').map(Number);
  return new Date(Date.UTC(year, month, day, ...clock)).toISOString().slice(0, -1);
}

/** Lists of cells, the first of them with the names of the columns. */
function headedRows(value: readonly unknown[]): readonly Fields[] | undefined {
  const lists = unwrapped(value);
  if (!isLists(lists)) return undefined;
  const [names, ...rows] = lists as [readonly unknown[], ...Lists];
  return names.every((name) => typeof name === 'string' && /^\p{L}/u.test(name))
    ? rowsOf(names.map(String), rows)
    : undefined;
}

type Lists = readonly (readonly unknown[])[];
const isLists = (value: unknown): value is Lists =>
  Array.isArray(value) && value.length > 1 && value.every(Array.isArray);

/** Lists of cells under a list of names, as databases and Grafana answer. */
function tableIn(fields: Named): readonly Fields[] | undefined {
  const { columns, cols, schema, meta, labels, data, values, rows, datarows, index } = fields;
  const { dimensionHeaders: dimensions, metricHeaders: metrics } = fields;
  const { pointStart: start, pointInterval: step = 1 } = fields;
  if (typeof start === 'number' && Array.isArray(data))
    return rowsOf(
      ['time', 'value'],
      data.map((value, i) => [start + i * Number(step), value]),
    );
  const frame = isNamed(schema) ? schema['fields'] : schema;
  const report = [dimensions, metrics].flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : []));
  const head = [columns, cols, frame, meta, labels, report].find(
    (one): one is unknown[] => Array.isArray(one) && one.length > 0,
  );
  if (head === undefined) return undefined;
  const by_column = isNamed(data) ? data['values'] : undefined;
  const cells = [values, rows, datarows, data, by_column].map(unwrapped).find(isLists);
  if (cells === undefined) return undefined;
  const names = head.map((one) => String(isNamed(one) ? (one['name'] ?? one['text'] ?? one['label']) : one));
  if (isLists(by_column)) return rowsOf(names, transposed(cells));
  return Array.isArray(index)
    ? rowsOf(
        ['', ...names],
        cells.map((row, i) => [index[i], ...row]),
      )
    : rowsOf(names, cells);
}

/** Objects whose keys are times: a row each, or a column each, as pandas writes them. */
function byTimes(fields: Named): readonly Fields[] | undefined {
  const all = Object.entries(fields);
  if (keysAreTimes(fields)) {
    const rows = all.map(([time]) => new Map([['time', time]]));
    return rows.every((row, i) => addCells(all[i]![1], isObject(all[i]![1]) ? '' : 'value', row))
      ? rows
      : undefined;
  }
  if (!all.every((one): one is [string, Named] => isNamed(one[1]) && !Object.values(one[1]).some(isObject)))
    return undefined;
  const index = [...new Set(all.flatMap(([, cells]) => Object.keys(cells)))].toSorted();
  if (!index.every(isMoment)) return undefined;
  return rowsOf(
    ['', ...all.map(([name]) => name)],
    index.map((time) => [time, ...all.map(([, cells]) => cells[time])]),
  );
}

/** Lists of cells with one of times among them, as charts have them. */
function columnsIn(fields: Named): readonly Fields[] | undefined {
  const lists = listsIn(fields, '');
  const axes = lists.filter(isAxis);
  const columns = lists.filter(({ cells }) => cells.length === axes[0]?.cells.length);
  const are_parts = new Set(columns.map(({ name }) => name)).size < columns.length;
  const names = columns.map(({ name, part }) => (are_parts ? `${part} ${name}`.trim() : name));
  if (columns.length <= axes.length || new Set(names).size < names.length) return undefined;
  return rowsOf(names, transposed(columns.map(({ cells }) => cells)));
}

interface NamedList {
  readonly name: string;
  /** Text next to the list, such as the group that Sentry counts it by. */
  readonly part: string;
  readonly cells: readonly unknown[];
}

/** The lists of cells in an object, and in the objects within it. One called `data` or `y` has the name of its object. */
function listsIn(value: unknown, name: string, key = name, depth = 0, part = ''): readonly NamedList[] {
  if (!isObject(value) || depth > MAX_DEPTH) return [];
  if (!Array.isArray(value)) {
    const own = nameIn(value as Named) ?? name;
    const by = (value as Named)['by'];
    const group = isNamed(by) ? Object.values(by).join(' ') : part;
    return Object.entries(value as Named).flatMap(([of, one]) => listsIn(one, own, of, depth + 1, group));
  }
  if (value.some(isObject)) return value.flatMap((one) => listsIn(one, name, key, depth + 1, part));
  return value.length < 2 ? [] : [{ name: VALUES.test(key) && name !== '' ? name : key, part, cells: value }];
}

/** Whether these are the times of the other lists. */
function isAxis({ name, cells }: NamedList): boolean {
  return (
    cells.every(isMoment) || (TIME.test(plainName(name)) && cells.every((cell) => typeof cell === 'number'))
  );
}

const isMoment = (cell: unknown) => /^\d{9,}|^\d{4}-|^\d\d?:\d\d/.test(String(cell));
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

function transposed(columns: Lists): Lists {
  const [first] = columns;
  if (columns.some(({ length }) => length !== first!.length)) return [];
  return first!.map((_, row) => columns.map((column) => column[row]));
}

function rowsOf(names: readonly string[], lists: Lists): readonly Fields[] | undefined {
  if (lists.length < 2 || lists.some(({ length }) => length !== names.length)) return undefined;
  return lists.map((cells) => new Map(names.map((name, i) => [name, String(cells[i] ?? '')])));
}

function nameIn(fields: Named, depth = 0): string | undefined {
  for (const key of NAMES) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '' && !/^\d/.test(value)) return value;
    const inner = isNamed(value) && depth < 2 ? nameIn(value, depth + 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isNamed(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The cells of a row; `undefined` for something with lists in it, or without a number. */
function rowOf(value: unknown): Fields | undefined {
  const row = new Map<string, string>();
  return addCells(value, '', row) && [...row.values()].some((cell) => /^-?[\d.]+(?:e[+-]?\d+)?$/i.test(cell))
    ? row
    : undefined;
}

function addCells(value: unknown, name: string, row: Map<string, string>): boolean {
  if (typeof value !== 'object' || value === null) {
    row.set(name, value === null || value === undefined ? '' : String(value));
    return true;
  }
  if (Array.isArray(value)) {
    const [only] = value as readonly unknown[];
    // A row of CloudWatch Logs Insights.
    if (name === '' && value.every((one) => isNamed(one) && 'field' in one && 'value' in one)) {
      for (const { field, value: cell } of value as readonly Named[]) row.set(String(field), String(cell));
      return true;
    }
    if (value.length === 1 && isNamed(only) && row.size > 0)
      return Object.entries(only).every(([key, inner]) =>
        addCells(inner, row.has(key) ? `${name}.${key}` : key, row),
      );
    // A moment and a list of one object, as Sentry answers.
    const [moment, inner] = value as readonly unknown[];
    if (name === '' && value.length === 2 && typeof moment === 'number' && Array.isArray(inner))
      return addCells(moment, 'time', row) && addCells(inner, 'value', row);
    if (name !== '' || value.length > 4 || value.some((one) => typeof one === 'object' && one !== null))
      return false;
    for (const [i, cell] of value.entries()) row.set(String(i + 1), String(cell ?? ''));
    return true;
  }
  if (keysAreTimes(value)) return false;
  // The parts of a bucket of Elasticsearch, whose number of documents includes them.
  const isParts = (inner: unknown) =>
    isNamed(inner) && 'buckets' in inner && Object.values(value).some(isMoment);
  return Object.entries(value).every(
    ([key, inner]) => isParts(inner) || addCells(inner, name === '' ? key : `${name}.${key}`, row),
  );
}

/** A cell called `value` has the name of its series; one called `average` adds that to it. */
function renamed(row: Fields, name: string, generic = VALUES): Fields {
  const values = [...row].filter(([key]) => generic.test(key));
  const isTime = (cell: string) => /^\d{10,19}(?:\.\d+)?$/.test(cell);
  const [value, other] = values.filter(([, cell]) => !isTime(cell));
  if (value === undefined || other !== undefined) return row;
  const [key] = value;
  const own = /^(?:average|avg|max|min)/.test(key) ? `${name} (${key})` : name;
  return new Map([...row].map(([one, cell]) => [one === key ? own : one, cell]));
}
