import { readingOf } from '../../workload/trace/reading/reading.js';
import type { ImportedTraffic } from './imported.js';

/** Values of intervals of one width, by their starts in Unix seconds or offsets. */
export interface IntervalValues {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly width_seconds: number;
}

interface SeriesFacts {
  /** Of the machine of a level. */
  readonly vcpu?: number | undefined;
  /** Whether a missing interval is known to be empty. */
  readonly is_complete?: boolean;
  /** End of the recording; by default that of its last interval. */
  readonly to?: number;
}

/** Times before 1973 are seconds since a beginning. */
const EARLIEST_CLOCK = 1e8;

/** The traffic of a series that a monitoring system has recorded. */
export function seriesTraffic(
  kind: 'counts' | 'level',
  { times, values, width_seconds }: IntervalValues,
  { vcpu, is_complete, to }: SeriesFacts = {},
): ImportedTraffic {
  const reading = readingOf({
    kind,
    times,
    values,
    interval_seconds: width_seconds,
    dated: times[0]! >= EARLIEST_CLOCK,
    ...(to !== undefined && { to }),
    how: { rows: times.length },
  });
  return { kind: 'recorded', readings: [reading], vcpu, is_complete };
}
