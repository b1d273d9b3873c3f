import { OVERLOAD_SECONDS } from '../../compute/backlog.js';
import type { LimitReached } from '../../cost/bill/limits-reached.js';
import type { ObjectiveResult } from '../../figures/objectives.js';
import type { Summary } from '../../study/run/summary.js';
import { limitOn } from '../../vendors/plan-limits.js';
import { count, counted, duration, milliseconds, percent } from '../figures/figure-text.js';
import { figureText } from '../figures/named-figure.js';
import { errorWords } from '../text/error-wording.js';
import { momentText } from '../text/iso-time.js';
import type { Tone } from '../text/verdict.js';
import { limitWords } from './figure-words.js';
import { limitName, usedUp } from './quota-words.js';

/** Something that went wrong in a run. */
export interface Trouble {
  readonly tone: Extract<Tone, 'bad' | 'warning'>;
  /** In words, without a full stop. */
  readonly text: string;
  /** A constraint for `neap plan` that finds settings without this trouble; absent if settings do not help. */
  readonly constraint?: string | undefined;
}

function trouble(tone: Trouble['tone'], text: string, constraint?: string): Trouble {
  return { tone, text, constraint };
}

/** A service that fails more than this is always down for some client; half of all objectives ask for ten times less. */
const BAD_FAILED_SHARE = 0.01;
/** Three nines, the commonest objective. */
export const WARNING_FAILED_SHARE = 0.001;
/** An error of at least this share of the failed queries is named for all of them. */
const MIN_PREVAILING_SHARE = 0.95;
/** The error of a reached limit of the project. */
const LIMIT_REACHED = 'XX000';
/** Overload for longer than this share of the time, or an equally long backlog, is not a passing peak. */
const BAD_OVERLOADED_SHARE = 0.01;
const BAD_BACKLOG_SECONDS = 60;
/** The share of queries unanswered at the end of the run that is worth mentioning. */
const MIN_UNFINISHED_SHARE = 0.001;
/** Number of missed objectives in a verdict. */
const MAX_MISSED = 2;

/**
 * The troubles of a run, the worst first, whether or not the scenario has objectives: limits that were reached, crash
 * loops, overload, failed queries, missed objectives, then minor ones.
 */
export function troublesOf(summary: Summary): readonly Trouble[] {
  const all = [
    ...limitsReached(summary),
    ...beyondActiveLimit(summary),
    ...crashLoops(summary),
    ...failures(summary),
    ...overload(summary),
    ...missedObjectives(summary),
    ...outOfMemory(summary),
    ...slowAnswers(summary),
    ...unfinished(summary),
  ];
  return [...all.filter(({ tone }) => tone === 'bad'), ...all.filter(({ tone }) => tone === 'warning')];
}

/** Limits that suspended the computes, or made writes fail; else one that a month at this rate would reach. */
function limitsReached(summary: Summary): readonly Trouble[] {
  const { limits_reached = [], quota_exhausted_seconds: out } = summary;
  const [suspended, ...others] = limits_reached.filter(
    ({ effect, from }) => effect === 'suspends' && from !== null,
  );
  const again = others.length === 0 ? '' : `, and ${counted(others.length, 'more time')}`;
  const troubles: Trouble[] = [];
  if (suspended !== undefined) {
    const since = `suspended from ${when(suspended, summary)}${again}`;
    troubles.push(trouble('bad', `${since}: ${usedUp(suspended)}, ${duration(out)} without service`));
  } else if (out > 0) {
    // Not in the first replication, but in another.
    troubles.push(trouble('bad', `what a month may use ran out: ${duration(out)} without service`));
  }
  for (const limit of limits_reached) {
    if (limit.effect === 'stops writes') {
      troubles.push(trouble('bad', `writes fail from ${when(limit, summary)}: ${usedUp(limit)}`));
    } else if (limit.after_month_hours !== null) {
      const lasts = duration(3600 * limit.after_month_hours);
      const text = `at this rate ${limitName(limit)} will run out after ${lasts} of a month`;
      troubles.push(trouble('warning', text));
    }
  }
  return troubles;
}

/** With replications it is about then. */
function when({ from }: LimitReached, { ci }: Summary): string {
  return `${ci === undefined ? '' : 'about '}${momentText(Date.parse(from!) / 1000)}`;
}

/** Computes that stayed suspended because as many others of the project were active as may be. */
function beyondActiveLimit({ computes, plan, start }: Summary): readonly Trouble[] {
  const kept = computes.filter(
    ({ availability }) => (availability.unavailable_by_cause['active_limit'] ?? 0) > 0,
  );
  if (kept.length === 0) return [];
  const limit = limitOn(
    { name: plan.name, as_of: plan.as_of ?? undefined },
    'active_computes',
    start.slice(0, 10),
  )?.value;
  const names = kept.length === 1 ? kept[0]!.name : counted(kept.length, 'compute');
  const text = `${names} could not start at times: at most ${limit} computes of a project are active at once, besides that of the default branch`;
  return [trouble('bad', text)];
}

function crashLoops({ total: { memory } }: Summary): readonly Trouble[] {
  if (!(memory.crash_loops > 0)) return [];
  const times = counted(Math.round(memory.crash_loop_restarts), 'time');
  return [trouble('bad', `crash loop: out of memory ${times} in a row`, 'crash_loops <= 0')];
}

