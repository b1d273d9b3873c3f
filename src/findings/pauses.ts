import type { Distribution } from '../kernel/distribution.js';
import { randomStream } from '../kernel/random-stream.js';
import { WEEK_SECONDS } from '../kernel/units.js';
import type { Scenario } from '../scenario/scenario.js';
import { arrivalSource } from '../workload/arrival/arrival-source.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import { cronSchedule } from '../workload/rate/cron-schedule.js';
import { FASTEST_POLL } from './computes-seen.js';

/** Loads that come by the clock, and the longest that they leave their compute alone. */
export interface ClockedPauses {
  readonly loads: readonly LoadSpecification[];
  /** From one query to the next. */
  readonly longest_seconds: number;
  /** That each query takes at least. */
  readonly least_busy_seconds: number;
}

/** Firings of a schedule that are looked at: those of a week, of a job every minute. */
const MAX_FIRINGS = 10_080;
/** Of a query that takes a time of its own, which is not known but more than nothing. */
const SOME_SECONDS = 1e-6;

type Span = Pick<Scenario, 'start_epoch_seconds' | 'duration_seconds'>;

/** The longest pause of a load that comes by the clock; `undefined` of another, and of an application at work. */
export function clockedPauses(load: LoadSpecification, span: Span): ClockedPauses | undefined {
  if (load.route.targets.length > 1) return undefined;
  const longest_seconds = longestPause(load, span);
  if (longest_seconds === undefined || longest_seconds < 1 / FASTEST_POLL) return undefined;
  // In a closed loop the pause begins where the query ends.
  const least_busy_seconds = load.process.kind === 'closed' ? 0 : leastBusy(load);
  return { loads: [load], longest_seconds, least_busy_seconds };
}

/**
 * The longest pause that loads leave between them which come by the clock; `undefined` where chance or the queries
 * themselves move one of them.
 */
export function pausesTogether(
  clocked: readonly ClockedPauses[],
  { duration_seconds }: Span,
): ClockedPauses | undefined {
  const fixed = clocked.filter(({ loads }) => isFixed(loads[0]!));
  if (fixed.length < 2) return undefined;
  const end = Math.min(duration_seconds, WEEK_SECONDS);
  const loads = fixed.flatMap((each) => each.loads);
  const times = loads.flatMap((load) => arrivalTimes(load, end)).sort((a, b) => a - b);
  let longest_seconds = 0;
  let before = 0;
  for (const time of [...times, end]) {
    longest_seconds = Math.max(longest_seconds, time - before);
    before = time;
  }
  const least_busy_seconds = Math.min(...fixed.map((each) => each.least_busy_seconds));
  return { loads, longest_seconds, least_busy_seconds };
}

function isFixed({ process }: LoadSpecification): boolean {
  return process.kind !== 'closed' && !(process.kind === 'cron' && process.jitter.kind !== 'constant');
}

function arrivalTimes({ name, process }: LoadSpecification, end: number): readonly number[] {
  // Nothing is drawn: what comes by the clock has constants for distributions.
  const source = arrivalSource(process, (purpose) => randomStream('', 0, name, purpose), end);
  const times: number[] = [];
  for (let time = source.next(); time < end; time = source.next()) times.push(time);
  return times;
}

function longestPause({ process }: LoadSpecification, span: Span): number | undefined {
  switch (process.kind) {
    case 'regular':
      return process.rate.kind === 'constant' ? 1 / process.rate.per_second : undefined;
    case 'renewal':
      return process.gap.kind === 'constant' ? process.gap.value : undefined;
    case 'closed':
      return process.think_seconds.kind === 'constant' && process.clients > 0
        ? process.think_seconds.value
        : undefined;
    case 'cron':
      return process.count > 0 ? longestCronPause(process, span) : undefined;
    default:
      return undefined;
  }
}

function longestCronPause(
  { schedule, timezone, jitter }: Extract<LoadSpecification['process'], { kind: 'cron' }>,
  { start_epoch_seconds, duration_seconds }: Span,
): number | undefined {
  const late = latestOf(jitter);
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

/** By how much a delay may make a pause longer; `undefined` where nothing bounds it. */
function latestOf(jitter: Distribution): number | undefined {
  if (jitter.kind === 'constant') return 0;
  return jitter.kind === 'uniform' ? jitter.max - jitter.min : undefined;
}

function leastBusy({ query: { cpu_seconds, wait_seconds } }: LoadSpecification): number {
  const least = (time: Distribution): number => (time.kind === 'constant' ? time.value : SOME_SECONDS);
  return least(cpu_seconds) + least(wait_seconds);
}
