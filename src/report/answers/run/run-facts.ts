import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { LATENCY_PARTS } from '../../../figures/latency.js';
import type { DisruptionCause } from '../../../simulation/run/disruption-observations.js';
import type { Fact } from '../../document/report.js';
import type { ComputeSummary } from '../../figures/compute-summary.js';
import { count, counted, duration, milliseconds, money, number, percent } from '../../figures/figure-text.js';
import { figureAt, intervalAt } from '../../figures/headline-figures.js';
import { partName } from '../../figures/latency-quantiles.js';
import { monthBasis } from '../../figures/month-basis.js';
import { priceWords } from '../../figures/price-words.js';
import { withSpread } from '../../figures/spread-text.js';
import type { Summary } from '../../figures/summary.js';
import { when } from '../../text/when.js';
import { limitName } from '../../verdict/quota-words.js';
import { errorWording } from '../error-wording.js';
import { unavailableBy } from './run-errors.js';
import { clientPoolParts, crashLoopParts, lateParts, overloadParts } from './run-incidents.js';

/** Kinds of errors named before the rest are counted together. */
const ERRORS_SHOWN = 3;
/** From this share of failed queries on they are shown as bad. */
const FAILED_BAD = 0.001;

/** What happened to computes, in the singular. */
const CHANGES = ['wake', 'suspend', 'restart', 'resize'] as const;

/** A cause of disruptions and its plural. */
const DISRUPTIONS: Readonly<Record<DisruptionCause, readonly [string, string]>> = {
  restart: ['restart', 'restarts'],
  suspend: ['suspend', 'suspends'],
  crash: ['crash', 'crashes'],
  zone_loss: ['loss of the zone', 'losses of the zone'],
  out_of_memory: ['out-of-memory restart', 'out-of-memory restarts'],
  wake: ['wake with failures', 'wakes with failures'],
};

/** Writes a figure of the total with its interval. */
type TotalText = (path: string, text: (value: number) => string) => string;

/** What a run came to: money, size, waiting, latency, errors, availability, and each trouble that there was. */
export function runFacts(summary: Summary): readonly Fact[] {
  const { total } = summary;
  const { failed, arrived } = total.queries;
  const told: TotalText = (path, text) => {
    const value = figureAt(summary, `total.${path}`);
    return value === null ? '-' : withSpread(value, text, intervalAt(summary, `total.${path}`));
  };
  const { carried } = monthBasis(summary.duration_seconds);
  const tile = (label: string, path: string, parts: readonly string[], isBad = false): Fact => {
    const value = figureAt(summary, `total.${path}`);
    return { label, parts, tile: true, figure: { path: `total.${path}`, value }, ...(isBad && BAD) };
  };
  const facts: readonly Fact[] = [
    tile('Cost', carried ? 'cost_usd_per_month' : 'cost_usd', costParts(summary, told)),
    tile('CU-hours', 'cu_hours', [
      told('cu_hours', number),
      total.mean_cu_active === null
        ? 'never active'
        : `mean ${told('mean_cu_active', number)} CU while active`,
      `at most ${number(total.max_cu)} CU`,
    ]),
    tile('Latency', 'latency_ms.p99', latencyParts(total, told)),
    tile('Waited', 'delayed_probability', waitedParts(total, told)),
    tile('Errors', 'queries.failed', errorParts(total), failed >= FAILED_BAD * arrived && failed > 0),
    tile('Available', 'availability.time', availabilityParts(total, told)),
    { label: 'Suspended', parts: suspendedParts(summary) },
    { label: 'Out of quota', parts: quotaParts(summary), ...BAD },
    { label: 'Crash loop', parts: crashLoopParts(summary), ...BAD },
    { label: 'Overloaded', parts: overloadParts(summary), ...BAD },
    { label: 'Own pools', parts: clientPoolParts(total, summary.ci?.total) },
    { label: 'Disruptions', parts: disruptionParts(total) },
    { label: 'Pooler', parts: poolerParts(total) },
  ];
  return facts.filter(({ parts }) => parts.length > 0);
}

const BAD = { emphasis: 'bad' } as const;

function costParts({ plan: { price }, duration_seconds }: Summary, told: TotalText): readonly string[] {
  const { carried, note } = monthBasis(duration_seconds);
  const rate = price.usd_per_cu_hour === 0 ? 'free plan' : `at ${priceWords(price)}`;
  const run = `${told('cost_usd', money)} for the run`;
  return carried
    ? [`${told('cost_usd_per_month', money)} a month`, run, rate, `months of ${HOURS_PER_MONTH} h`]
    : [run, note, rate];
}

function suspendedParts({ total, computes, duration_seconds }: Summary): readonly string[] {
  const observed = duration_seconds * computes.length;
  const share = percent(observed > 0 ? total.suspended_seconds / observed : 0);
  return [
    `${share} of the time${computes.length > 1 ? ', all computes together' : ''}`,
    ...CHANGES.map((noun) => counted(total[`${noun}s`], noun)),
  ];
}

