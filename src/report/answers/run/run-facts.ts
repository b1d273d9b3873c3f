import { CRASH_LOOP_SECONDS } from '../../../compute/crash-loop.js';
import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { costFigure } from '../../../figures/cost.js';
import { LATENCY_PARTS } from '../../../figures/latency.js';
import { sum } from '../../../kernel/sums.js';
import type { DisruptionCause } from '../../../simulation/record/kept-disruptions.js';
import type { ComputeSummary } from '../../../study/run/compute-summary.js';
import { partName } from '../../../study/run/latency-quantiles.js';
import type { Summary } from '../../../study/run/summary.js';
import type { Fact } from '../../document/report.js';
import { count, counted, duration, milliseconds, money, number, percent } from '../../figures/figure-text.js';
import { intervalAt, summaryFigure } from '../../figures/headline-figures.js';
import { monthBasis, priceWords } from '../../figures/month-basis.js';
import { withSpread } from '../../figures/spread-text.js';
import { errorWording } from '../../text/error-wording.js';
import { momentText } from '../../text/iso-time.js';
import { when } from '../../text/when.js';
import { limitName } from '../../verdict/quota-words.js';
import { slowWords, WARNING_FAILED_SHARE } from '../../verdict/run-troubles.js';
import { unavailableBy } from './run-errors.js';

/** Kinds of errors named before the rest are counted together. */
const ERRORS_SHOWN = 3;
/** Computes named in a crash loop. */
const NAMES_SHOWN = 3;

/** A cause of disruptions and its plural. */
const DISRUPTIONS: Readonly<Record<DisruptionCause, readonly [string, string]>> = {
  restart: ['restart', 'restarts'],
  suspend: ['suspend', 'suspends'],
  crash: ['crash', 'crashes'],
  zone_loss: ['loss of the zone', 'losses of the zone'],
  out_of_memory: ['out-of-memory restart', 'out-of-memory restarts'],
  wake: ['wake with failures', 'wakes with failures'],
};

/** The inputs of facts. */
interface Run extends Summary {
  /** Writes a figure of the total with its interval. */
  readonly figure: (path: string, text: (value: number) => string) => string;
  /** Whether there are means over replications: then moments are those of no run. */
  readonly isMean: boolean;
}

/** A label, its parts, and the path in the total of the value that a page sets off in a tile. */
type FactRow = readonly [
  label: string,
  parts: (run: Run) => readonly string[],
  tile?: ((run: Run) => string) | 'bad',
];

const FACTS: readonly FactRow[] = [
  [
    'Cost',
    ({ plan: { price }, duration_seconds, figure }) => {
      const { carried, note } = monthBasis(duration_seconds);
      const rate = price.usd_per_cu_hour === 0 ? 'free plan' : `at ${priceWords(price)}`;
      const run = `${figure('cost_usd', money)} for the run`;
      return carried
        ? [`${figure('cost_usd_per_month', money)} a month`, run, rate, `months of ${HOURS_PER_MONTH} h`]
        : [run, note, rate];
    },
    ({ duration_seconds }) => costFigure(duration_seconds),
  ],
  [
    'CU-hours',
    ({ total, figure }) => [
      figure('cu_hours', number),
      total.mean_cu_active === null
        ? 'never active'
        : `mean ${figure('mean_cu_active', number)} CU while active`,
      `at most ${number(total.max_cu)} CU`,
    ],
    () => 'cu_hours',
  ],
  [
    'Latency',
    // The 99th percentile first: it is what objectives are about.
    ({ total, figure }) =>
      total.latency_ms.mean === null
        ? ['no query completed']
        : (['p99', ...LATENCY_PARTS.filter((part) => part !== 'p99')] as const).map(
            (part) => `${partName(part)} ${figure(`latency_ms.${part}`, milliseconds)}`,
          ),
    () => 'latency_ms.p99',
  ],
  ['Waited', waitedParts, () => 'delayed_probability'],
  ['Errors', errorParts, () => 'queries.failed'],
  ['Available', availabilityParts, () => 'availability.time'],
  [
    'Suspended',
    ({ total, computes, duration_seconds }) => {
      const observed = duration_seconds * computes.length;
      const share = percent(observed > 0 ? total.suspended_seconds / observed : 0);
      return [
        `${share} of the time${computes.length > 1 ? ', all computes together' : ''}`,
        ...(['wake', 'suspend', 'restart', 'resize'] as const).map((noun) =>
          counted(total[`${noun}s`], noun),
        ),
      ];
    },
  ],
  [
    'Out of quota',
    ({ quota_exhausted_seconds: seconds, limits_reached = [] }) => {
      const what = limits_reached[0] === undefined ? 'what a month may use' : limitName(limits_reached[0]);
      return when(seconds > 0, `${duration(seconds)} without service, after using up ${what}`);
    },
    'bad',
  ],
  ['Crash loop', crashLoopParts, 'bad'],
  ['Overloaded', overloadParts, 'bad'],
  [
    'Own pools',
    ({ total: { client_pool, queries }, figure }) =>
      when(
        client_pool.waited > 0 && client_pool.probability !== null,
        `${count(client_pool.waited)} of ${counted(queries.attempts.made, 'attempt')} (${figure('client_pool.probability', percent)}) waited for a place`,
        `half over ${milliseconds(client_pool.wait_ms.p50)}`,
        `longest ${milliseconds(client_pool.wait_ms.max)}`,
      ),
  ],
  ['Disruptions', disruptionParts],
  [
    'Pooler',
    ({ total: { pooler } }) => [
      ...when(pooler.clients_peak > 0, `at most ${counted(pooler.clients_peak, 'client')} at once`),
      ...when(pooler.clients_peak > 0 && pooler.queued === 0, 'no client waited for a connection'),
      ...when(
        pooler.queued > 0,
        `at most ${count(pooler.waiting_peak)} queued`,
        `${count(pooler.queued)} waited`,
        `half over ${milliseconds(pooler.wait_ms.p50)}`,
        `p99 ${milliseconds(pooler.wait_ms.p99)}`,
      ),
    ],
  ],
];

