import type { Distribution } from '../../../kernel/distribution.js';
import { mean } from '../../../kernel/distribution-moments.js';
import { countBelow } from '../../../statistics/count-below.js';
import type { ProcessSpecification } from '../../../workload/load-specification.js';
import type { RateSpecification } from '../../../workload/rate/rate-specification.js';
import type { PlayedTrace } from '../../../workload/trace/trace.js';
import { formatDuration } from '../../form/quantity.js';
import type { TraceItem, TraceUse } from './trace.js';

/** A replayed trace as an arrival process: exactly its counts or arrivals; a level becomes a Poisson process. */
export function traceProcess(
  played: PlayedTrace,
  item: TraceItem,
  cpu_seconds: Distribution | undefined,
): ProcessSpecification {
  if (played.kind === 'arrivals' && countBelow(played.times_seconds, 0) === 0) {
    return { kind: 'arrivals', times_seconds: played.times_seconds };
  }
  const { times, values } = fromStart(played);
  switch (played.kind) {
    case 'arrivals':
      return { kind: 'arrivals', times_seconds: times };
    case 'counts':
      return {
        kind: 'counts',
        starts_seconds: times,
        width_seconds: played.width_seconds,
        counts: values,
        placement: item.placement,
      };
    case 'level':
      return { kind: 'poisson', rate: traceRate(played, item, cpu_seconds, 'rate') };
  }
}

/**
 * A trace as a rate: counts divided by the width of their interval; a level as the queries whose mean CPU demand
 * amounts to level / 100 · vcpu; for a factor, the level itself.
 */
export function traceRate(
  played: PlayedTrace,
  { vcpu = 1 }: TraceItem,
  cpu_seconds: Distribution | undefined,
  use: TraceUse,
): RateSpecification {
  const { times, values } = fromStart(played);
  let perUnit = 1;
  if (use !== 'factor') {
    perUnit = played.kind === 'counts' ? 1 / played.width_seconds : vcpu / 100 / mean(cpu_seconds!);
  }
  return {
    kind: 'series',
    starts_seconds: times,
    width_seconds: played.width_seconds,
    per_second: values.map((value) => value * perUnit),
  };
}

/** The first whole second after the end of a trace. */
export function traceLength(played: PlayedTrace): number {
  if (played.end_seconds !== undefined) return Math.ceil(played.end_seconds);
  const last = played.times_seconds.at(-1) ?? 0;
  // An arrival at the very end of a run would not be included.
  return played.kind === 'arrivals' ? Math.floor(last) + 1 : Math.ceil(last + played.width_seconds);
}

/** Limits the warnings, since traces of a fleet's tenants are numerous and have many gaps. */
const WARNINGS_OF_A_FLEET = 5;

/** Warnings of the trace reader, and about how the trace fits the run; each sentence names the load. */
export function traceWarnings(
  traces: readonly PlayedTrace[],
  load: string,
  duration_seconds: number,
): readonly string[] {
  const warnings = new Set(traces.flatMap((played) => warningsOf(played, duration_seconds)));
  const texts = [...warnings].map((warning) => `load ${load}: ${warning}`);
  if (traces.length === 1 || texts.length <= WARNINGS_OF_A_FLEET) return texts;
  const more = texts.length - WARNINGS_OF_A_FLEET;
  return [
    ...texts.slice(0, WARNINGS_OF_A_FLEET),
    `load ${load}: ${more} more warnings about the columns of its trace`,
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
      `the trace ends at ${formatDuration(end)}: what comes after the run's ${formatDuration(duration_seconds)} is not used`,
    );
  }
  return warnings;
}

/** The part of a trace from the start of the run on; a negative shift may move rows before it. */
function fromStart(played: PlayedTrace): { readonly times: Float64Array; readonly values: Float64Array } {
  const times = played.times_seconds;
  const first = rowsBefore(played);
  if (first === 0) return { times, values: played.values };
  return { times: times.slice(first), values: played.values.slice(first) };
}

/** Number of rows that end before the run: the last one that begins before it may extend into it. */
function rowsBefore({ times_seconds: times, width_seconds }: PlayedTrace): number {
  const before = countBelow(times, 0);
  const reaches = before > 0 && width_seconds > 0 && times[before - 1]! + width_seconds > 0;
  return reaches ? before - 1 : before;
}
