import { measureOfName } from '../../workload/trace/cells/measure.js';
import type { CountPer } from '../../workload/trace/reading/reading.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { risingShape } from '../../workload/trace/table/series.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import { seriesTraffic } from '../recording/series-reading.js';
import { added, countedSeries, largest, type MetricSeries, sameWidth, seriesText } from './series.js';

const QUERIES =
  /xact_commit|xact_rollback|queries|transactions|requests|commands_total|calls_total|_ops_total|tps|qps|rps/i;

const COUNTS = 'counts of each interval';

/** Series of one name, and what they are called together. */
interface Chosen {
  readonly series: readonly MetricSeries[];
  readonly name: string;
  readonly what: string;
  readonly file: string;
}

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
  const series = chosenSeries(all, file, options.value);
  refuseBuckets(series, file);
  const { name } = series[0]!;
  const what = series.length === 1 ? seriesText(series[0]!) : `${series.length} series of ${name}, added`;
  const chosen = { series, name, what, file };
  if (options.kind !== 'level' && isCounter(chosen)) return counterTraffic(chosen, options);
  const level = options.kind === 'level' || (options.kind === undefined && isShare(name));
  return level ? levelTraffic(chosen, options) : rateTraffic(chosen, options, all_per_second);
}

/** A long time above 0 at its usual step shows a counter whose name does not. */
const STEPS_ABOVE_0 = 10_000;

function isCounter({ series, name }: Chosen): boolean {
  const by_name = /_total$|_count$|xact_(?:commit|rollback)$/.test(name);
  return series.every(({ counter, values }) => {
    if (counter || by_name) return true;
    const shape = risingShape(values);
    return shape !== undefined && shape.rises >= 3 && values[0]! >= STEPS_ABOVE_0 * shape.usual;
  });
}

/** What a name measures; a recording rule is written as level:metric:operation. */
function measureOfSeries(name: string) {
  return measureOfName(/^[^:]*:([^:]+):/.exec(name)?.[1] ?? name);
}

/** Whether a name is that of the busy share of a machine. */
function isShare(name: string): boolean {
  return measureOfSeries(name).is === 'level' || /cpu|percent|pct|utili[sz]ation/i.test(name);
}

function isOtherMeasure(name: string): boolean {
  return measureOfSeries(name).is === 'other';
}

function counterTraffic({ series, name, what, file }: Chosen, options: ImportOptions): Imported {
  if (options.value === undefined && isNoCounterOfQueries(name)) {
    throw new TraceError(
      file,
      `the name ${name} does not show a count of queries; export such a counter, or add --value ${name} if it is one`,
    );
  }
  const parts = series.map((one) => countedSeries(one, file));
  const { times, values } = added(parts, file);
  const width_seconds = sameWidth(series, file);
  return webImport(
    seriesTraffic('counts', { times, values: scaled(values, options.scale ?? 1), width_seconds }),
    [found('measured', COUNTS, `differences of the counter ${what}`)],
    { warnings: parts.flatMap(({ warnings }) => warnings) },
  );
}

function levelTraffic({ series, name, what, file }: Chosen, options: ImportOptions): Imported {
  if (options.value === undefined && options.kind === undefined && isOtherMeasure(name)) {
    throw new TraceError(
      file,
      `${name} is named like something else than the busy share of a machine; export that, or say --value ${name} if it is one`,
    );
  }
  const { times, values } = added(series, file);
  const ratio = options.scale === undefined && /ratio|fraction/i.test(name);
  const most = largest(values);
  if (options.scale === undefined && !ratio && most > 0 && most <= 1) {
    throw new TraceError(
      file,
      `${what} is never above ${most}: if 1 is the whole machine, say --scale 100; if these are per cent of one that is nearly idle, say --scale 1`,
    );
  }
  const percent = scaled(values, options.scale ?? (ratio ? 100 : 1));
  if (percent.some((value) => value < 0 || value > 105)) {
    throw new TraceError(
      file,
      `${what} is neither a counter nor per cent of a machine; export its rate in per cent, or say --scale 0.25 where 400 is all of it`,
    );
  }
  const width_seconds = sameWidth(series, file);
  return webImport(
    seriesTraffic('level', { times, values: percent, width_seconds }, { vcpu: options.vcpu }),
    [found('measured', 'busy CPU of each interval', what)],
    { vcpu: options.vcpu },
  );
}

function rateTraffic(
  { series, name, what, file }: Chosen,
  options: ImportOptions,
  all_per_second: boolean,
): Imported {
  const width_seconds = sameWidth(series, file);
  const { times, values } = added(series, file);
  const per = options.per ?? (all_per_second ? 'second' : perOfName(name));
  if (per === undefined) {
    throw new TraceError(
      file,
      `${what} is no counter, and its name tells neither a rate nor a level; say what its values are per with --per second, minute, hour or interval, or --kind level if it is CPU % of a machine`,
    );
  }
  const factor = per === 'interval' ? 1 : width_seconds / PER_SECONDS[per];
  const how =
    per === 'interval'
      ? `${what}, which are counts of their interval`
      : `${what}, taken as a rate per ${per} and multiplied by the interval`;
  return webImport(
    seriesTraffic('counts', { times, values: scaled(values, factor * (options.scale ?? 1)), width_seconds }),
    [found(options.per === undefined ? 'inferred' : 'measured', COUNTS, how)],
  );
}

/** What the name of a gauge says that it is per; nothing if it names something other than queries. */
function perOfName(name: string): CountPer | undefined {
  const { is, per_seconds, factor } = measureOfSeries(name);
  if (is === 'other' || factor !== 1) return undefined;
  if (is === 'rate') return ({ 1: 'second', 60: 'minute', 3600: 'hour' } as const)[per_seconds];
  return is === 'unclear-rate' || /_ps$/i.test(name) ? 'second' : undefined;
}

const PER_SECONDS = { second: 1, minute: 60, hour: 3600 } as const;

function scaled(values: Float64Array, by: number): Float64Array {
  return by === 1 ? values : values.map((value) => value * by);
}

/** Buckets of a histogram hold each other, and quantiles are no parts of a sum. */
function refuseBuckets(chosen: readonly MetricSeries[], file: string): void {
  const part = ['le', 'quantile'].find((label) => chosen.some(({ labels }) => labels[label] !== undefined));
  if (part === undefined) return;
  const { name } = chosen[0]!;
  const count = `${name.replace(/_bucket$/, '')}_count`;
  throw new TraceError(
    file,
    `the series of ${name} are parts of a distribution, told apart by ${part}; export ${count} in their place`,
  );
}

/**
 * Whether the name of a counter does not show that it counts queries: it has bytes, seconds, errors, or an unknown word. How
 * many durations there are is how many requests.
 */
function isNoCounterOfQueries(name: string): boolean {
  if (/(?:duration|latency|time|seconds|ms)_count$/i.test(name)) return false;
  const { is } = measureOfSeries(name.replace(/_(?:total|count|sum)$/, ''));
  return is === 'other' || (is !== 'count' && !QUERIES.test(name));
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
