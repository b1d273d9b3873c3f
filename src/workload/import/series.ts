import { isOtherMeasure } from '../trace/read/column-names.js';
import { PER_SECONDS } from '../trace/read/count-scale.js';
import { counterVerdict, differences } from '../trace/read/counter.js';
import { intervalWidth } from '../trace/read/interval-width.js';
import type { SeriesRows } from '../trace/read/raw-series.js';
import { TraceError } from '../trace/trace-error.js';
import { bareLoad, type Finding, type Imported, type ImportOptions, NOTHING_ELSE } from './imported.js';
import { spanOf } from './request-traffic.js';

/** One series of a monitoring system. */
export interface MetricSeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Unix seconds, ascending. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Whether the system says that it counts up. */
  readonly counter: boolean;
}

/** A series as its system writes it, `name{a="b"}`. */
export function seriesText({ name, labels }: Pick<MetricSeries, 'name' | 'labels'>): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map((key) => `${key}="${labels[key]}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

/** Points of a series in the order of time; a point without a number is a gap. */
export function orderedSeries(
  name: string,
  labels: Readonly<Record<string, string>>,
  points: readonly (readonly [epoch_seconds: number, value: number])[],
  counter = false,
): MetricSeries {
  const kept = points.filter(([, value]) => Number.isFinite(value)).toSorted(([a], [b]) => a - b);
  return {
    name,
    labels,
    times: Float64Array.from(kept, ([time]) => time),
    values: Float64Array.from(kept, ([, value]) => value),
    counter,
  };
}

/** Unix times outside of 1990 to 2099 are none in seconds. */
const EARLIEST = 631_152_000;
const LATEST = 4_102_444_800;

/** @throws TraceError for a time that is no Unix time in seconds */
export function unixSeconds(time: number, file: string): number {
  if (time >= EARLIEST && time < LATEST) return time;
  throw new TraceError(
    file,
    `${time} is no Unix time in seconds from 1990 to 2099${time >= LATEST ? '; divide milliseconds by 1000' : ''}`,
  );
}

/** Counts of intervals made of a counter; `width_seconds` is the commonest distance of its points. */
export interface CountedSeries {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly width_seconds: number;
  readonly warnings: readonly string[];
}

/** @throws TraceError when the series has fewer than two points or is no counter */
export function countedSeries(series: MetricSeries, file: string): CountedSeries {
  const rows = rowsOf(series);
  const width = widthOf(series, file);
  const { rows: counts, warnings } = differences(rows, width, { file }, 0);
  // A message about lines would point nowhere: points of a series have none.
  const told = warnings.map((warning) =>
    warning.replace(/ \(first in line \d+: /, ' (first at ').replace(/in line \d+: /, ''),
  );
  return { times: counts.times, values: counts.values, width_seconds: width, warnings: told };
}

/** The commonest distance of a series' points. */
export function widthOf(series: MetricSeries, file: string): number {
  if (series.times.length < 2) {
    throw new TraceError(
      file,
      `${seriesText(series)} has ${series.times.length} point(s); expected two or more`,
    );
  }
  return intervalWidth(rowsOf(series), { file, interval_seconds: undefined }).width_seconds;
}

/**
 * The commonest distance of the points of several series.
 * @throws TraceError when they have different ones: sums at their moments would be of one at a time
 */
export function sameWidth(all: readonly MetricSeries[], file: string): number {
  // A series of a single point is a part of one of the others' steps.
  const long = all.filter(({ times }) => times.length > 1);
  const widths = (long.length > 0 ? long : all).map((series) => widthOf(series, file));
  const other = widths.find((width) => width !== widths[0]);
  if (other === undefined) return widths[0]!;
  throw new TraceError(
    file,
    `the series that are to be added have points every ${widths[0]} s and every ${other} s; export them with one step`,
  );
}

function rowsOf({ times, values }: MetricSeries): SeriesRows {
  return { times, values, lines: Uint32Array.from(times, (_, i) => i + 1) };
}

const QUERIES =
  /xact_commit|xact_rollback|queries|transactions|requests|commands_total|calls_total|_ops_total|tps|qps|rps/i;

/**
 * The traffic that series of a monitoring system tell: counters are differenced, gauges are rates a second or, in
 * per cent or named so, levels of a machine. Several series of one name (a database each) are added.
 *
 * @param all_per_second whether the system's values are known to be rates a second
 * @throws TraceError when no series is certain to be the load; the message lists them
 */
export function trafficOf(
  all: readonly MetricSeries[],
  file: string,
  options: ImportOptions,
  all_per_second = false,
): Imported {
  if (all.length === 0) throw new TraceError(file, 'the file has no series; widen the time or the query');
  const chosen = chosenSeries(all, file, options.value);
  const { name } = chosen[0]!;
  const counted = chosen.every(
    (series) =>
      series.counter ||
      /_total$|_count$/.test(name) ||
      counterVerdict(series.values, name).verdict === 'counter',
  );
  if (options.value === undefined && counted && isOtherMeasure(name.replace(/_(?:total|count|sum)$/, ''))) {
    throw new TraceError(
      file,
      `${name} is named like something else than a count of queries; export such a counter, or say --value ${name} if it is one`,
    );
  }
  const findings: Finding[] = [];
  const what = chosen.length === 1 ? seriesText(chosen[0]!) : `${chosen.length} series of ${name}, added`;
  if (counted) {
    const parts = chosen.map((series) => countedSeries(series, file));
    const sum = added(parts, file);
    const traffic = {
      kind: 'counts',
      times: sum.times,
      values: sum.values,
      width_seconds: sameWidth(chosen, file),
    } as const;
    findings.push({
      what: 'counts of each interval',
      certainty: 'measured',
      how: `differences of the counter ${what}`,
    });
    const warnings = parts.flatMap((part) => part.warnings);
    return { ...NOTHING_ELSE, loads: [bareLoad('web', traffic)], ...spanOf(traffic), findings, warnings };
  }
  const width_seconds = sameWidth(chosen, file);
  const sum = added(chosen, file);
  if (/cpu|percent|pct|utili[sz]ation/i.test(name)) {
    const ratio = /ratio|fraction/i.test(name);
    if (sum.values.some((value) => value < 0 || value > (ratio ? 1.05 : 105))) {
      throw new TraceError(
        file,
        `${what} is neither a counter nor per cent of a machine; export its rate in per cent`,
      );
    }
    const values = ratio ? sum.values.map((value) => 100 * value) : sum.values;
    const vcpu = options.vcpu ?? 2;
    const traffic = { kind: 'level', times: sum.times, values, width_seconds, vcpu } as const;
    findings.push({ what: 'busy CPU of each interval', certainty: 'measured', how: what });
    return {
      ...NOTHING_ELSE,
      loads: [bareLoad('web', traffic)],
      vcpu: options.vcpu,
      ...spanOf(traffic),
      findings,
    };
  }
  const told = /rate|per_sec|:rate|_ps$|tps|qps|rps/i.test(name) || all_per_second;
  const per = options.per ?? (told ? 'second' : undefined);
  if (per === undefined) {
    throw new TraceError(
      file,
      `${what} is no counter, and its name tells neither a rate nor a level; say what its values are per with --per second, minute, hour or interval`,
    );
  }
  const factor = per === 'interval' ? 1 : width_seconds / PER_SECONDS[per];
  const traffic = {
    kind: 'counts',
    times: sum.times,
    values: sum.values.map((value) => value * factor),
    width_seconds,
  } as const;
  findings.push({
    what: 'counts of each interval',
    certainty: options.per === undefined ? 'inferred' : 'measured',
    how:
      per === 'interval'
        ? `${what}, which are counts of their interval`
        : `${what}, taken as a rate a ${per} and multiplied by the interval`,
  });
  return { ...NOTHING_ELSE, loads: [bareLoad('web', traffic)], ...spanOf(traffic), findings };
}

function chosenSeries(
  all: readonly MetricSeries[],
  file: string,
  value: string | undefined,
): readonly MetricSeries[] {
  const names = [...new Set(all.map(({ name }) => name))];
  const listed = names.slice(0, 20).join(', ');
  if (value !== undefined) {
    const found = all.filter((series) => series.name === value || seriesText(series) === value);
    if (found.length > 0) return found;
    throw new TraceError(file, `there is no series ${value}; the file has ${listed}`);
  }
  const likely = names.filter((name) => QUERIES.test(name));
  const name = names.length === 1 ? names[0]! : likely.length === 1 ? likely[0]! : undefined;
  if (name !== undefined) return all.filter((series) => series.name === name);
  throw new TraceError(file, `several series could be the load: ${listed}; name one with --value`);
}

/** The sum of several series, at the moments that any of them has. */
export function added(
  parts: readonly { readonly times: Float64Array; readonly values: Float64Array }[],
  file: string,
): { readonly times: Float64Array; readonly values: Float64Array } {
  if (parts.length === 1) return parts[0]!;
  const sums = new Map<number, number>();
  for (const { times, values } of parts) {
    for (let i = 0; i < times.length; i++) sums.set(times[i]!, (sums.get(times[i]!) ?? 0) + values[i]!);
  }
  if (sums.size > 1.5 * longestLane(parts)) {
    throw new TraceError(
      file,
      'the series have points at different moments and cannot be added; export them with one step',
    );
  }
  const times = Float64Array.from(sums.keys()).sort();
  return { times, values: times.map((time) => sums.get(time)!) };
}

/** Points of the longest row of series that follow one another, as those of a compute do that is restarted under another id. */
function longestLane(parts: readonly { readonly times: Float64Array }[]): number {
  const lanes: { end: number; length: number }[] = [];
  for (const { times } of parts.toSorted((a, b) => (a.times[0] ?? 0) - (b.times[0] ?? 0))) {
    if (times.length === 0) continue;
    const free = lanes.find(({ end }) => end < times[0]!);
    const lane = free ?? { end: 0, length: 0 };
    if (free === undefined) lanes.push(lane);
    lane.end = times[times.length - 1]!;
    lane.length += times.length;
  }
  return lanes.reduce((most, { length }) => Math.max(most, length), 0);
}
