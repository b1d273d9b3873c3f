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

/** One column of a table: what it holds, and how a row's value is found. */
export interface Column<Row> {
  /** Header of the CSV file, the unit last; other cells know the column by it. */
  readonly name: string;
  readonly head: string;
  /** Text unless given. */
  readonly unit?: Unit | ((row: Row) => Unit);
  readonly of: (row: Row, index: number) => Cell;
  /** Whether values have an interval: CSV files and workbooks have half of it in a column behind. */
  readonly interval?: boolean;
  /** How people read a value that its unit does not write well. */
  readonly text?: (row: Row, index: number) => string;
  /** Whether Markdown has it in bold: something that is worse. */
  readonly strong?: (row: Row, index: number) => boolean;
  /** Unit in the data dictionary, if rows have several or no form has it. */
  readonly measure?: string;
  /** A sentence for the data dictionary. */
  readonly meaning?: string;
  /** Who can observe its values on a real platform or database; by default no observer. */
  readonly seen?: SeenBy | 'all';
  /** Its place among the columns that a narrow screen leaves out first, from 1; amounts always stay. */
  readonly minor?: number;
  /** Forms that have the column; all unless given. */
  readonly in?: readonly Form[];
}

/** A column by its name, what people call it, its unit and its value. */
export function column<Row>(
  name: string,
  head: string,
  unit: NonNullable<Column<Row>['unit']>,
  of: Column<Row>['of'],
  further: Partial<Column<Row>> = {},
): Column<Row> {
  return { name, head, unit, of, ...further };
}

/** A column of a figure: its label, unit and meaning are those of the catalogue. @param figure its name, or its column of `computes.csv` */
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
 * Makes columns of files: the field of their name, unless a function finds their values.
 * @param seen who sees the values of a real platform or database
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

/** Columns with the same value in each row, which only files need. */
export function sameInAllRows(
  values: Readonly<Partial<Record<keyof typeof SAME, number>>>,
): readonly Column<unknown>[] {
  return Object.entries(values).map(([name, value]) => {
    const [unit, meaning] = SAME[name as keyof typeof SAME];
    return { ...fileColumn<unknown>()(name, unit, meaning, () => value), in: ['csv'] };
  });
}

/** The meaning of the number of replications in files. */
export const RUNS_OF_A_MEAN = 'Runs that a mean is of.';

const SAME = {
  replications: ['count', RUNS_OF_A_MEAN],
  confidence: ['share', 'Confidence level of the intervals.'],
} as const;
