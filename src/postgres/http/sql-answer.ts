import pg from 'pg';
import { parse } from 'postgres-array';
import type { Statement } from './sql-request.js';

const { builtins } = pg.types;

/** Arrays of types that JSON can represent, and of those whose text is their value. */
const ELEMENT_TYPES: ReadonlyMap<number, number> = new Map([
  [1000, builtins.BOOL],
  [1005, builtins.INT2],
  [1007, builtins.INT4],
  [1021, builtins.FLOAT4],
  [1022, builtins.FLOAT8],
  [199, builtins.JSON],
  [3807, builtins.JSONB],
  // bytea, "char", name, int8, text, oid, bpchar, varchar, date, time, timestamp, timestamptz, timetz, interval,
  // numeric, inet, cidr, macaddr, uuid: as text.
  ...[1001, 1002, 1003, 1016, 1009, 1028, 1014, 1015, 1182, 1183, 1115, 1185, 1270, 1187].map(asText),
  ...[1231, 1041, 651, 1040, 2951].map(asText),
]);

function asText(array_type: number): readonly [number, number] {
  return [array_type, builtins.TEXT];
}

/**
 * A result as the platform's driver expects it, in JSON.
 * @param rows as the texts that {@link rowJson} made
 */
export function resultJson(
  { array_mode }: Statement,
  { fields, command, rowCount }: pg.QueryResult,
  rows: readonly string[],
): string {
  const described = fields.map(({ name, dataTypeID, tableID, columnID, dataTypeSize, dataTypeModifier }) => ({
    name,
    dataTypeID,
    tableID,
    columnID,
    dataTypeSize,
    dataTypeModifier,
    format: 'text',
  }));
  const tail = JSON.stringify({ command: command ?? '', rowCount: rowCount ?? null, rowAsArray: array_mode });
  return `{"fields":${JSON.stringify(described)},"rows":[${rows.join(',')}],${tail.slice(1)}`;
}

/**
 * A row in JSON.
 * @param values as PostgreSQL writes them
 * @param raw_text whether they stay so; otherwise numbers, booleans, JSON and arrays become what JSON has for them
 */
export function rowJson(
  values: readonly (string | null)[],
  fields: readonly pg.FieldDef[],
  { array_mode }: Statement,
  raw_text: boolean,
): string {
  const texts = values.map((value, index) => {
    if (value === null) return 'null';
    return raw_text ? JSON.stringify(value) : valueJson(value, fields[index]!.dataTypeID);
  });
  if (array_mode) return `[${texts.join(',')}]`;
  // Of columns with one name, the last stands, as with every client that makes objects of rows.
  const entries = new Map(texts.map((text, index) => [fields[index]!.name, text]));
  return `{${[...entries].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

function valueJson(text: string, type: number): string {
  const element = ELEMENT_TYPES.get(type);
  if (element !== undefined)
    return arrayJson(
      parse(text, (item) => item),
      element,
    );
  switch (type) {
    case builtins.BOOL:
      return text === 't' ? 'true' : 'false';
    case builtins.INT2:
    case builtins.INT4:
      return text;
    case builtins.FLOAT4:
    case builtins.FLOAT8:
      // JSON has no infinity.
      return Number.isFinite(Number(text)) ? JSON.stringify(Number(text)) : JSON.stringify(text);
    case builtins.JSON:
    case builtins.JSONB:
      // As it stands: a number in it may have more digits than numbers here.
      return text;
    default:
      return JSON.stringify(text);
  }
}

function arrayJson(items: readonly unknown[], element: number): string {
  const texts = items.map((item) => {
    if (item === null) return 'null';
    return Array.isArray(item) ? arrayJson(item, element) : valueJson(String(item), element);
  });
  return `[${texts.join(',')}]`;
}

/** The fields of an error that the platform's driver receives in addition to its message, in order. */
const TOLD = {
  ...{ code: '', detail: null, hint: null, position: null, internalPosition: null, internalQuery: null },
  ...{ severity: '', where: null, table: null, column: null, schema: null, dataType: null },
  ...{ constraint: null, file: null, line: null, routine: null },
} as const satisfies Partial<Record<keyof pg.DatabaseError, '' | null>>;

/** An error in JSON, as the platform's driver expects it. */
export function errorJson(error: Error): string {
  const told = error as Partial<pg.DatabaseError>;
  const fields = Object.entries(TOLD).map(([name, none]) => [name, told[name as keyof typeof TOLD] ?? none]);
  return JSON.stringify({ message: error.message, ...Object.fromEntries(fields) });
}
