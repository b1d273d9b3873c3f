import type { LatencySections } from '../../statistics/latency-sections.js';
import { type Column, fields } from '../text/csv.js';

/** How many queries of a section of the run took how long. */
export interface LatencyRow {
  readonly start_seconds: number;
  readonly end_seconds: number;
  /** The middle of a bucket that is at most 0.8 % wide. */
  readonly latency_ms: number;
  readonly queries: number;
}

/** Columns of `latency.csv`: a row per section of the run and bucket in use. */
export const LATENCY_COLUMNS: readonly Column<LatencyRow>[] = fields<LatencyRow>(
  'start_seconds',
  'end_seconds',
  'latency_ms',
  'queries',
);

/** The rows of `latency.csv`. */
export function latencyRows({ sections, section_seconds }: LatencySections): readonly LatencyRow[] {
  return sections.flatMap((section, index) =>
    section.buckets().map(({ value, count }) => ({
      start_seconds: index * section_seconds,
      end_seconds: (index + 1) * section_seconds,
      latency_ms: value * 1000,
      queries: count,
    })),
  );
}
