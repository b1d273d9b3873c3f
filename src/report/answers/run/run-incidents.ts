import { CRASH_LOOP_SECONDS } from '../../../compute/crash-loop.js';
import type { ComputeSummary } from '../../figures/compute-summary.js';
import { count, counted, duration, milliseconds, number, percent } from '../../figures/figure-text.js';
import type { Intervals } from '../../figures/mean-of-figures.js';
import { withSpread } from '../../figures/spread-text.js';
import type { Summary } from '../../figures/summary.js';
import { momentText } from '../../text/iso-time.js';
import { slowWords } from '../../verdict/run-troubles.js';

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
  const overloaded = overload.seconds > 0 ? [`overloaded for ${duration(overload.seconds)}`] : [];
  const late = slowWords(latency_ms.p99);
  const parts = [...overloaded, ...late];
  return parts.length === 0 ? [] : [`but ${parts.join(', and ')}`];
}

/** That computes ran out of memory again and again, how often, and when; nothing where none did. */
export function crashLoopParts({ total, start, computes, ci }: Summary): readonly string[] {
  const { crash_loops, crash_loop_restarts, crash_loop_from_seconds: from } = total.memory;
  const until = total.memory.crash_loop_until_seconds;
  if (!(crash_loops > 0)) return [];
  const moment = (seconds: number): string => momentText(Date.parse(start) / 1000 + seconds);
  const single = from !== null && until !== null && ci === undefined;
  const who = computes
    .filter(({ memory }) => memory.crash_loops > 0)
    .map(({ name }) => name)
    .slice(0, 3);
  return [
    `out of memory ${counted(crash_loop_restarts, 'time')}`,
    ...(single ? [`from ${moment(from)} to ${moment(until)}`] : []),
    `never up for more than ${duration(CRASH_LOOP_SECONDS)} in between`,
    ...(crash_loops > 1 ? [`${count(crash_loops)} loops`] : []),
    ...(computes.length > 1 ? [`of ${who.join(', ')}`] : []),
  ];
}
