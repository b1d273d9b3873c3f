import { unknown } from '../../adapter/observe/observed-run.js';
import { TroubleTime } from '../../simulation/record/trouble-time.js';
import type { TimelineRow } from '../../simulation/run/observation.js';
import { Histogram } from '../../statistics/histogram.js';

/** One attempt of a query, as its client saw it. */
export interface AttemptRow {
  readonly load: string;
  /** The scheduled arrival, where latency begins. */
  readonly intended_seconds: number;
  /** Counted from 1. */
  readonly attempt: number;
  readonly began_seconds: number;
  readonly ended_seconds: number;
  /** `completed`, or the SQLSTATE or client error of its failure. */
  readonly outcome: string;
}

/** Callbacks while a load is sent. */
export interface LoadObserver {
  attempt?(row: AttemptRow): void;
  timeline?(row: TimelineRow): void;
}

/** SQLSTATEs for too many connections: of PostgreSQL and of PgBouncer. */
const REFUSALS: ReadonlySet<string> = new Set(['53300', '08P01']);

/** Counts a load that is being sent, with the same rules as a run. Times are seconds since its start. */
export class LoadRecord {
  arrived = 0;
  completed = 0;
  failed = 0;
  made = 0;
  retried = 0;
  refused = 0;
  dropped = 0;
  peak = 0;
  /** Queries that have arrived and not ended, and open attempts. */
  inFlight = 0;
  attemptsOpen = 0;
  /** Total CPU demand of the arrived queries. */
  cpuSecondsAsked = 0;
  readonly failedByError: Record<string, number> = {};
  readonly retriedByError: Record<string, number> = {};
  readonly latency = new Histogram();
  readonly poolWait = new Histogram();
  /** Delay between scheduled arrival and sending, which is the sender's fault. */
  readonly lag = new Histogram();
  readonly trouble = new TroubleTime();
  #open = 0;
  #ended = false;
  #now = 0;
  #connectionSeconds = 0;
  #querySeconds = 0;
  #row: MutableRow;
  readonly #latency = new Histogram();
  readonly #compute: string;
  readonly #interval: number;
  readonly #observer: LoadObserver;

  /** @param interval_seconds of a row of the timeline */
  constructor(compute: string, interval_seconds: number, observer: LoadObserver) {
    this.#compute = compute;
    this.#interval = interval_seconds;
    this.#observer = observer;
    this.#row = emptyRow(0);
  }

  meanConnections(seconds: number): number {
    return seconds > 0 ? this.#connectionSeconds / seconds : 0;
  }

  meanInSystem(seconds: number): number {
    return seconds > 0 ? this.#querySeconds / seconds : 0;
  }

  arrive(now: number, intended: number, cpu_seconds: number): void {
    if (!this.#advance(now)) return;
    this.cpuSecondsAsked += cpu_seconds;
    this.arrived += 1;
    this.inFlight += 1;
    this.#row.arrived += 1;
    this.lag.add(Math.max(0, now - intended));
  }

  begin(now: number, retry: boolean): void {
    if (!this.#advance(now)) return;
    this.made += 1;
    this.attemptsOpen += 1;
    this.#row.attempts += 1;
    if (retry) this.#row.retries += 1;
  }

  end(row: AttemptRow): void {
    if (!this.#advance(row.ended_seconds)) return;
    this.attemptsOpen -= 1;
    this.#observer.attempt?.(row);
    if (row.outcome === 'completed') return;
    if (REFUSALS.has(row.outcome)) {
      this.refused += 1;
      this.#row.refused += 1;
    }
    this.trouble.failed(row.began_seconds, row.ended_seconds);
  }

  complete(now: number, intended: number): void {
    if (!this.#advance(now)) return;
    this.inFlight -= 1;
    this.completed += 1;
    this.#row.completed += 1;
    this.latency.add(now - intended);
    this.#latency.add(now - intended);
  }

  retry(now: number, error: string): void {
    if (!this.#advance(now)) return;
    this.retried += 1;
    count(this.retriedByError, error);
  }

  fail(now: number, error: string): void {
    if (!this.#advance(now)) return;
    this.inFlight -= 1;
    this.failed += 1;
    this.#row.failed += 1;
    count(this.failedByError, error);
  }

  waited(now: number, seconds: number): void {
    if (this.#advance(now) && seconds > 0) this.poolWait.add(seconds);
  }

  opened(now: number): void {
    if (!this.#advance(now)) return;
    this.#open += 1;
    this.peak = Math.max(this.peak, this.#open);
    this.#row.connections_max = Math.max(this.#row.connections_max, this.#open);
  }

  /** @param dropped whether the server closed the connection */
  closed(now: number, dropped: boolean): void {
    if (!this.#advance(now)) return;
    this.#open -= 1;
    if (!dropped) return;
    this.dropped += 1;
    this.#row.dropped += 1;
  }

  /** Ends the load: later results are not counted. */
  close(now: number): void {
    if (!this.#advance(now)) return;
    if (now > this.#row.start_seconds) this.#emit(now);
    this.#ended = true;
  }

  /** @returns whether the load is still running */
  #advance(now: number): boolean {
    if (this.#ended) return false;
    for (;;) {
      const end = this.#row.start_seconds + this.#interval;
      if (now < end) break;
      this.#integrate(end);
      this.#emit(end);
    }
    this.#integrate(now);
    return true;
  }

  #integrate(now: number): void {
    const seconds = now - this.#now;
    if (seconds <= 0) return;
    this.#connectionSeconds += this.#open * seconds;
    this.#querySeconds += this.inFlight * seconds;
    this.#row.connection_seconds += this.#open * seconds;
    this.#now = now;
  }

  #emit(end: number): void {
    const { connection_seconds, ...counts } = this.#row;
    this.#observer.timeline?.({
      ...counts,
      end_seconds: end,
      compute: this.#compute,
      state: 'active',
      ...unknown('cu', 'cu_seconds', 'active_seconds', 'load_mean', 'wakes', 'delayed', 'sent_bytes'),
      connections_mean: connection_seconds / (end - counts.start_seconds),
      hit_ratio: undefined,
      latency: this.#latency,
    });
    this.#latency.clear();
    this.#row = emptyRow(end, this.#open);
  }
}

type MutableRow = ReturnType<typeof emptyRow>;

function emptyRow(start_seconds: number, open = 0) {
  return {
    start_seconds,
    connections_max: open,
    connection_seconds: 0,
    arrived: 0,
    completed: 0,
    failed: 0,
    refused: 0,
    attempts: 0,
    retries: 0,
    dropped: 0,
  };
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
