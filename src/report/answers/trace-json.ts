import type { InspectedTrace } from '../../ingest/facts/inspected-traces.js';
import { momentText } from '../../workload/trace/reading/moment-text.js';

/**
 * What `neap trace --json` prints: how the file was read, the facts and the notes. Moments are seconds after the
 * beginning of the recording; the most important ones are repeated as timestamps if the file has a clock. Figures that
 * do not apply to the kind of recording are `null`.
 */
export function traceJson({ file, form, reading, trace, facts, vcpu, findings, notes }: InspectedTrace) {
  const { how, from, to } = reading;
  const origin = trace.origin_epoch_seconds;
  const moment = (seconds: number) =>
    origin === undefined ? null : momentText(seconds, origin).replace(' ', 'T');
  const { counts, level } = facts;
  return {
    file,
    form,
    kind: facts.kind,
    columns: {
      separator: how.separator ?? null,
      names: how.columns ?? null,
      time: how.time === undefined ? null : { name: how.time, holds: how.time_holds },
      value: how.value === undefined ? null : { name: how.value },
    },
    counter: how.counter ?? false,
    per: how.per ?? 'interval',
    rows: how.rows,
    from: moment(0),
    to: moment(to - from),
    duration_seconds: to - from,
    interval_seconds: trace.kind === 'arrivals' ? null : facts.interval_seconds,
    missing_intervals: facts.missing_intervals,
    gaps: facts.gaps.map(({ at_seconds, missing }) => ({ at_seconds, at: moment(at_seconds), missing })),
    counts:
      counts === undefined
        ? null
        : {
            ...counts,
            dispersion_long: counts.dispersion_long ?? null,
            peak_at: moment(counts.peak_at_seconds),
          },
    arrival_gaps: facts.arrival_gaps ?? null,
    level: level === undefined ? null : { ...level, max_at: moment(level.max_at_seconds) },
    vcpu: vcpu ?? null,
    quiet: facts.quiet ?? null,
    daily: facts.daily ?? null,
    weekly: facts.weekly ?? null,
    findings,
    warnings: notes,
  };
}

/** What `neap trace --fleet --json` prints: each column as {@link traceJson} has it. */
export function fleetTraceJson(inspected: readonly InspectedTrace[]) {
  const tenants = inspected.map((one) => {
    const { file: _file, ...facts } = traceJson(one);
    return { name: one.reading.name ?? null, ...facts };
  });
  return { file: inspected[0]!.file, tenants };
}
