import { TraceError } from '../../trace-error.js';
import { CellReader, isMissing } from '../cells/cell-reader.js';
import { isIdName, isOtherMeasure, isValueName } from './column-names.js';
import { type ColumnChoice, listedColumns, namedColumn, type Table } from './table.js';

/**
 * The column with the value of a row: as named, else by a usual name, else the only other column of numbers.
 * @throws TraceError when several could be meant, or the only one is named like something else
 */
export function valueColumn(
  table: Table,
  wanted: string | undefined,
  kind: 'counts' | 'level',
  time: number,
): ColumnChoice {
  if (wanted !== undefined) return namedColumn(table, wanted, 'value');
  const { columns } = table;
  if (table.has_header) {
    const usual = columns.flatMap((name, i) => (i !== time && isValueName(name, kind) ? [i] : []));
    if (usual.length === 1) {
      return { index: usual[0]!, name: columns[usual[0]!]!, why: `a usual name for ${kindWords(kind)}` };
    }
    if (usual.length > 1) throw ambiguous(table, usual);
  }
  const numeric = valueColumns(table, kind, time);
  if (numeric.length > 1) throw ambiguous(table, numeric);
  const only = numeric[0] ?? (columns.length === 2 ? 1 - time : undefined);
  if (only !== undefined) {
    const name = columns[only]!;
    if (table.has_header && isOtherMeasure(name, kind)) throw otherMeasure(table.file, name, kind);
    return {
      index: only,
      name,
      why: columns.length === 2 ? 'the only other column' : 'the only other column of numbers',
    };
  }
  const reason = `no column holds ${kindWords(kind)}; expected a column of numbers beside the time (single arrivals are kind: arrivals)`;
  throw new TraceError(table.file, `${reason}${listedColumns(table)}`);
}

/** The columns beside the time that hold numbers and are no ids; missing values do not count. */
export function valueColumns(table: Table, kind: 'counts' | 'level', time: number): readonly number[] {
  const { columns, rows, has_header } = table;
  return columns
    .map((_, i) => i)
    .filter((i) => i !== time && !(has_header && isIdName(columns[i]!)) && holdsNumbers(rows, i, kind));
}

function holdsNumbers(rows: Table['rows'], column: number, kind: 'counts' | 'level'): boolean {
  const cells = new CellReader(kind);
  let numbers = 0;
  for (const row of rows) {
    const field = row[column] ?? '';
    if (isMissing(field)) continue;
    try {
      cells.read(field, 0);
      numbers += 1;
    } catch {
      return false;
    }
  }
  return numbers > 0;
}

function ambiguous(table: Table, candidates: readonly number[]): TraceError {
  const names = candidates.slice(0, 20).map((i) => `"${table.columns[i]!}"`);
  const rest = candidates.length > names.length ? ` and ${candidates.length - names.length} more` : '';
  const example = table.columns[candidates[0]!]!;
  return new TraceError(
    table.file,
    `several columns could be the value: ${names.join(', ')}${rest}; say which, as in value: ${example}, or take all of them as a fleet, one tenant a column (values: all)`,
  );
}

function otherMeasure(file: string, name: string, kind: 'counts' | 'level'): TraceError {
  const reason = `the only column of numbers beside the time, "${name}", is named like something else than ${kindWords(kind)}`;
  const otherwise =
    kind === 'level'
      ? 'a level is the busy share of a machine in per cent'
      : 'kind: arrivals if each row is one query, or kind: level if it is CPU % of one machine, with scale: 0.25 where 400 is all of it';
  return new TraceError(
    file,
    `${reason}; say value: ${name} if it is one${kind === 'level' ? '; ' : ', '}${otherwise}`,
  );
}

function kindWords(kind: 'counts' | 'level'): string {
  return kind === 'counts' ? 'a count' : 'a level';
}
