import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { LATENCY_PARTS } from '../../figures/latency.js';
import { pricesChecked } from '../../vendors/price-book.js';
import { crashLoopParts } from '../answers/crash-loop-words.js';
import { errorWording } from '../answers/error-wording.js';
import { clientPoolParts, lateParts, overloadParts } from '../answers/overload-words.js';
import type { ComputeSummary } from '../figures/compute-summary.js';
import { count, counted, duration, milliseconds, money, number, percent } from '../figures/figure-text.js';
import { partName } from '../figures/latency-quantiles.js';
import type { Intervals } from '../figures/mean-of-figures.js';
import { monthBasis } from '../figures/month-basis.js';
import { priceWords } from '../figures/price-words.js';
import { withSpread } from '../figures/spread-text.js';
import type { Summary } from '../figures/summary.js';
import { type Emphasis, labelled, type TextLine } from '../text/text-block.js';
import { disruptionParts, poolerParts } from './terminal-clients.js';

/** Kinds of errors named before the rest are counted together. */
const ERRORS_SHOWN = 3;

/** What happened to computes, in the singular. */
const CHANGES = ['wake', 'suspend', 'restart', 'resize'] as const;

/** The half-widths of a compute's figures; `undefined` for a single run. */
type Spreads = Intervals<ComputeSummary> | undefined;

/** What a compute was busy with while it was unavailable. */
const UNAVAILABLE_FOR: Readonly<Record<string, string>> = {
  active_limit: 'beyond the active computes',
  slots_full: 'without a free slot',
  pooler_full: 'with the pooler full',
  pooler_queue: 'with the line of the pooler timing out',
  proxy_limits: 'refused by the limits of the proxy',
  waking: 'waking up',
  restarting: 'restarting',
  out_of_memory: 'killed for want of memory',
  quota: 'out of quota',
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
  const used = [withSpread(total.cu_hours, number, ci?.cu_hours), ...mean_cu];
  const suspended = observed > 0 ? total.suspended_seconds / observed : 0;
  const quota = summary.quota_exhausted_seconds;
  const rows: readonly (readonly [label: string, parts: readonly string[], emphasis?: Emphasis])[] = [
    ['Cost', costParts(summary)],
    ['CU-hours', [...used, `at most ${number(total.max_cu)} CU`]],
    [
      'Suspended',
      [
        `${percent(suspended)} of the time${summary.computes.length > 1 ? ', all computes together' : ''}`,
        ...CHANGES.map((noun) => counted(total[`${noun}s`], noun)),
      ],
    ],
    [
      'Out of quota',
      quota > 0 ? [`${duration(quota)} without service: what a month may use was used up`] : [],
    ],
    ['Crash loop', crashLoopParts(summary), 'bad'],
    ['Overloaded', overloadParts(summary), 'bad'],
    ['Waited', waitedParts(total, ci)],
    ['Own pools', clientPoolParts(total, ci)],
    ['Errors', errorParts(total)],
    ['Disruptions', disruptionParts(total)],
    ['Pooler', poolerParts(total)],
    ['Latency', latencyParts(total, ci)],
    ['Available', availabilityParts(total, ci)],
  ];
  return rows.flatMap(([label, parts, emphasis]) => labelled(label, parts, width, emphasis));
}

function costParts(summary: Summary): readonly string[] {
  const { price } = summary.plan;
  const { total } = summary;
  const ci = summary.ci?.total;
  const rate = price.usd_per_cu_hour === 0 ? 'free plan' : `at ${priceWords(price)}`;
  const checked = pricesChecked(summary.prices_checked_until);
  return [
    `${withSpread(total.cost_usd, money, ci?.cost_usd)} for the run`,
    ...monthParts(summary),
    rate,
    checked,
  ];
}

/** The month that the run carries, or why it carries none. */
function monthParts({ total, ci, duration_seconds }: Summary): readonly string[] {
  const { carried, note } = monthBasis(duration_seconds);
  if (!carried) return [note];
  const cost = withSpread(total.cost_usd_per_month, money, ci?.total.cost_usd_per_month);
  return [`${cost} per month of ${HOURS_PER_MONTH} h`];
}

function waitedParts(total: ComputeSummary, ci: Spreads): readonly string[] {
  const { arrived } = total.queries;
  if (total.delayed_probability === null) return ['no query arrived'];
  if (total.delayed_probability === 0) return ['no query, for a wake or restart'];
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
  if (total.latency_ms.mean === null) return ['no query completed'];
  return LATENCY_PARTS.map((part) => {
    const ms = total.latency_ms[part];
    const text = ms === null ? milliseconds(ms) : withSpread(ms, milliseconds, ci?.latency_ms[part]);
    return `${partName(part)} ${text}`;
  });
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
    ...lateParts(total),
  ];
}
