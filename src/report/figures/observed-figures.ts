import { PLACED_FIGURES } from '../../figures/catalogue.js';
import type { Column } from '../text/csv.js';
import type { ComputeSummary } from './compute-summary.js';

/** Figures of a compute that can be seen from outside; the others are null or empty in every result file. */
const SEEN_FIGURES: ReadonlySet<string> = new Set([
  'name',
  ...PLACED_FIGURES.filter(({ observable }) => observable).map(({ name }) => name),
]);

/** Columns of the result tables that can be filled in from outside, beside the figures above. */
const SEEN_COLUMNS: ReadonlySet<string> = new Set([
  ...SEEN_FIGURES,
  'compute',
  'time',
  'time_seconds',
  'start_time',
  'start_seconds',
  'end_seconds',
  'decision',
  'state',
  'current_state',
  'pending_state',
  'cu',
  'cu_before',
  'cu_after',
  'cu_seconds',
  'cost_so_far_usd',
  'reason',
]);

/** Any figure, or a part of the figures, of which nothing may be known. */
export type Known<Value> = Value extends number
  ? number | null
  : Value extends string
    ? string
    : { readonly [Key in keyof Value]: Known<Value[Key]> } | null;

/** The same columns, empty where nothing can be seen from outside, or the size is not known. */
export function seenColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.map(({ header, cell }) => ({
    header,
    cell: (row) => {
      // Read in any case: the running cost counts every row.
      const value = cell(row);
      return SEEN_COLUMNS.has(header) ? known(value) : null;
    },
  }));
}

/** The figures of a compute, `null` wherever they cannot be seen from outside. */
export function seenFigures(figures: ComputeSummary): Known<ComputeSummary> {
  return mapped(figures, (value, key) =>
    SEEN_FIGURES.has(key) ? known(value) : unknown(value),
  ) as Known<ComputeSummary>;
}

/** A figure, or `null` for one that is NaN. */
export function known<Value>(value: Value): Value | null {
  return Number.isNaN(value) ? null : value;
}

/** Something of the same shape that says nothing: `null` for every figure, and for what has none. */
function unknown(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  return Object.keys(value).length === 0 ? null : mapped(value, unknown);
}

function mapped(whole: object, of: (value: unknown, key: string) => unknown): object {
  return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, of(value, key)]));
}
