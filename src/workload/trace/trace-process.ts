import type { Distribution } from '../../kernel/distribution.js';
import { mean } from '../../kernel/distribution-moments.js';
import { countBelow } from '../../statistics/count-below.js';
import type { ProcessSpecification } from '../load-specification.js';
import type { RateSpecification } from '../rate/rate-specification.js';
import type { PlayedTrace } from './trace.js';

/** How a trace is used: as exact arrivals, as a rate, or as a dimensionless multiplier. */
export type TraceUse = 'process' | 'rate' | 'factor';

/** Choices of the load: the place of a counted arrival in its interval, and the vCPU of a level's machine. */
interface TraceChoices {
  readonly placement: Extract<ProcessSpecification, { readonly kind: 'counts' }>['placement'];
  readonly vcpu?: number | undefined;
}

/** A replayed trace as an arrival process: exactly its counts or arrivals; a level becomes a Poisson process. */
export function traceProcess(
  played: PlayedTrace,
  choices: TraceChoices,
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
        placement: choices.placement,
      };
    case 'level':
      return { kind: 'poisson', rate: traceRate(played, choices, cpu_seconds, 'rate') };
  }
}

/**
 * A trace as a rate: counts divided by the width of their interval; a level as the queries whose mean CPU demand
 * amounts to level / 100 · vcpu; for a factor, the level itself.
 */
export function traceRate(
  played: PlayedTrace,
  { vcpu = 1 }: Pick<TraceChoices, 'vcpu'>,
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

/** The part of a trace from the start of the run on; a negative shift may move rows before it. */
function fromStart(played: PlayedTrace): { readonly times: Float64Array; readonly values: Float64Array } {
  const times = played.times_seconds;
  const first = rowsBefore(played);
  if (first === 0) return { times, values: played.values };
  return { times: times.slice(first), values: played.values.slice(first) };
}

/** Number of rows that end before the run: the last one that begins before it may extend into it. */
export function rowsBefore({ times_seconds: times, width_seconds }: PlayedTrace): number {
  const before = countBelow(times, 0);
  const reaches = before > 0 && width_seconds > 0 && times[before - 1]! + width_seconds > 0;
  return reaches ? before - 1 : before;
}
