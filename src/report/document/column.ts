import { figureNamed } from '../../figures/catalogue.js';
import type { SeenBy } from '../../figures/figure.js';
import type { FigureInterval } from '../../figures/figure-interval.js';
import type { FigureName } from '../../figures/run-figures.js';
import type { Unit } from '../figures/unit.js';

/** An output form of a report; `csv` includes Parquet. */
export type Form = 'screen' | 'markdown' | 'page' | 'csv' | 'workbook';

/** A name chosen by a user, with its number and the tags next to it. */
export interface NameCell {
  readonly name: string;
  readonly number?: number;
  readonly tags?: readonly string[];
}

/** A formula of a workbook, and the value that the other forms show. */
export interface FormulaCell {
  /** Without the leading `=`. @param at the name of a cell by its column, of the same row unless another is given */
  readonly formula: (at: (column: string, row?: number) => string) => string;
  readonly value: number | string;
}

/** The value of a cell; `null` and `undefined`: not measured. */
export type Cell = string | number | boolean | null | undefined | FigureInterval | NameCell | FormulaCell;

/** One column of a table: its description, and the value of a row. */
export interface Column<Row> {
  /** Header of the CSV file, with the unit at the end; formulas of other cells refer to it. */
  readonly name: string;
  readonly head: string;
  /** Text by default. */
  readonly unit?: Unit | ((row: Row) => Unit);
  readonly of: (row: Row, index: number) => Cell;
  /** Whether values have an interval: CSV files and workbooks add a column with its half-width. */
  readonly interval?: boolean;
  /** Formats a value for readers if the format of its unit does not suit it. */
  readonly text?: (row: Row, index: number) => string;
  /** Whether Markdown shows it in bold, because it is worse. */
  readonly strong?: (row: Row, index: number) => boolean;
  /** Unit in the data dictionary, if rows have several units or `unit` is not set. */
  readonly measure?: string;
  /** A sentence for the data dictionary. */
  readonly meaning?: string;
  /** Observers of a real platform or database that can see its values; none by default. */
  readonly seen?: SeenBy | 'all';
  /** Narrow screens drop columns in this order, from 1; amounts are never dropped. */
  readonly minor?: number;
  /** Forms that have the column; all by default. */
  readonly in?: readonly Form[];
}

/** A column with its name, heading, unit and value. */
export function column<Row>(
  name: string,
  head: string,
  unit: NonNullable<Column<Row>['unit']>,
  of: Column<Row>['of'],
  further: Partial<Column<Row>> = {},
): Column<Row> {
  return { name, head, unit, of, ...further };
}

/** A column of a figure, with label, unit and meaning of the catalogue. @param figure its name, or its column of `computes.csv` */
export function figureColumn<Row>(
  figure: FigureName | (string & {}),
  of: Column<Row>['of'],
  further: Partial<Column<Row>> = {},
): Column<Row> {
  const { label, unit, sentence, observable } = figureNamed(figure);
  const seen = observable && { seen: observable };
  return { name: figure, head: label, unit, meaning: sentence, interval: true, ...seen, of, ...further };
}

/**
 * Makes columns of files. By default, the value is the row's field of the column's name.
 * @param seen observers of a real platform or database that can see the values
 */
export function fileColumn<Row>(seen?: Column<Row>['seen']) {
  function own(name: keyof Row & string, unit: Unit, meaning: string): Column<Row>;
  function own(name: string, unit: Unit, meaning: string, of: Column<Row>['of']): Column<Row>;
  function own(
    name: string,
    unit: Unit,
    meaning: string,
    of: Column<Row>['of'] = (row) => row[name as keyof Row] as Cell,
  ): Column<Row> {
    return { name, head: name, unit, meaning, of, ...(seen && { seen }) };
  }
  return own;
}

/** A column of a part of a row. */
export function ofPart<Row, Part>(
  { name, head, unit, meaning, of }: Column<Part>,
  part: (row: Row) => Part,
): Column<Row> {
  return {
    name,
    head,
    ...(typeof unit === 'string' && { unit }),
    ...(meaning && { meaning }),
    of: (row, index) => of(part(row), index),
  };
}

/** Columns with the same value in each row, for files only. */
export function sameInAllRows(
  values: Readonly<Partial<Record<keyof typeof SHARED_COLUMNS, number>>>,
): readonly Column<unknown>[] {
  return Object.entries(values).map(([name, value]) => {
    const [unit, meaning] = SHARED_COLUMNS[name as keyof typeof SHARED_COLUMNS];
    return { ...fileColumn<unknown>()(name, unit, meaning, () => value), in: ['csv'] };
  });
}

/** The meaning of the number of replications in files. */
export const REPLICATIONS_MEANING = 'Number of runs behind each mean.';

const SHARED_COLUMNS = {
  replications: ['count', REPLICATIONS_MEANING],
  confidence: ['share', 'Confidence level of the intervals.'],
} as const;