function failures({ total: { queries } }: Summary): readonly Trouble[] {
  const { failed, arrived } = queries;
  if (!(failed > 0) || arrived === 0) return [];
  const share = failed / arrived;
  if (share < WARNING_FAILED_SHARE) return [];
  const text = `${queriesOf(failed, arrived)} failed (${percent(share)})${reasonWords(queries)}`;
  return [trouble(share >= BAD_FAILED_SHARE ? 'bad' : 'warning', text, 'success_rate >= 99.9%')];
}

/** Why most of the failed queries failed; empty if no error prevails, or that of a limit, which another trouble reports. */
function reasonWords({ failed, by_error }: Summary['total']['queries']): string {
  const [first] = Object.entries(by_error).sort(([, a], [, b]) => b - a);
  const words = first && first[0] !== LIMIT_REACHED ? errorWords(first[0]) : undefined;
  if (words === undefined || first![1] < failed / 2) return '';
  return first![1] >= MIN_PREVAILING_SHARE * failed ? `: ${words}` : `, mostly: ${words}`;
}

function overload({ total: { overload: seen }, computes, duration_seconds }: Summary): readonly Trouble[] {
  if (!(seen.seconds > 0)) return [];
  const { seconds, time, longest_backlog_seconds: backlog } = seen;
  const lasting = (time ?? 0) >= BAD_OVERLOADED_SHARE || backlog >= BAD_BACKLOG_SECONDS;
  const whole = computes.length > 1 ? ' in all' : ` of ${duration(duration_seconds)}`;
  const text = `overloaded for ${duration(seconds)}${whole}, with a backlog of up to ${duration(backlog)}`;
  return [trouble(lasting ? 'bad' : 'warning', text, 'overloaded_seconds <= 0s')];
}

function missedObjectives({ slo }: Summary): readonly Trouble[] {
  const missed = slo.filter(({ met }) => !met);
  const shown = missed.slice(0, MAX_MISSED).map((result) => {
    const sure = result.clear !== false;
    return trouble(sure ? 'bad' : 'warning', missedWords(result, sure));
  });
  const more = missed.length - shown.length;
  return more > 0 ? [...shown, trouble('bad', `${counted(more, 'more objective')} missed`)] : shown;
}

function missedWords({ objective, target, actual }: ObjectiveResult, sure: boolean): string {
  const limit = limitWords({ figure: objective, bound: target });
  const found =
    actual === null ? 'but there is no measurement' : `and it is ${figureText(objective, actual)}`;
  return `${sure ? 'missed' : 'perhaps missed'}: ${limit}, ${found}`;
}

function outOfMemory({ total: { memory } }: Summary): readonly Trouble[] {
  const alone = memory.out_of_memory - memory.crash_loop_restarts;
  if (!(alone > 0)) return [];
  const times = counted(Math.round(alone), 'time');
  return [trouble('warning', `out of memory ${times}`, 'out_of_memory <= 0')];
}

/** That answers are slow; nothing if they are not. */
export function slowWords({ total, slow_seconds = OVERLOAD_SECONDS }: SlowFacts): readonly string[] {
  const { p99 } = total.latency_ms;
  const isSlow = p99 !== null && p99 >= 1000 * slow_seconds;
  return isSlow ? [`1 % of answers took over ${milliseconds(p99)}`] : [];
}

type SlowFacts = Pick<Summary, 'total' | 'slow_seconds'>;

/** A compute that admits every client may still answer too late. */
function slowAnswers(summary: Summary): readonly Trouble[] {
  const { slo, slow_seconds = OVERLOAD_SECONDS } = summary;
  if (slo.some(({ objective }) => objective === 'latency_p99')) return [];
  const constraint = `latency_p99 <= ${slow_seconds}s`;
  return slowWords(summary).map((text) => trouble('warning', text, constraint));
}

function unfinished({ total }: Summary): readonly Trouble[] {
  const { in_flight, arrived, failed } = total.queries;
  if (arrived === 0 || in_flight / arrived < MIN_UNFINISHED_SHARE) return [];
  const many = Math.round(in_flight);
  if (many < 2) return [];
  // Failures too few to be a separate trouble belong to the same account.
  const few = failed > 0 && failed / arrived < WARNING_FAILED_SHARE;
  const text = few ? queryOutcomeWords({ total }) : `${count(many)} queries still running at the end`;
  return [trouble('warning', text)];
}

/** Some of all queries, as people count: `5 of 20 million queries`. */
export function queriesOf(part: number, whole: number): string {
  if (part === whole && whole > 1) return `all ${count(Math.round(whole))} queries`;
  return `${count(Math.round(part))} of ${counted(Math.round(whole), 'query', 'queries')}`;
}

/** The outcome of all queries, so that no two figures of one place contradict each other. */
export function queryOutcomeWords({ total: { queries } }: Pick<Summary, 'total'>): string {
  const { arrived, failed, in_flight } = queries;
  if (arrived === 0) return 'no query arrived';
  const share = failed > 0 ? ` (${percent(failed / arrived)})` : '';
  const lost =
    failed > 0
      ? `${queriesOf(failed, arrived)} failed${share}`
      : `none of ${counted(Math.round(arrived), 'query', 'queries')} failed`;
  return in_flight > 0 ? `${lost}, ${count(Math.round(in_flight))} still running at the end` : lost;
}
