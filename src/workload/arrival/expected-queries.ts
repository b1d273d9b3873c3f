import { mean } from '../../kernel/distribution-moments.js';
import type { RandomStream } from '../../kernel/random-stream.js';
import { WEEK_SECONDS } from '../../kernel/units.js';
import { countBelow } from '../../statistics/count-below.js';
import { courseOf } from '../load-course.js';
import type { LoadSpecification, ProcessSpecification } from '../load-specification.js';
import { cronSchedule } from '../rate/cron-schedule.js';
import { rateCursor } from '../rate/rate-cursor.js';
import type { RateSpecification } from '../rate/rate-specification.js';
import { rateIntegral } from './rate-integral.js';

/** A rate with more windows than this is followed for this many of them, and assumed to continue the same way. */
const MAX_WINDOWS = 100_000;

/**
 * The approximate number of queries that a load sends in [0, until_seconds), before it is run: the expected arrivals of
 * its process times the queries of a session. Retries are left out, and a closed loop is assumed to spend time only
 * thinking and executing, which is too little if queries wait.
 *
 * @param streamFor returns the random stream of a purpose, for random rates
 */
export function expectedQueries(
  load: LoadSpecification,
  until_seconds: number,
  streamFor: (purpose: string) => RandomStream,
): number {
  const { process, connection } = load;
  if (process.kind === 'closed') {
    return (process.clients * until_seconds) / cycleSeconds(load);
  }
  const arrivals = expectedArrivals(process, until_seconds, streamFor);
  if (connection.kind !== 'session') return arrivals;
  const { queries, hold_seconds, think_seconds } = connection;
  if (queries !== undefined) return arrivals * Math.max(1, mean(queries));
  if (hold_seconds === undefined || think_seconds === undefined) return arrivals;
  const cycle_seconds = mean(think_seconds) + uncontendedSeconds(load);
  return arrivals * (1 + mean(hold_seconds) / Math.max(cycle_seconds, 1e-3));
}

/** Mean seconds from an arrival of a closed loop's client, or of a renewal process, to the next one. */
export function cycleSeconds(load: LoadSpecification): number {
  const { process } = load;
  if (process.kind === 'renewal') return mean(process.gap);
  const think = process.kind === 'closed' ? mean(process.think_seconds) : 0;
  return Math.max(think + uncontendedSeconds(load), 1e-3);
}

/** Mean duration of a query in seconds without contention. */
export function uncontendedSeconds({ query, round_trip_seconds }: LoadSpecification): number {
  return mean(query.cpu_seconds) + mean(query.wait_seconds) + round_trip_seconds;
}

function expectedArrivals(
  process: Exclude<ProcessSpecification, { kind: 'closed' }>,
  until_seconds: number,
  streamFor: (purpose: string) => RandomStream,
): number {
  switch (process.kind) {
    case 'poisson':
    case 'regular':
      return overWeeks(process, until_seconds, (until) => integratedRate(process.rate, until, streamFor));
    case 'renewal':
      return until_seconds / mean(process.gap);
    case 'cron':
      return overWeeks(process, until_seconds, (until) => process.count * countFirings(process, until));
    case 'counts':
      return process.counts.reduce(
        (sum, count, index) => (process.starts_seconds[index]! < until_seconds ? sum + count : sum),
        0,
      );
    case 'arrivals':
      return countBelow(process.times_seconds, until_seconds);
    case 'none':
      return 0;
  }
}

function integratedRate(
  rate: RateSpecification,
  until_seconds: number,
  streamFor: (purpose: string) => RandomStream,
): number {
  const cursor = rateCursor(rate, streamFor);
  let sum = 0;
  let from = 0;
  for (let window = 0; window < MAX_WINDOWS && from < until_seconds; window++) {
    cursor.advance(from);
    const until = Math.min(cursor.until, until_seconds);
    sum += rateIntegral(cursor, from, until);
    from = until;
  }
  return from < until_seconds ? (sum * until_seconds) / from : sum;
}

/** Expected arrivals over the whole time; one week represents the others if the load repeats weekly. */
function overWeeks(
  process: ProcessSpecification,
  until_seconds: number,
  expected: (until_seconds: number) => number,
): number {
  const course = courseOf(process);
  const isWeekly = course === 'weekly' || course === 'steady';
  if (until_seconds <= WEEK_SECONDS || !isWeekly) return expected(until_seconds);
  const weeks = Math.floor(until_seconds / WEEK_SECONDS);
  const rest = until_seconds - weeks * WEEK_SECONDS;
  return weeks * expected(WEEK_SECONDS) + (rest > 0 ? expected(rest) : 0);
}

function countFirings(
  { schedule, start_epoch_seconds, timezone }: Extract<ProcessSpecification, { kind: 'cron' }>,
  until_seconds: number,
): number {
  const { next } = cronSchedule(schedule, start_epoch_seconds, timezone);
  let count = 0;
  for (let time = next(-1); time < until_seconds; time = next(time)) count += 1;
  return count;
}
