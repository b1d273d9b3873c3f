import { OVERLOAD_SECONDS } from '../../compute/backlog.js';
import type { ComputeSummary } from '../figures/compute-summary.js';
import { count, counted, duration, milliseconds, number, percent } from '../figures/figure-text.js';
import type { Intervals } from '../figures/mean-of-figures.js';
import { withSpread } from '../figures/spread-text.js';
import type { Summary } from '../figures/summary.js';
import { momentText } from '../text/iso-time.js';

/** That, for how long and by how much more was asked of the computes than they could do; nothing where it never was. */
export function overloadParts(summary: Summary): readonly string[] {
  const { total, computes, duration_seconds } = summary;
  const { overload } = total;
  if (!(overload.seconds > 0)) return [];
  const ci = summary.ci?.total.overload;
  const time = withSpread(overload.seconds, duration, ci?.seconds);
  const share = percent(overload.time ?? 0);
  const longest = withSpread(overload.longest_backlog_seconds, duration, ci?.longest_backlog_seconds);
  return [
    computes.length > 1 ? `${time} in all (${share})` : `${time} of ${duration(duration_seconds)} (${share})`,
    `more was asked than ${sizeText(summary)} could do`,
    `longest backlog ${longest}${ci === undefined ? momentOf(summary) : ''}`,
    ...(ci === undefined ? whose(summary) : []),
  ];
}

function sizeText({ total, computes, ci }: Summary): string {
  if (computes.length > 1 || ci !== undefined) return 'the size';
  const text = `${number(total.max_cu)} CU`;
  return number(total.mean_cu_active ?? 0) === number(total.max_cu) ? text : `at most ${text}`;
}

/** When the longest backlog was; over replications there is no such moment. */
function momentOf({ total, start }: Summary): string {
  const { longest_backlog_at_seconds: at } = total.overload;
  return at === null ? '' : ` on ${momentText(Date.parse(start) / 1000 + at)}`;
}

/** Of which compute it was, where there are several. */
function whose({ total, computes }: Summary): readonly string[] {
  const { longest_backlog_seconds: longest } = total.overload;
  const one = computes.find(({ overload }) => overload.longest_backlog_seconds === longest);
  return computes.length > 1 && one !== undefined ? [`of ${one.name}`] : [];
}

/** How many attempts waited for a place in their clients' own pools, and for how long; nothing where none did. */
export function clientPoolParts(
  { client_pool, queries: { attempts } }: ComputeSummary,
  ci: Intervals<ComputeSummary> | undefined,
): readonly string[] {
  const { waited, probability, wait_ms } = client_pool;
  if (!(waited > 0) || probability === null) return [];
  const share = withSpread(probability, percent, ci?.client_pool.probability);
  return [
    `${count(waited)} of ${counted(attempts.made, 'attempt')} (${share}) waited for a place`,
    `half over ${milliseconds(wait_ms.p50)}`,
    `longest ${milliseconds(wait_ms.max)}`,
  ];
}

/** What "available" does not say: a compute that admits everybody may yet answer too late. Nothing where it did not. */
export function lateParts({ overload, latency_ms }: ComputeSummary): readonly string[] {
  const { p99 } = latency_ms;
  const overloaded = overload.seconds > 0 ? [`overloaded for ${duration(overload.seconds)}`] : [];
  const late =
    p99 !== null && p99 >= 1000 * OVERLOAD_SECONDS ? [`1 % of answers took over ${milliseconds(p99)}`] : [];
  const parts = [...overloaded, ...late];
  return parts.length === 0 ? [] : [`but ${parts.join(', and ')}`];
}
