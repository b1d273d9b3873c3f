import type { DisruptionSummary } from '../../figures/disruptions.js';
import { errorWording } from '../answers/error-wording.js';
import type { ComputeSummary } from '../figures/compute-summary.js';
import { type Column, fields, texts } from '../text/csv.js';

/** How many queries of a compute failed with an error, and how many attempts were repeated after it. */
export interface ErrorRow {
  readonly compute: string;
  /** SQLSTATE or client error. */
  readonly error: string;
  readonly queries_failed: number;
  readonly attempts_retried: number;
}

/** Columns of `errors.csv`: a row for each compute and error. */
export const ERRORS_COLUMNS: readonly Column<ErrorRow>[] = [
  ...texts<ErrorRow>('compute', 'error'),
  { header: 'meaning', kind: 'text', cell: ({ error }) => errorWording(error) },
  ...fields<ErrorRow>('queries_failed', 'attempts_retried'),
];

/** The rows of `errors.csv`; errors of no compute are in none. */
export function* errorRows(computes: readonly ComputeSummary[]): Generator<ErrorRow, void, undefined> {
  for (const { name: compute, queries } of computes) {
    const { by_error, retried_by_error } = queries;
    for (const error of [...new Set([...Object.keys(by_error), ...Object.keys(retried_by_error)])].sort())
      yield {
        compute,
        error,
        queries_failed: by_error[error] ?? 0,
        attempts_retried: retried_by_error[error] ?? 0,
      };
  }
}

type Disruption = NonNullable<DisruptionSummary['by_cause'][keyof DisruptionSummary['by_cause']]>;

/** What disturbed a compute, how often, and what became of the queries. */
export interface DisruptionRow extends Disruption {
  readonly compute: string;
  readonly cause: string;
}

/** Columns of `disruptions.csv`: a row for each compute and cause. */
export const DISRUPTIONS_COLUMNS: readonly Column<DisruptionRow>[] = [
  ...texts<DisruptionRow>('compute', 'cause'),
  ...fields<DisruptionRow>('count', 'connections_dropped', 'queries_cut', 'disturbed', 'back', 'lost'),
  ...fields<DisruptionRow>('trouble_seconds'),
];

/** The rows of `disruptions.csv`. */
export function* disruptionRows(
  computes: readonly ComputeSummary[],
): Generator<DisruptionRow, void, undefined> {
  for (const { name: compute, disruptions } of computes)
    for (const [cause, each] of Object.entries(disruptions.by_cause)) yield { compute, cause, ...each };
}

/** For how long a compute was unavailable because of what. */
export interface UnavailabilityRow {
  readonly compute: string;
  readonly cause: string;
  readonly unavailable_seconds: number;
}

/** Columns of `unavailability.csv`: a row for each compute and cause. */
export const UNAVAILABILITY_COLUMNS: readonly Column<UnavailabilityRow>[] = [
  ...texts<UnavailabilityRow>('compute', 'cause'),
  ...fields<UnavailabilityRow>('unavailable_seconds'),
];

/** The rows of `unavailability.csv`. */
export function* unavailabilityRows(
  computes: readonly ComputeSummary[],
): Generator<UnavailabilityRow, void, undefined> {
  for (const { name: compute, availability } of computes)
    for (const [cause, unavailable_seconds] of Object.entries(availability.unavailable_by_cause))
      yield { compute, cause, unavailable_seconds };
}
