import pg from 'pg';
import { parse } from 'postgres-array';
import type { Statement } from './sql-request.js';

const { builtins } = pg.types;

/** Array types whose elements are decoded, with the type of their elements. */
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
 * A result as JSON in the format of the platform's driver.
 * @param rows encoded by {@link rowJson}
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
 * A row as JSON.
 * @param values in PostgreSQL's text format
 * @param raw_text whether values remain strings; otherwise numbers, booleans, JSON and arrays become JSON values
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
  // The last of several columns with the same name wins, as in other clients that return objects.
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
      // Not parsed, because its numbers may have more digits than a double.
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

/** Fields of an error for the platform's driver in addition to the message, in order, with their defaults. */
const FIELDS = {
  ...{ code: '', detail: null, hint: null, position: null, internalPosition: null, internalQuery: null },
  ...{ severity: '', where: null, table: null, column: null, schema: null, dataType: null },
  ...{ constraint: null, file: null, line: null, routine: null },
} as const satisfies Partial<Record<keyof pg.DatabaseError, '' | null>>;

/** An error as JSON in the format of the platform's driver. */
export function errorJson(error: Error): string {
  const sent = error as Partial<pg.DatabaseError>;
  const fields = Object.entries(FIELDS).map(([name, none]) => [
    name,
    sent[name as keyof typeof FIELDS] ?? none,
  ]);
  return JSON.stringify({ message: error.message, ...Object.fromEntries(fields) });
}
