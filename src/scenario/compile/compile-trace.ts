import { mean } from '../../kernel/distribution-moments.js';
import type { ProcessSpecification } from '../../workload/load-specification.js';
import { allMoments, lastMoment, momentsBefore } from '../../workload/moments/packed-moments.js';
import type { RateSpecification } from '../../workload/rate/rate-specification.js';
import type { PlayedTrace } from '../../workload/trace/trace.js';
import { formatDuration } from '../form/quantity.js';
import type { LoadForm } from '../schema/load-schema.js';
import type { RateForm } from '../schema/rate-shapes.js';
import type { TraceForm } from '../schema/trace-schema.js';
import type { TraceLibrary } from './read-traces.js';
import { processOf, type TraceUse } from './trace-requests.js';

/** A replayed trace as an arrival process: exactly its counts or arrivals; a level is a Poisson process. */
export function traceProcess(trace: PlayedTrace, form: TraceForm, load: LoadForm): ProcessSpecification {
  if (trace.kind === 'arrivals' && momentsBefore(trace.times_seconds, 0) === 0) {
    return { kind: 'arrivals', times_seconds: trace.times_seconds };
  }
  const { times, values } = fromStart(trace);
  switch (trace.kind) {
    case 'arrivals':
      return { kind: 'arrivals', times_seconds: times };
    case 'counts':
      return {
        kind: 'counts',
        starts_seconds: times,
        width_seconds: trace.width_seconds,
        counts: values,
        placement: form.placement,
      };
    case 'level':
      return { kind: 'poisson', rate: traceRate(trace, form, load, 'rate') };
  }
}

/**
 * A trace as a rate: counts by the width of their interval; a level as the queries whose mean CPU demand
 * makes up level / 100 · vcpu; for a factor, the level itself.
 */
export function traceRate(
  trace: PlayedTrace,
  form: TraceForm,
  load: LoadForm,
  use: TraceUse,
): RateSpecification {
  const { times, values } = fromStart(trace);
  let perUnit = 1;
  if (use !== 'factor') {
    perUnit =
      trace.kind === 'counts' ? 1 / trace.width_seconds : (form.vcpu ?? 1) / 100 / mean(load.query!.cpu);
  }
  return {
    kind: 'series',
    starts_seconds: times,
    width_seconds: trace.width_seconds,
    per_second: values.map((value) => value * perUnit),
  };
}

/** The first whole second by which a trace is over. */
export function traceLength(trace: PlayedTrace): number {
  const last = lastMoment(trace.times_seconds);
  if (trace.end_seconds !== undefined) return Math.ceil(trace.end_seconds);
  // An arrival at the very end of a run would not be part of it.
  return trace.kind === 'arrivals' ? Math.floor(last) + 1 : Math.ceil(last + trace.width_seconds);
}

/** What the reader of a trace noticed, and how it fits the run; each sentence names the load. */
export function traceWarnings(
  traces: readonly PlayedTrace[],
  load: string,
  duration_seconds: number,
): readonly string[] {
  const warnings = new Set(traces.flatMap((trace) => warningsOf(trace, duration_seconds)));
  const texts = [...warnings].map((warning) => `load ${load}: ${warning}`);
  if (traces.length === 1 || texts.length <= WARNINGS_OF_A_FLEET) return texts;
  const more = texts.length - WARNINGS_OF_A_FLEET;
  return [
    ...texts.slice(0, WARNINGS_OF_A_FLEET),
    `load ${load}: ${more} more warnings about the columns of its trace`,
  ];
}

/** The traces of a fleet's tenants are many, and so are their gaps. */
const WARNINGS_OF_A_FLEET = 5;

function warningsOf(trace: PlayedTrace, duration_seconds: number): readonly string[] {
  const warnings = [...trace.warnings];
  const end = traceLength(trace);
  const before = rowsBefore(trace);
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

/** By the load, the arrivals of each tenant where a trace has a column for each. */
export function recordedProcesses(
  loads: readonly { readonly form: LoadForm }[],
  traces: TraceLibrary,
): ReadonlyMap<string, readonly ProcessSpecification[]> {
  const recorded = new Map<string, readonly ProcessSpecification[]>();
  for (const { form } of loads) {
    if (form.rate?.kind !== 'trace' || form.rate.trace.values === undefined) continue;
    const { trace } = form.rate;
    recorded.set(
      form.name,
      traces.get(trace)!.map((one) => tenantProcess(one, form, trace)),
    );
  }
  return recorded;
}

function tenantProcess(one: PlayedTrace, load: LoadForm, form: TraceForm): ProcessSpecification {
  if (processOf(load) === 'trace') return traceProcess(one, form, load);
  return followingRate(load, traceRate(one, form, load, 'rate'));
}

/** The process by which a load's arrivals follow a rate: evenly where it says so, else at random. */
export function followingRate(load: LoadForm, rate: RateSpecification): ProcessSpecification {
  return processOf(load) === 'regular'
    ? { kind: 'regular', rate, offset_seconds: 0 }
    : { kind: 'poisson', rate };
}

/** The part of a trace that does not lie before the start of the run, where a negative shift may put it. */
function fromStart(trace: PlayedTrace): { readonly times: Float64Array; readonly values: Float64Array } {
  const times = allMoments(trace.times_seconds);
  const first = rowsBefore(trace);
  if (first === 0) return { times, values: trace.values };
  return { times: times.slice(first), values: trace.values.slice(first) };
}

/** How many rows end before the run: the last that begins before it may reach into it. */
function rowsBefore({ times_seconds: times, width_seconds }: PlayedTrace): number {
  const before = momentsBefore(times, 0);
  const reaches = before > 0 && width_seconds > 0 && allMoments(times)[before - 1]! + width_seconds > 0;
  return reaches ? before - 1 : before;
}

/** What a rate needs to know beside its own form. */
export interface RateContext {
  readonly load: LoadForm;
  readonly start_epoch_seconds: number;
  /** The scenario's; a load's own goes before it. */
  readonly timezone: string | undefined;
  readonly traces: TraceLibrary;
}

/** By what clock days and cron expressions of a load are read. */
export function clockOf({ load, timezone, start_epoch_seconds }: RateContext): {
  readonly start_epoch_seconds: number;
  readonly timezone?: string;
} {
  const own = load.timezone ?? timezone;
  return { start_epoch_seconds, ...(own === undefined ? {} : { timezone: own }) };
}

/** A rate with its clock anchored and its traces filled in. */
export function compileRate(form: RateForm, context: RateContext, use: TraceUse = 'rate'): RateSpecification {
  switch (form.kind) {
    case 'seasonal':
    case 'cron':
      return { ...form, ...clockOf(context) };
    case 'sum':
      return { kind: 'sum', parts: form.parts.map((part) => compileRate(part, context, use)) };
    case 'product':
      return {
        kind: 'product',
        parts: form.parts.map((part, index) => compileRate(part, context, index > 0 ? 'factor' : use)),
      };
    case 'trace':
      return traceRate(context.traces.get(form.trace)![0]!, form.trace, context.load, use);
    default:
      return form;
  }
}
