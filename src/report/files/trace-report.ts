import { momentText } from '../../workload/trace/read/cells/time-text.js';
import type { InspectedTrace } from '../terminal/terminal-trace.js';

/**
 * What `neap trace --json` prints: how the file was understood, the facts, the warnings and the `load:` block.
 * Moments are seconds after the trace's beginning; the most important ones are repeated as timestamps where
 * the trace has a clock. Figures that do not apply to the kind of trace are `null`.
 *
 * @param load the block of YAML
 */
export function traceReport(inspected: InspectedTrace, load: string) {
  const { file, reading, facts, kind_why, vcpu } = inspected;
  const { layout, trace, value } = reading;
  const origin = trace.origin_epoch_seconds;
  const moment = (seconds: number) =>
    origin === undefined ? null : momentText(seconds, origin).replace(' ', 'T');
  const { counts, level } = facts;
  return {
    file,
    kind: facts.kind,
    kind_why,
    columns: {
      separator: reading.separator,
      header: layout.has_header,
      names: layout.columns,
      time: { name: layout.time.name, why: layout.time.why, holds: reading.time_description },
      value: value === undefined ? null : { name: value.name, why: value.why },
    },
    counter: reading.counter.differenced,
    per: reading.per.per,
    rows: reading.rows,
    out_of_order: reading.out_of_order,
    duplicates: reading.duplicates,
    from: moment(facts.first_seconds),
    to: moment(facts.end_seconds),
    duration_seconds: facts.end_seconds - facts.first_seconds,
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
    warnings: trace.warnings,
    load,
  };
}

/**
 * What `neap trace --fleet --json` prints: each column as {@link traceReport} has it, and one block for all.
 * @param load the block of YAML
 */
export function fleetTraceReport(inspected: readonly InspectedTrace[], load: string) {
  const tenants = inspected.map((one) => {
    const { load: _own, file: _file, ...facts } = traceReport(one, load);
    return facts;
  });
  return { file: inspected[0]!.file, tenants, load };
}
