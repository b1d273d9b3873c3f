import type { Distribution } from '../kernel/distribution.js';
import { largest, smallest } from '../kernel/distribution.js';
import { randomStream } from '../kernel/random-stream.js';
import { WEEK_SECONDS } from '../kernel/units.js';
import type { Scenario } from '../scenario/scenario.js';
import { arrivalSource } from '../workload/arrival/arrival-source.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import { cronSchedule } from '../workload/rate/cron-schedule.js';

/** Periodic loads, and the longest pause that they leave their compute. */
export interface ClockedPauses {
  readonly loads: readonly LoadSpecification[];
  /** Time from one query to the next. */
  readonly longest_seconds: number;
  /** Minimum duration of each query. */
  readonly least_busy_seconds: number;
}

/** Arrivals per second above which a load is an application and not a poll. */
const FASTEST_POLL = 1;
/** Maximum number of arrivals examined: a week of a job every minute. */
const MAX_FIRINGS = 10_080;
/** A poll's longest gap is at most this many mean gaps; traffic has longer ones. */
const UNEVEN = 3;
/** Substitute for an unknown, positive duration of a query. */
const SOME_SECONDS = 1e-6;

type Span = Pick<Scenario, 'seed' | 'start_epoch_seconds' | 'duration_seconds'>;

/** The longest pause of a periodic load; `undefined` for other loads, and for an application at work. */
export function clockedPauses(load: LoadSpecification, span: Span): ClockedPauses | undefined {
  if (load.route.targets.length > 1) return undefined;
  const longest_seconds = longestPause(load, span);
  if (longest_seconds === undefined || longest_seconds < 1 / FASTEST_POLL) return undefined;
  // In a closed loop the pause begins when the query ends.
  const least_busy_seconds = load.process.kind === 'closed' ? 0 : leastBusy(load);
  return { loads: [load], longest_seconds, least_busy_seconds };
}

/**
 * The longest pause that several periodic loads leave together; `undefined` if chance or the queries themselves shift
 * one of them.
 */
export function commonPause(
  clocked: readonly ClockedPauses[],
  { seed, duration_seconds }: Span,
): ClockedPauses | undefined {
  const fixed = clocked.filter(({ loads }) => isFixed(loads[0]!));
  if (fixed.length < 2) return undefined;
  const end = Math.min(duration_seconds, WEEK_SECONDS);
  const loads = fixed.flatMap((each) => each.loads);
  const times = loads.flatMap((load) => arrivalTimes(load, end, seed)).sort((a, b) => a - b);
  const longest_seconds = longestBetween(times, end);
  const least_busy_seconds = Math.min(...fixed.map((each) => each.least_busy_seconds));
  return { loads, longest_seconds, least_busy_seconds };
}

function isFixed({ process }: LoadSpecification): boolean {
  if (process.kind === 'closed') return false;
  if (process.kind === 'renewal') return process.gap.kind === 'constant';
  return !(process.kind === 'cron' && process.jitter.kind !== 'constant');
}

function arrivalTimes(
  { name, process }: LoadSpecification,
  end: number,
  seed: string,
  most = Number.POSITIVE_INFINITY,
): readonly number[] {
  const source = arrivalSource(process, (purpose) => randomStream(seed, 0, name, purpose), end);
  const times: number[] = [];
  for (let time = source.next(); time < end && times.length < most; time = source.next()) times.push(time);
  return times;
}

function longestPause(load: LoadSpecification, span: Span): number | undefined {
  const { process } = load;
  switch (process.kind) {
    case 'regular':
      return process.rate.kind === 'constant' ? 1 / process.rate.per_second : longestGap(load, span);
    case 'arrivals':
    case 'counts':
      return longestGap(load, span);
    case 'renewal':
      return finite(largest(process.gap));
    case 'closed':
      return process.clients > 0 ? finite(largest(process.think_seconds)) : undefined;
    case 'cron':
      return process.count > 0 ? longestCronPause(process, span) : undefined;
    default:
      return undefined;
  }
}

/** The longest gap of poll-like arrivals; `undefined` for traffic, whose gaps differ more. */
function longestGap(load: LoadSpecification, span: Span): number | undefined {
  const end = Math.min(span.duration_seconds, WEEK_SECONDS);
  const times = arrivalTimes(load, end, span.seed, MAX_FIRINGS);
  if (times.length < 2) return undefined;
  const until = times.length < MAX_FIRINGS ? end : times.at(-1)!;
  const longest = longestBetween(times, until);
  return longest <= (UNEVEN * until) / times.length ? longest : undefined;
}

/** The longest gap between arrivals, including those at the start and at the end. */
function longestBetween(times: readonly number[], end: number): number {
  let longest = 0;
  let before = 0;
  for (const time of [...times, end]) {
    longest = Math.max(longest, time - before);
    before = time;
  }
  return longest;
}

function finite(seconds: number): number | undefined {
  return Number.isFinite(seconds) ? seconds : undefined;
}

function longestCronPause(
  { schedule, timezone, jitter }: Extract<LoadSpecification['process'], { kind: 'cron' }>,
  { start_epoch_seconds, duration_seconds }: Span,
): number | undefined {
  const late = finite(largest(jitter) - smallest(jitter));
  if (late === undefined) return undefined;
  const { next } = cronSchedule(schedule, start_epoch_seconds, timezone);
  let longest = 0;
  let before = 0;
  for (let firing = 0; firing < MAX_FIRINGS && before < duration_seconds; firing++) {
    const time = Math.min(next(firing === 0 ? -1 : before), duration_seconds);
    longest = Math.max(longest, time - before);
    before = time;
  }
  return longest + late;
}

function leastBusy({ query: { cpu_seconds, wait_seconds } }: LoadSpecification): number {
  const least = (time: Distribution): number => (time.kind === 'constant' ? time.value : SOME_SECONDS);
  return least(cpu_seconds) + least(wait_seconds);
}
