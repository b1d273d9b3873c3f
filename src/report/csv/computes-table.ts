import { columnOf, PLACED_FIGURES, type PlacedFigure } from '../../figures/catalogue.js';
import type { Breakdown, FigureValue } from '../../figures/figure.js';
import type { ComputeSummary } from '../figures/compute-summary.js';
import type { Summary } from '../figures/summary.js';
import { type Cell, type Column, columnsOf, fields } from '../text/csv.js';

/** Figures by name, which a cell has in words. */
const BREAKDOWNS = /_by_(cause|error)$/;

/** Columns of `computes.csv`: the figures of `summary.json`, flattened, units in the names. */
export const COMPUTES_COLUMNS: readonly Column<ComputeSummary>[] = [
  { header: 'compute', kind: 'text', cell: ({ name }) => name },
  ...PLACED_FIGURES.filter(({ column }) => column).map((figure) => ({
    header: columnOf(figure),
    kind: BREAKDOWNS.test(figure.name) ? ('text' as const) : ('number' as const),
    cell: (row: ComputeSummary) => cellOf(figure, row),
  })),
];

/** Rows of `replications.csv`. */
export interface ReplicationRow {
  readonly replication: number;
  readonly row: ComputeSummary;
}

/** Columns of `replications.csv`: for each replication a row per compute, and one named `total`. */
export const REPLICATIONS_COLUMNS: readonly Column<ReplicationRow>[] = [
  ...fields<ReplicationRow>('replication'),
  ...columnsOf(({ row }: ReplicationRow) => row, COMPUTES_COLUMNS),
];

/** The rows of it. */
export function replicationRows(summaries: readonly Summary[]): readonly ReplicationRow[] {
  return summaries.flatMap(({ computes, total }, replication) =>
    [...computes, total].map((row) => ({ replication, row })),
  );
}

function cellOf(figure: PlacedFigure, row: ComputeSummary): Cell {
  const value = figureOf(figure, row);
  return typeof value === 'object' && value !== null ? breakdownText(value) : value;
}

function figureOf({ path, block, of }: PlacedFigure, row: ComputeSummary): FigureValue | undefined {
  if (block === undefined) return readAt(row, path) as FigureValue | undefined;
  const whole = readAt(row, block);
  return whole === null ? null : (of as (whole: unknown) => FigureValue)(whole);
}

/** What a path of the catalogue leads to. */
function readAt(row: ComputeSummary, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<string, unknown>> | null)?.[key],
    row,
  );
}

/** Names and their counts in one cell: `53300: 12; 57P01: 3`; empty when there are none. */
export function breakdownText(counts: Breakdown): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join('; ');
}
