import { columnOf, PLACED_FIGURES, type PlacedFigure } from '../../figures/catalogue.js';
import type { DisruptionSummary } from '../../figures/disruptions.js';
import type { Breakdown, FigureValue } from '../../figures/figure.js';
import type { ComputeSummary } from '../../study/run/compute-summary.js';
import type { Summary } from '../../study/run/summary.js';
import { type Column, figureColumn, fileColumn, ofPart } from '../document/column.js';
import { errorWording } from '../text/error-wording.js';
import { COMPUTE } from './run-identity.js';

/** Figures by name, which a cell has in words. */
const BREAKDOWNS = /_by_(cause|error)$/;

/** Columns of `computes.csv`: the figures of `summary.json`, flattened, units in the names. */
export const COMPUTES_COLUMNS: readonly Column<ComputeSummary>[] = [
  fileColumn<ComputeSummary>('all')('compute', 'text', COMPUTE, ({ name }) => name),
  ...PLACED_FIGURES.filter(({ column }) => column).map((figure) =>
    figureColumn<ComputeSummary>(columnOf(figure), (row) => cellOf(figure, row), {
      interval: false,
      ...(BREAKDOWNS.test(figure.name) && { unit: 'text' as const }),
    }),
  ),
];

/** Rows of `replications.csv`. */
interface ReplicationRow {
  readonly replication: number;
  readonly row: ComputeSummary;
}

const replication = fileColumn<ReplicationRow>();

/** Columns of `replications.csv`: for each replication a row per compute, and one named `total`. */
export const REPLICATIONS_COLUMNS: readonly Column<ReplicationRow>[] = [
  replication('replication', 'count', 'Number of the replication, from 0.'),
  replication('compute', 'text', 'Name of the compute, or `total` for all of them.', ({ row }) => row.name),
  ...COMPUTES_COLUMNS.slice(1).map((column) => ofPart(column, ({ row }: ReplicationRow) => row)),
];

export function replicationRows(summaries: readonly Summary[]): readonly ReplicationRow[] {
  return summaries.flatMap(({ computes, total }, number) =>
    [...computes, total].map((row) => ({ replication: number, row })),
  );
}

function cellOf(figure: PlacedFigure, row: ComputeSummary): string | number | null | undefined {
  const value = figureOf(figure, row);
  return typeof value === 'object' && value !== null ? breakdownText(value) : value;
}

function figureOf({ path, block, of }: PlacedFigure, row: ComputeSummary): FigureValue | undefined {
  if (block === undefined) return readAt(row, path) as FigureValue | undefined;
  const whole = readAt(row, block);
  return whole === null ? null : (of as (whole: unknown) => FigureValue)(whole);
}

/** A value by its path; the values of a packed row are inherited. */
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

/** A row of one cause, or error, of a compute. */
type OfCompute<Figures> = Figures & { readonly compute: string };

/** Rows that each compute has several of. */
function* rowsOf<Figures>(
  computes: readonly ComputeSummary[],
  parts: (summary: ComputeSummary) => Iterable<Figures>,
): Generator<OfCompute<Figures>, void, undefined> {
  for (const summary of computes) for (const part of parts(summary)) yield { compute: summary.name, ...part };
}

/** How many queries of a compute failed with an error, and how many attempts were repeated after it. */
type ErrorRow = OfCompute<
  Readonly<Record<'error', string>> & Readonly<Record<'queries_failed' | 'attempts_retried', number>>
>;

const error = fileColumn<ErrorRow>();

/** Columns of `errors.csv`: a row for each compute and error. */
export const ERRORS_COLUMNS: readonly Column<ErrorRow>[] = [
  error('compute', 'text', COMPUTE),
  error('error', 'text', 'SQLSTATE, or a client-side error.'),
  error('meaning', 'text', 'What the error means, in words.', (row) => errorWording(row.error)),
  error('queries_failed', 'count', 'Queries whose last attempt ended with it.'),
  error('attempts_retried', 'count', 'Attempts that were repeated after it.'),
];

/** The rows of `errors.csv`; errors of no compute are in none. */
export function errorRows(computes: readonly ComputeSummary[]): Iterable<ErrorRow> {
  return rowsOf(computes, ({ queries: { by_error, retried_by_error } }) =>
    [...new Set([...Object.keys(by_error), ...Object.keys(retried_by_error)])].sort().map((name) => ({
      error: name,
      queries_failed: by_error[name] ?? 0,
      attempts_retried: retried_by_error[name] ?? 0,
    })),
  );
}

type Disruption = NonNullable<DisruptionSummary['by_cause'][keyof DisruptionSummary['by_cause']]>;

/** A cause of disturbance of a compute, its number, and the outcome of the queries. */
type DisruptionRow = OfCompute<Disruption & { readonly cause: string }>;

const CAUSE = 'What it was due to.';
const disruption = fileColumn<DisruptionRow>();

/** Columns of `disruptions.csv`: a row for each compute and cause. */
export const DISRUPTIONS_COLUMNS: readonly Column<DisruptionRow>[] = [
  disruption('compute', 'text', COMPUTE),
  disruption('cause', 'text', CAUSE),
  disruption(
    'count',
    'count',
    'Cuts of all connections, and wakes that let in more clients than the compute could bear.',
  ),
  disruption('connections_dropped', 'count', 'Connections that were cut.'),
  disruption('queries_cut', 'count', 'Attempts that a cut ended.'),
  disruption('disturbed', 'count', 'Queries that were cut, held, refused or made to give up.'),
  disruption('back', 'count', 'Disturbed queries that were answered after all.'),
  disruption('lost', 'count', 'Disturbed queries that were never answered.'),
  disruption(
    'trouble_seconds',
    'seconds',
    'Time when they were held, in the queue of the pooler or failing, as in computes.',
  ),
];

export function disruptionRows(computes: readonly ComputeSummary[]): Iterable<DisruptionRow> {
  return rowsOf(computes, ({ disruptions }) =>
    Object.entries(disruptions.by_cause).map(([cause, each]) => ({ cause, ...each })),
  );
}

/** For how long a compute was unavailable because of what. */
type UnavailabilityRow = OfCompute<{ readonly cause: string; readonly unavailable_seconds: number }>;

const unavailability = fileColumn<UnavailabilityRow>();

/** Columns of `unavailability.csv`: a row for each compute and cause. */
export const UNAVAILABILITY_COLUMNS: readonly Column<UnavailabilityRow>[] = [
  unavailability('compute', 'text', COMPUTE),
  unavailability('cause', 'text', CAUSE),
  figureColumn<UnavailabilityRow>('unavailable_seconds', (row) => row.unavailable_seconds, {
    interval: false,
  }),
];

export function unavailabilityRows(computes: readonly ComputeSummary[]): Iterable<UnavailabilityRow> {
  return rowsOf(computes, ({ availability }) =>
    Object.entries(availability.unavailable_by_cause).map(([cause, unavailable_seconds]) => {
      return { cause, unavailable_seconds };
    }),
  );
}