function quotaParts({ quota_exhausted_seconds: seconds, limits_reached }: Summary): readonly string[] {
  const [first] = limits_reached ?? [];
  const what = first === undefined ? 'what a month may use' : limitName(first);
  return when(seconds > 0, `${duration(seconds)} without service: ${what} was used up`);
}

function waitedParts(total: ComputeSummary, told: TotalText): readonly string[] {
  const { arrived } = total.queries;
  if (total.delayed_probability === null) return ['no query arrived'];
  if (total.delayed_probability === 0) return ['no query, for a wake or restart'];
  const delayed = Math.round(total.delayed_probability * arrived);
  return [
    told('delayed_probability', percent),
    `${count(delayed)} of ${counted(arrived, 'query', 'queries')} for a wake or restart`,
    `half over ${milliseconds(total.delay_ms.p50)}`,
    `p99 ${milliseconds(total.delay_ms.p99)}`,
  ];
}

function errorParts(total: ComputeSummary): readonly string[] {
  const { arrived, failed, in_flight, by_error, retried_by_error } = total.queries;
  const retried = Object.values(retried_by_error).reduce((sum, each) => sum + each, 0);
  const kinds = Object.entries(by_error).sort(([, a], [, b]) => b - a);
  const rest = kinds.slice(ERRORS_SHOWN).reduce((sum, [, each]) => sum + each, 0);
  return [
    ...(failed === 0
      ? ['none']
      : [
          `${percent(failed / arrived)} failed`,
          `${count(failed)} of ${counted(arrived, 'query', 'queries')}`,
        ]),
    ...kinds.slice(0, ERRORS_SHOWN).map(([name, each]) => `${errorWording(name)}: ${count(each)}`),
    ...when(rest > 0, `others: ${count(rest)}`),
    ...when(retried > 0, `${counted(retried, 'attempt')} retried`),
    ...when(in_flight > 0, `${count(in_flight)} still running at the end`),
  ];
}

/** The 99th percentile first: it is what objectives are about. */
function latencyParts(total: ComputeSummary, told: TotalText): readonly string[] {
  if (total.latency_ms.mean === null) return ['no query completed'];
  const others = LATENCY_PARTS.filter((part) => part !== 'p99');
  return (['p99', ...others] as const).map(
    (part) => `${partName(part)} ${told(`latency_ms.${part}`, milliseconds)}`,
  );
}

function availabilityParts(total: ComputeSummary, told: TotalText): readonly string[] {
  const { request, unavailable_seconds, unavailable_by_cause } = total.availability;
  const causes = Object.entries(unavailable_by_cause)
    .filter(([, seconds]) => seconds > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([cause, seconds]) => `${duration(seconds)} ${unavailableBy(cause)}`);
  return [
    `${told('availability.time', percent)} of the time`,
    ...when(causes.length !== 1, `${duration(unavailable_seconds)} unavailable`),
    ...causes,
    ...when(request !== null, `${told('availability.request', percent)} of queries`),
    ...lateParts(total),
  ];
}

/** What cut connections, and when those it disturbed were back; nothing where nobody was cut off. */
function disruptionParts({ disruptions }: ComputeSummary): readonly string[] {
  const { connections_dropped, disturbed, back, lost, recovery_p99_seconds, by_cause } = disruptions;
  const causes = Object.entries(by_cause) as (readonly [DisruptionCause, { readonly count: number }])[];
  if (causes.length === 0) return [];
  const queries = disturbed === 1 ? 'the affected query' : `the ${count(disturbed)} affected queries`;
  const came =
    recovery_p99_seconds === null
      ? `${percent(back / disturbed)} of ${queries} recovered`
      : `99 % of ${queries} recovered within ${duration(recovery_p99_seconds)}`;
  return [
    ...causes.map(([cause, each]) => counted(each.count, ...DISRUPTIONS[cause])),
    ...when(connections_dropped > 0, `${counted(connections_dropped, 'connection')} dropped`),
    disturbed === 0 ? 'no query was affected' : came,
    ...when(lost > 0, `${count(lost)} failed`),
  ];
}

/** Who went through the pooler and who had to wait there; nothing where nobody did. */
function poolerParts({ pooler }: ComputeSummary): readonly string[] {
  const { clients_peak, waiting_peak, queued, wait_ms } = pooler;
  if (clients_peak === 0) return [];
  const peak = `at most ${counted(clients_peak, 'client')} at once`;
  if (queued === 0) return [peak, 'no client waited for a connection'];
  return [
    peak,
    `at most ${count(waiting_peak)} queued`,
    `${count(queued)} waited`,
    `half over ${milliseconds(wait_ms.p50)}`,
    `p99 ${milliseconds(wait_ms.p99)}`,
  ];
}
