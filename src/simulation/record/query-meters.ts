import { ZERO } from '../../kernel/zero.js';
import { Histogram } from '../../statistics/histogram.js';
import type { ComputeObservations, TimelineRow } from '../run/observation.js';
import { count } from './counts.js';

/** Counters that a row of the timeline reports and then resets. */
type IntervalCounts = Pick<
  TimelineRow,
  'arrived' | 'completed' | 'failed' | 'refused' | 'attempts' | 'retries' | 'wakes' | 'delayed'
> &
  Pick<ComputeObservations, 'pages_read' | 'pages_missed'>;

/** Outcomes of one compute's queries: counts over the whole run and over the current interval. */
export class QueryMeters {
  /** Number of queries that each new arrival represents: 1 if every query is simulated, 0 if none is counted. */
  weight = 1;
  /** By latency: the excess of the squared weights of completed queries over one for each counted query. */
  readonly excess = new Histogram();
  /** Failures that represent more queries than were simulated. */
  extrapolated = 0;
  arrived = 0;
  completed = 0;
  failed = 0;
  refused = 0;
  /** Attempts that failed and will be followed by another one, and those of the latter that have begun. */
  retried = 0;
  retries = 0;
  /** Transactions that the compute ended because they were idle for too long. */
  endedInTransaction = 0;
  foundIdle = 0;
  /** Wakes begun, by a query or a start call; a suspend call may cut one short. */
  wakes = 0;
  delayed = 0;
  pagesRead = ZERO;
  pagesMissed = ZERO;
  readonly failedByError = new Map<string, number>();
  readonly retriedByError = new Map<string, number>();
  /** Latency of completed queries: in the intervals closed so far, and in the current one. */
  readonly latency = new Histogram();
  readonly intervalLatency = new Histogram();
  readonly delay = new Histogram();
  readonly wakeLatency = new Histogram();
  /** Waits for a place in a client's pool, of attempts that got one or gave up. */
  readonly clientPoolWait = new Histogram();
  /** Time that queries which failed for good spent inside the system. */
  failedSojourn_seconds = ZERO;
  #before: IntervalCounts = this.#counts();

  /** Attempts begun: one for each query, and one for each retry. */
  get attempts(): number {
    return this.arrived + this.retries;
  }

  complete(latency_seconds: number, weight: number): void {
    this.completed += weight;
    if (weight > 1) this.excess.add(latency_seconds, weight * weight - weight);
    this.intervalLatency.add(latency_seconds, weight);
  }

  fail(error: string, sojourn_seconds: number, weight: number): void {
    this.failed += weight;
    this.failedSojourn_seconds += sojourn_seconds * weight;
    count(this.failedByError, error, weight);
    if (weight > 1) this.extrapolated += weight;
  }

  /** An attempt failed and will be repeated. */
  retry(error: string, weight: number): void {
    this.retried += weight;
    count(this.retriedByError, error, weight);
  }

  /** Whether no query has arrived, been attempted or ended in the current interval. */
  get quiet(): boolean {
    const { arrived, retries, refused, completed, failed } = this.#before;
    return (
      this.arrived === arrived &&
      this.retries === retries &&
      this.refused === refused &&
      this.completed === completed &&
      this.failed === failed
    );
  }

  /** Counts of the current interval, copied field by field because there may be very many intervals. */
  interval(): IntervalCounts {
    const before = this.#before;
    return {
      arrived: this.arrived - before.arrived,
      completed: this.completed - before.completed,
      failed: this.failed - before.failed,
      refused: this.refused - before.refused,
      attempts: this.attempts - before.attempts,
      retries: this.retries - before.retries,
      wakes: this.wakes - before.wakes,
      delayed: this.delayed - before.delayed,
      pages_read: this.pagesRead - before.pages_read,
      pages_missed: this.pagesMissed - before.pages_missed,
    };
  }

  /** Ends the current interval, after its row has been taken. */
  closeInterval(): void {
    this.latency.merge(this.intervalLatency);
    this.intervalLatency.clear();
    this.#before = this.#counts();
  }

  #counts(): IntervalCounts {
    return {
      arrived: this.arrived,
      completed: this.completed,
      failed: this.failed,
      refused: this.refused,
      attempts: this.attempts,
      retries: this.retries,
      wakes: this.wakes,
      delayed: this.delayed,
      pages_read: this.pagesRead,
      pages_missed: this.pagesMissed,
    };
  }
}
