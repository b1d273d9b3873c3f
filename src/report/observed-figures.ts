import type { ComputeSummary } from './compute-summary.js';
import type { Cell, Column } from './csv.js';

/** Figures of a compute that can be seen from outside; the others are null or empty in every result file. */
const SEEN_FIGURES: readonly (keyof ComputeSummary)[] = [
  'name',
  'cu_hours',
  'cost_usd',
  'cost_usd_per_month',
  'active_seconds',
  'suspended_seconds',
  'starting_seconds',
  'restarting_seconds',
  'mean_cu_active',
  'max_cu',
  'wakes',
  'suspends',
  'restarts',
];

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
      return SEEN_COLUMNS.has(header) ? knownCell(value) : null;
    },
  }));
}

function knownCell(cell: Cell): Cell {
  return typeof cell === 'number' && Number.isNaN(cell) ? null : cell;
}

/** The figures of a compute, `null` wherever they cannot be seen from outside. */
export function seenFigures(figures: ComputeSummary): Known<ComputeSummary> {
  const entries = Object.entries(figures).map(([key, value]) => [
    key,
    SEEN_FIGURES.some((name) => name === key) ? known(value) : unknown(value),
  ]);
  return Object.fromEntries(entries) as Known<ComputeSummary>;
}

/** A figure, or `null` for one that is NaN. */
function known<Value>(value: Value): Value | null {
  return typeof value === 'number' && Number.isNaN(value) ? null : value;
}

/** Something of the same shape that says nothing: `null` for every figure, and for what has none. */
function unknown(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  return entries.length === 0 ? null : Object.fromEntries(entries.map(([key, each]) => [key, unknown(each)]));
}
