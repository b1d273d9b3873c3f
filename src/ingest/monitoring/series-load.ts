import { measureOfName } from '../../workload/trace/cells/measure.js';
import { type Choice, Question, Refusal } from '../../workload/trace/reading/question.js';
import type { CountPer, ReadingOptions } from '../../workload/trace/reading/reading.js';
import { STEPS_ABOVE_0 } from '../../workload/trace/table/counter.js';
import { risingShape } from '../../workload/trace/table/series.js';
import type { ImportOptions } from '../recording/import-options.js';
import type { Imported } from '../recording/imported.js';
import { tableImport } from '../recording/table-import.js';
import { type MetricSeries, seriesReading, seriesText } from './series.js';

/**
 * The load in series of a monitoring system. Several series of one name, such as one
 * per database, are parts.
 *
 * @throws Refusal when no series is certain to be the load; Question when it can be read in several ways
 */
export async function seriesLoad(
  all: readonly MetricSeries[],
  file: string,
  options: ImportOptions,
): Promise<Imported> {
  if (all.length === 0) throw new Refusal('the file has no series; widen the time or the query');
  const series = chosenSeries(all, options.value);
  refuseBuckets(series);
  const how = measured(series, options);
  return tableImport([await seriesReading(series, measuredName(series[0]!.name), file, how)], options);
}

/** A recording rule is written as level:metric:operation. */
const measuredName = (name: string) => /^[^:]*:([^:]+):/.exec(name)?.[1] ?? name;

/** The options under which these series have one meaning, as far as their name shows it. */
function measured(series: readonly MetricSeries[], options: ImportOptions): ReadingOptions {
  const { name, per: known } = series[0]!;
  const { is } = measureOfName(measuredName(name));
  const counts_up = options.kind !== 'level' && series.every(isCounter);
  const is_level = options.kind === 'level' || (options.kind === undefined && is === 'level' && !counts_up);
  const is_named = options.value !== undefined || options.kind !== undefined || options.per !== undefined;
  if (!is_level && !is_named && !showsQueries(name)) {
    throw new Question(
      `${name} is neither CPU nor a number of queries by its name; export one that is, unless this is the load`,
      meanings(name),
    );
  }
  const scale = options.scale ?? (is_level && /ratio|fraction/i.test(name) ? 100 : undefined);
  if (is_level) return { ...options, kind: 'level', scale };
  if (counts_up) return { ...options, kind: 'counts', counter: true, per: 'interval', scale };
  const per = options.per ?? known ?? perOfName(name);
  if (per !== undefined || options.kind !== undefined)
    return { ...options, kind: 'counts', counter: false, per, scale };
  throw new Question(
    `${name} is not a counter, and its name shows neither a rate nor a level`,
    meanings(options.value),
  );
}

const meanings = (value: string | undefined): readonly Choice[] => [
  ...(['second', 'minute', 'hour', 'interval'] as const).map((per) => ({
    meaning: `queries per ${per}`,
    options: { value, per },
  })),
  { meaning: 'busy per cent of a machine', options: { value, kind: 'level' } },
];

function isCounter({ name, counter, values, per }: MetricSeries): boolean {
  if (per !== undefined) return false;
  if (counter || /_total$|_count$|xact_(?:commit|rollback)$/.test(name)) return true;
  const shape = risingShape(values);
  return shape !== undefined && shape.rises >= 3 && values[0]! >= STEPS_ABOVE_0.sure * shape.usual;
}

/** Whether a name shows that queries are counted. The number of durations is that of the requests. */
function showsQueries(name: string): boolean {
  if (/(?:duration|latency|time|seconds|ms)_count$/i.test(name) || /_ps$/i.test(name)) return true;
  const { is } = measureOfName(measuredName(name).replace(/_(?:total|count|sum)$/, ''));
  return is === 'count' || is === 'rate' || is === 'unclear-rate';
}

/** The unit of time in the name of a gauge; monitoring systems have rates per second. */
function perOfName(name: string): CountPer | undefined {
  const { is, per_seconds, factor } = measureOfName(measuredName(name));
  if (is === 'other' || factor !== 1) return undefined;
  if (is === 'rate') return ({ 1: 'second', 60: 'minute', 3600: 'hour' } as const)[per_seconds];
  return is === 'unclear-rate' || /_ps$|:i?rate\d+[smhd]$/i.test(name) ? 'second' : undefined;
}

/** Buckets of a histogram include each other, and quantiles do not add up. */
function refuseBuckets(chosen: readonly MetricSeries[]): void {
  const part = ['le', 'quantile'].find((label) => chosen.some(({ labels }) => labels[label] !== undefined));
  if (part === undefined) return;
  const { name } = chosen[0]!;
  const count = `${name.replace(/_bucket$/, '')}_count`;
  throw new Refusal(
    `the series of ${name} are parts of a distribution, distinguished by ${part}; export ${count} in their place`,
  );
}

function chosenSeries(all: readonly MetricSeries[], value: string | undefined): readonly MetricSeries[] {
  const names = [...new Set(all.map(({ name }) => name))];
  const listed = names.slice(0, 20).join(', ');
  if (value !== undefined) {
    const found = all.filter((series) => series.name === value || seriesText(series) === value);
    if (found.length > 0) return found;
    throw new Refusal(`unknown series ${value}; the file has ${listed}`);
  }
  const likely = names.length === 1 ? names : names.filter(showsQueries);
  const usual = likely.length > 0 ? likely : names.filter((name) => measureOfName(name).is === 'level');
  if (usual.length === 1) return all.filter(({ name }) => name === usual[0]);
  throw new Refusal(`several series could be the load: ${listed}; choose one with --value`);
}
