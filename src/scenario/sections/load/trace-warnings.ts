import type { PlayedTrace } from '../../../workload/trace/trace.js';
import { rowsBefore, traceLength } from '../../../workload/trace/trace-process.js';
import { formatDuration } from '../../form/quantity.js';

/** Traces of a fleet's tenants are numerous and have many gaps. */
export const MAX_FLEET_WARNINGS = 5;

/** Warnings of the trace reader, and about how the trace fits the run; each sentence names the load. */
export function traceWarnings(
  traces: readonly PlayedTrace[],
  load: string,
  duration_seconds: number,
): readonly string[] {
  const warnings = new Set(traces.flatMap((played) => warningsOf(played, duration_seconds)));
  const texts = [...warnings].map((warning) => `load ${load}: ${warning}`);
  if (traces.length === 1 || texts.length <= MAX_FLEET_WARNINGS) return texts;
  const more = texts.length - MAX_FLEET_WARNINGS;
  return [
    ...texts.slice(0, MAX_FLEET_WARNINGS),
    `load ${load}: ${more} more ${more === 1 ? 'warning' : 'warnings'} about the columns of its trace`,
  ];
}

function warningsOf(played: PlayedTrace, duration_seconds: number): readonly string[] {
  const warnings = [...played.warnings];
  const end = traceLength(played);
  const before = rowsBefore(played);
  if (before > 0) {
    const rows = before === 1 ? '1 row of the trace lies' : `${before} rows of the trace lie`;
    warnings.push(`${rows} before the start of the run and ${before === 1 ? 'is' : 'are'} not used`);
  }
  if (end < duration_seconds) {
    const rest = duration_seconds - end;
    const share = `${((100 * rest) / duration_seconds).toFixed(1)} %`;
    warnings.push(
      `the trace ends at ${formatDuration(end)}: the last ${formatDuration(rest)} of the run (${share}) have no arrivals from it`,
    );
  } else if (end > duration_seconds) {
    warnings.push(
      `the trace ends at ${formatDuration(end)}: its part after the run's ${formatDuration(duration_seconds)} is not used`,
    );
  }
  return warnings;
}