/** A run's results: money, size, waits, latency, errors, availability, and each kind of trouble. */
export function runFacts(summary: Summary): readonly Fact[] {
  const run: Run = {
    ...summary,
    isMean: summary.ci !== undefined,
    figure: (path, text) => {
      const value = summaryFigure(summary, `total.${path}`);
      return value === null ? '-' : withSpread(value, text, intervalAt(summary, `total.${path}`));
    },
  };
  return FACTS.map(([label, partsOf, tile]): Fact => {
    const parts = partsOf(run);
    if (typeof tile !== 'function') return { label, parts, ...(tile === 'bad' && BAD) };
    const path = `total.${tile(run)}`;
    const isBad = label === 'Errors' && isFailing(summary);
    return {
      label,
      parts,
      tile: true,
      value: summaryFigure(summary, path),
      ...(isBad && BAD),
    };
  }).filter(({ parts }) => parts.length > 0);
}

const BAD = { emphasis: 'bad' } as const;

function isFailing({ total: { queries } }: Summary): boolean {
  return queries.failed >= WARNING_FAILED_SHARE * queries.arrived && queries.failed > 0;
}

function waitedParts({ total, figure }: Run): readonly string[] {
  const { delayed_probability: share, delay_ms, queries } = total;
  if (share === null) return ['no query arrived'];
  if (share === 0) return ['no query, for a wake or restart'];
  const delayed = Math.round(share * queries.arrived);
  return [
    figure('delayed_probability', percent),
    `${count(delayed)} of ${counted(queries.arrived, 'query', 'queries')} for a wake or restart`,
    `half over ${milliseconds(delay_ms.p50)}`,
    `p99 ${milliseconds(delay_ms.p99)}`,
  ];
}

function errorParts({ total: { queries } }: Run): readonly string[] {
  const { arrived, failed, in_flight, by_error, retried_by_error } = queries;
  const retried = sum(Object.values(retried_by_error));
  const kinds = Object.entries(by_error).sort(([, a], [, b]) => b - a);
  const rest = sum(kinds.slice(ERRORS_SHOWN).map(([, each]) => each));
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

function availabilityParts(run: Run): readonly string[] {
  const { total, figure } = run;
  const { availability, overload } = total;
  const { request, unavailable_seconds, unavailable_by_cause } = availability;
  const causes = Object.entries(unavailable_by_cause)
    .filter(([, seconds]) => seconds > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([cause, seconds]) => `${duration(seconds)} ${unavailableBy(cause)}`);
  const late = [
    ...when(overload.seconds > 0, `overloaded for ${duration(overload.seconds)}`),
    ...slowWords(run),
  ];
  return [
    `${figure('availability.time', percent)} of the time`,
    ...when(causes.length !== 1, `${duration(unavailable_seconds)} unavailable`),
    ...causes,
    ...when(request !== null, `${figure('availability.request', percent)} of queries`),
    // A compute that admits every client may still answer too late.
    ...when(late.length > 0, `but ${late.join(', and ')}`),
  ];
}

function crashLoopParts({ total: { memory }, start, computes, isMean }: Run): readonly string[] {
  const { crash_loops, crash_loop_restarts, crash_loop_from_seconds: from } = memory;
  const until = memory.crash_loop_until_seconds;
  if (!(crash_loops > 0)) return [];
  const moment = (seconds: number): string => momentText(Date.parse(start) / 1000 + seconds);
  const who = computes.filter((one) => one.memory.crash_loops > 0).map(({ name }) => name);
  return [
    `out of memory ${counted(crash_loop_restarts, 'time')}`,
    ...(from === null || until === null || isMean ? [] : [`from ${moment(from)} to ${moment(until)}`]),
    `never up for more than ${duration(CRASH_LOOP_SECONDS)} in between`,
    ...when(crash_loops > 1, `${count(crash_loops)} loops`),
    ...when(computes.length > 1, `of ${who.slice(0, NAMES_SHOWN).join(', ')}`),
  ];
}

/** For how long and by how much more was asked of the computes than they could do. */
function overloadParts({ total, computes, duration_seconds, start, figure, isMean }: Run): readonly string[] {
  const { overload } = total;
  if (!(overload.seconds > 0)) return [];
  const isSeveral = computes.length > 1;
  const { longest_backlog_seconds: longest, longest_backlog_at_seconds: at } = overload;
  const time = `${figure('overload.seconds', duration)}${isSeveral ? ' in all' : ` of ${duration(duration_seconds)}`}`;
  const moment = at === null || isMean ? '' : ` on ${momentText(Date.parse(start) / 1000 + at)}`;
  const whose = computes.find((one) => one.overload.longest_backlog_seconds === longest);
  return [
    `${time} (${percent(overload.time ?? 0)})`,
    `more was asked than ${isSeveral || isMean ? 'the size' : sizeText(total)} could do`,
    `longest backlog ${figure('overload.longest_backlog_seconds', duration)}${moment}`,
    ...when(isSeveral && !isMean && whose !== undefined, `of ${whose?.name}`),
  ];
}

function sizeText({ max_cu, mean_cu_active }: ComputeSummary): string {
  const text = `${number(max_cu)} CU`;
  return number(mean_cu_active ?? 0) === number(max_cu) ? text : `at most ${text}`;
}

/** Causes that cut connections, and the recovery time of the queries they disturbed. */
function disruptionParts({ total: { disruptions } }: Run): readonly string[] {
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
