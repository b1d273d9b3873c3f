import { Refusal } from '../reading/question.js';

type Fields = ReadonlyMap<string, string>;
type Named = Readonly<Record<string, unknown>>;

/** Keys whose text names the series below or next to them. */
const NAMES = [
  'Key',
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
const VALUES = /^(?:value|Value|\d|.*[vV]alue|average|total|sum|maximum|minimum|avg|max|min)$/;
const MAX_DEPTH = 12;

/**
 * Rows in JSON: lines or a list of objects, or the lists of points in answers of monitoring systems, such as
 * `timeSeries[].points[]` or `[{target, datapoints: [[1, 1767607200]]}]`. A series is named by its enclosing object.
 */
export function jsonRecords(text: string): readonly Fields[] {
  const found: { readonly name: string; readonly rows: readonly Fields[] }[] = [];
  collect(parsedJson(text), '', 0, (name, rows) => found.push({ name, rows }));
  const longest = Math.max(0, ...found.map(({ rows }) => rows.length));
  // Labels and dimensions are short lists of objects, too.
  const series = found.filter(({ rows }) => rows.length > 1 && 2 * rows.length >= longest);
  if (series.length === 0)
    throw new Refusal('the file is JSON without a list of rows; expected objects with a time and a value');
  const [only] = series;
  if (series.length === 1)
    return only!.name === '' ? only!.rows : only!.rows.map((row) => renamed(row, only!.name));
  return series.flatMap(({ name, rows }) => rows.map((row) => new Map([...row, ['metric', name]])));
}

/** The value of a text in JSON; a list of values if each line is one. @throws Refusal for other text */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2 || !/[}\]]$/.test(lines[0]!.trim()))
      throw new Refusal(`the file is JSON that is cut off or damaged: ${(error as Error).message}`);
    return lines.map((line, i): unknown => {
      try {
        return JSON.parse(line);
      } catch {
        throw new Refusal('the line is not JSON; expected an object per line', undefined, i + 1);
      }
    });
  }
}

function collect(
  value: unknown,
  name: string,
  depth: number,
  take: (name: string, rows: readonly Fields[]) => void,
) {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    const rows = value.map(rowOf);
    if (rows.length > 0 && rows.every((row) => row !== undefined && row.size > 1)) {
      take(name, rows as readonly Fields[]);
      return;
    }
    for (const one of value) collect(one, name, depth + 1, take);
    return;
  }
  const own = nameIn(value as Named) ?? name;
  const table = tableIn(value as Named);
  if (table !== undefined) {
    take(own, table);
    return;
  }
  for (const one of Object.values(value)) collect(one, own, depth + 1, take);
}

type Lists = readonly (readonly unknown[])[];
const isLists = (value: unknown): value is Lists =>
  Array.isArray(value) && value.length > 1 && value.every(Array.isArray);

/**
 * Lists of cells under a list of names, as databases answer; or columns by their names, as charts, Grafana and pandas
 * have them.
 */
function tableIn(fields: Named): readonly Fields[] | undefined {
  const { columns, cols, schema, data, values, rows, index } = fields;
  const frame = isNamed(schema) ? schema['fields'] : undefined;
  const head = [columns, cols, frame].find(Array.isArray);
  if (head === undefined) return columnsIn(fields);
  const cells = [values, rows, data, isNamed(data) ? data['values'] : undefined].find(isLists);
  if (cells === undefined) return undefined;
  const names = head.map((one) => String(isNamed(one) ? (one['name'] ?? one['text']) : one));
  if (frame !== undefined) return rowsOf(names, transposed(cells));
  return Array.isArray(index)
    ? rowsOf(
        ['', ...names],
        cells.map((row, i) => [index[i], ...row]),
      )
    : rowsOf(names, cells);
}

function columnsIn(fields: Named): readonly Fields[] | undefined {
  const all = Object.entries(fields);
  const lists = all.filter(
    (one): one is [string, unknown[]] => Array.isArray(one[1]) && !one[1].some(isObject),
  );
  // A list of objects holds the rows if no list has times, or if it is longer.
  const length = lists.find(([, list]) => list.every(isMoment))?.[1].length ?? 0;
  if (all.some(([, list]) => Array.isArray(list) && list.some(isObject) && list.length > length))
    return undefined;
  if (lists.length > 1)
    return rowsOf(
      lists.map(([name]) => name),
      transposed(lists.map(([, list]) => list)),
    );
  // Columns of pandas, by the times of their rows.
  if (!all.every((one): one is [string, Named] => isNamed(one[1]) && !Object.values(one[1]).some(isObject)))
    return undefined;
  const index = [...new Set(all.flatMap(([, cells]) => Object.keys(cells)))].toSorted();
  if (!index.every(isMoment)) return undefined;
  return rowsOf(
    ['', ...all.map(([name]) => name)],
    index.map((time) => [time, ...all.map(([, cells]) => cells[time])]),
  );
}

const isMoment = (cell: unknown) => /^\d{9,}|^\d{4}-/.test(String(cell));
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
    if (name !== '' || value.length > 4 || value.some((one) => typeof one === 'object' && one !== null))
      return false;
    for (const [i, cell] of value.entries()) row.set(String(i + 1), String(cell ?? ''));
    return true;
  }
  return Object.entries(value).every(([key, inner]) =>
    addCells(inner, name === '' ? key : `${name}.${key}`, row),
  );
}

/** A cell called `value` or `average` has the name of its series. */
function renamed(row: Fields, name: string): Fields {
  const values = [...row].filter(([key]) => VALUES.test(key));
  const isTime = (cell: string) => /^\d{10,19}(?:\.\d+)?$/.test(cell);
  const [value, other] = values.filter(([, cell]) => !isTime(cell));
  if (value === undefined || other !== undefined) return row;
  return new Map([...row].map(([key, cell]) => [key === value[0] ? name : key, cell]));
}
