import { playedOf } from '../../workload/trace/play-reading.js';
import type { Reading } from '../../workload/trace/reading/reading.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { withGaps } from '../../workload/trace/table/gaps.js';
import type { PlayedTrace } from '../../workload/trace/trace.js';
import type { Finding, Imported } from '../recording/imported.js';
import { inspectTrace, type TraceFacts } from './inspect-trace.js';

/** A recording and what it is like. */
export interface InspectedTrace {
  readonly file: string;
  /** Kind of the file. */
  readonly form: string;
  readonly reading: Reading;
  readonly trace: PlayedTrace;
  readonly facts: TraceFacts;
  /** vCPUs of the machine whose level was recorded. */
  readonly vcpu: number | undefined;
  readonly findings: readonly Finding[];
  /** Assumptions and omissions. */
  readonly notes: readonly string[];
}

/**
 * Facts about recorded traffic, by tenant.
 * @param file names of the files
 * @param form kind of the files
 * @param vcpu vCPUs of the machine whose level was recorded
 * @throws TraceError for a file of totals
 */
export function inspectedTraces(
  file: string,
  form: string,
  { loads, findings, warnings }: Imported,
  vcpu: number | undefined,
): readonly InspectedTrace[] {
  const traffic = loads[0]?.traffic;
  if (traffic?.kind !== 'recorded') {
    const reason = `the file is ${form}, which has totals and no course over time`;
    throw new TraceError(file, `${reason}; import it without --inspect`);
  }
  const { readings, is_complete } = traffic;
  return readings.map((reading) => {
    const trace = playedOf(is_complete === true ? withEmptyIntervals(reading) : reading);
    const notes = readings.length === 1 ? warnings : reading.notes;
    return { file, form, reading, trace, facts: inspectTrace(trace), vcpu, findings, notes };
  });
}

/** In a log, a second without a line is known to be empty. */
function withEmptyIntervals(reading: Reading): Reading {
  if (reading.kind === 'arrivals') return reading;
  return { ...reading, ...withGaps(reading, reading.interval_seconds, reading.dated, 'zero', []) };
}
