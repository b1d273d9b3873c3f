import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import type { ComputeSummary } from './compute-summary.js';
import { errorWording } from './error-wording.js';
import { count, counted, duration, milliseconds, money, number, percent } from './figure-text.js';
import type { FigureInterval, Intervals } from './mean-of-figures.js';
import { spreadText, withSpread } from './spread-text.js';
import type { Summary } from './summary.js';
import { disruptionParts, poolerParts } from './terminal-clients.js';
import { labelled, type TextLine } from './text-block.js';

/** Kinds of errors named before the rest are counted together. */
const ERRORS_SHOWN = 3;

/** The half-widths of a compute's figures; `undefined` for a single run. */
type Spreads = Intervals<ComputeSummary> | undefined;

/** What a compute was busy with while it was unavailable. */
const UNAVAILABLE_FOR: Readonly<Record<string, string>> = {
  slots_full: 'without a free slot',
  waking: 'waking up',
  restarting: 'restarting',
  quota: 'out of CU-hours',
  fault: 'in a fault',
};

/** What came out of a run in labelled lines: money, size, waiting, errors, latency and availability. */
export function outcomeLines(summary: Summary, width: number): readonly TextLine[] {
  const { total } = summary;
  const ci = summary.ci?.total;
  const observed = summary.duration_seconds * summary.computes.length;
  const mean_cu =
    total.mean_cu_active === null
      ? []
      : [`mean ${withSpread(total.mean_cu_active, number, ci?.mean_cu_active)} CU while active`];
  const suspended = observed > 0 ? total.suspended_seconds / observed : 0;
  const quota = summary.quota_exhausted_seconds;
  return [
    ...labelled('Cost', costParts(summary), width),
    ...labelled(
      'CU-hours',
      [withSpread(total.cu_hours, number, ci?.cu_hours), ...mean_cu, `at most ${number(total.max_cu)} CU`],
      width,
    ),
    ...labelled(
      'Suspended',
      [
        `${percent(suspended)} of the time${summary.computes.length > 1 ? ', all computes together' : ''}`,
        counted(total.wakes, 'wake'),
        counted(total.suspends, 'suspend'),
        counted(total.restarts, 'restart'),
        counted(total.resizes, 'resize'),
      ],
      width,
    ),
    ...(quota > 0
      ? labelled('Out of hours', [`${duration(quota)} without CU-hours left in the plan`], width)
      : []),
    ...labelled('Waited', waitedParts(total, ci), width),
    ...labelled('Errors', errorParts(total), width),
    ...labelled('Disruptions', disruptionParts(total), width),
    ...labelled('Pooler', poolerParts(total), width),
    ...labelled('Latency', latencyParts(total, ci), width),
    ...labelled('Available', availabilityParts(total, ci), width),
  ];
}

function costParts(summary: Summary): readonly string[] {
  const { price } = summary.plan;
  const { total } = summary;
  const ci = summary.ci?.total;
  const rate = price.usd_per_cu_hour === 0 ? 'free plan' : `at $${price.usd_per_cu_hour} per CU-hour`;
  return [
    `${withSpread(total.cost_usd, money, ci?.cost_usd)} for the run`,
    `${withSpread(total.cost_usd_per_month, money, ci?.cost_usd_per_month)} per month of ${HOURS_PER_MONTH} h`,
    rate,
  ];
}

function waitedParts(total: ComputeSummary, ci: Spreads): readonly string[] {
  const { arrived } = total.queries;
  if (total.delayed_probability === null) return ['no query arrived'];
  if (total.delayed_probability === 0) return ['nobody, for a wake or a restart'];
  const delayed = Math.round(total.delayed_probability * arrived);
  return [
    `${count(delayed)} of ${counted(arrived, 'query', 'queries')} (${withSpread(total.delayed_probability, percent, ci?.delayed_probability)}) for a wake or restart`,
    `half over ${milliseconds(total.delay_ms.p50)}`,
    `p99 ${milliseconds(total.delay_ms.p99)}`,
  ];
}

function errorParts(total: ComputeSummary): readonly string[] {
  const { arrived, failed, in_flight, by_error, retried_by_error } = total.queries;
  const retried = Object.values(retried_by_error).reduce((sum, each) => sum + each, 0);
  const retries = retried > 0 ? [`${counted(retried, 'attempt')} retried`] : [];
  const unfinished = in_flight > 0 ? [`${count(in_flight)} still running at the end`] : [];
  if (failed === 0) return ['none', ...retries, ...unfinished];
  const kinds = Object.entries(by_error).sort(([, a], [, b]) => b - a);
  const rest = kinds.slice(ERRORS_SHOWN).reduce((sum, [, each]) => sum + each, 0);
  return [
    `${counted(failed, 'query', 'queries')} failed (${percent(failed / arrived)})`,
    ...kinds.slice(0, ERRORS_SHOWN).map(([name, each]) => `${errorWording(name)}: ${count(each)}`),
    ...(rest > 0 ? [`others: ${count(rest)}`] : []),
    ...retries,
    ...unfinished,
  ];
}

function latencyParts(total: ComputeSummary, ci: Spreads): readonly string[] {
  const { mean, p50, p90, p95, p99, p999, max } = total.latency_ms;
  if (mean === null) return ['no query completed'];
  const spreads = ci?.latency_ms;
  const named: readonly (readonly [string, number | null, FigureInterval | null | undefined])[] = [
    ['mean', mean, spreads?.mean],
    ['p50', p50, spreads?.p50],
    ['p90', p90, spreads?.p90],
    ['p95', p95, spreads?.p95],
    ['p99', p99, spreads?.p99],
    ['p99.9', p999, spreads?.p999],
    ['max', max, spreads?.max],
  ];
  return named.map(([name, ms, spread]) =>
    `${name} ${milliseconds(ms)} ${spreadText(milliseconds, spread)}`.trimEnd(),
  );
}

function availabilityParts(total: ComputeSummary, ci: Spreads): readonly string[] {
  const { request, time, unavailable_seconds, unavailable_by_cause } = total.availability;
  const causes = Object.entries(unavailable_by_cause)
    .filter(([, seconds]) => seconds > 0)
    .sort(([, a], [, b]) => b - a)
    .map(
      ([cause, seconds]) => `${duration(seconds)} ${UNAVAILABLE_FOR[cause] ?? cause.replaceAll('_', ' ')}`,
    );
  const [only, ...others] = causes;
  const why = only === undefined || others.length > 0 ? `${duration(unavailable_seconds)} unavailable` : only;
  return [
    ...(request === null ? [] : [`${withSpread(request, percent, ci?.availability.request)} of queries`]),
    `${withSpread(time, percent, ci?.availability.time)} of the time (${why})`,
    ...(others.length > 0 ? causes : []),
  ];
}
