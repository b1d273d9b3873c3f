import type { PoolSpecification } from '../../workload/load-specification.js';
import { reconnectSeconds } from '../../workload/retry-backoff.js';
import { Alarm } from '../run/alarm.js';
import { CLIENT_TIMER } from '../run/event-kind.js';
import type { EventHandlers } from '../run/run-context.js';
import { Found, type PoolConnections, type UnseenUse } from './client-pool-fixed.js';
import type { ClientProcess } from './client-process.js';
import { CutConnections } from './cut-connections.js';

/**
 * Connections with a limited lifetime. Idle ones form a stack with the most recently used on top, and are closed when
 * they have been idle or open for too long. A minimum number of idle connections is kept open.
 *
 * The pool has one lazy event: taking a connection does not move it, and the state is checked when it fires.
 */
export class AgedConnections implements PoolConnections {
  readonly #client: ClientProcess;
  readonly #size: number;
  readonly #configuredMinIdle: number;
  /** 0 while the pool is closed. */
  #minIdle: number;
  readonly #idleTimeout: number;
  readonly #maxLifetime: number;
  readonly #keepalive: number;
  readonly #stale: PoolSpecification['stale'];
  /** By idle connection, bottom first: when it was opened, when it became idle, and its epoch. */
  readonly #openedAt: Float64Array;
  readonly #idleSince: Float64Array;
  readonly #epochs: Int32Array;
  #idle = 0;
  inUse = 0;
  #opening = 0;
  /** Failed openings since the last successful one. */
  #failures = 0;
  /** When missing idle connections are opened; Infinity while none is missing. */
  #fillAt = Number.POSITIVE_INFINITY;
  /** When idle connections are tested; Infinity while there are none, or no tests. */
  #testAt = Number.POSITIVE_INFINITY;
  readonly #alarm: Alarm;
  readonly #ending: CutConnections;

  constructor(client: ClientProcess, pool: PoolSpecification) {
    this.#client = client;
    this.#alarm = new Alarm(client.context.calendar, CLIENT_TIMER, client.index);
    this.#ending = new CutConnections(() => client.compute.lifecycle.endingShare);
    this.#size = pool.size;
    this.#configuredMinIdle = Math.min(pool.min_idle, pool.size);
    this.#minIdle = this.#configuredMinIdle;
    this.#idleTimeout = pool.idle_timeout_seconds ?? Number.POSITIVE_INFINITY;
    this.#maxLifetime = pool.max_lifetime_seconds ?? Number.POSITIVE_INFINITY;
    this.#keepalive = pool.keepalive_seconds ?? Number.POSITIVE_INFINITY;
    this.#stale = pool.stale;
    this.#openedAt = new Float64Array(pool.size);
    this.#idleSince = new Float64Array(pool.size);
    this.#epochs = new Int32Array(pool.size);
  }

  get hasPlace(): boolean {
    return this.#idle > 0 || this.inUse + this.#opening < this.#size;
  }

  begin(): void {
    this.#minIdle = this.#configuredMinIdle;
    this.#planFill(0);
  }

  close(): void {
    const { compute, load } = this.#client;
    this.#minIdle = 0;
    for (; this.#idle > 0; this.#idle--) {
      if (this.#epochs[this.#idle - 1] === compute.lifecycle.epoch) compute.service.disconnect(load.index);
    }
  }

  take(query: number): number {
    const { queries } = this.#client.context;
    this.inUse += 1;
    if (this.#stale === 'tested') this.#discardCut();
    if (this.#idle === 0) {
      queries.openedAt[query] = Number.NaN;
      return this.#ending.take() ? Found.ending : Found.none;
    }
    this.#idle -= 1;
    queries.openedAt[query] = this.#openedAt[this.#idle]!;
    this.#planFill(0);
    return this.#epochs[this.#idle] === this.#client.compute.lifecycle.epoch ? Found.open : Found.stale;
  }

  /** Discards the connections at the top that a test finds cut. */
  #discardCut(): void {
    const { epoch } = this.#client.compute.lifecycle;
    const before = this.#idle;
    while (this.#idle > 0 && this.#epochs[this.#idle - 1] !== epoch) this.#idle -= 1;
    if (this.#idle < before) this.#planFill(0);
  }

  giveBack(query: number, connected: boolean): void {
    const { queries } = this.#client.context;
    this.inUse -= 1;
    if (connected) {
      const opened = queries.openedAt[query]!;
      this.#push(Number.isNaN(opened) ? queries.connectedAt[query]! : opened);
    }
    this.#planFill(0);
  }

  cut(): void {
    if (this.#stale === 'handed_out') return;
    this.#ending.cut(this.#idle);
    if (this.#stale === 'tested') return;
    this.#idle = 0;
    this.#planFill(0);
  }

  opened(): void {
    this.#opening -= 1;
    this.#failures = 0;
    this.#push(this.#client.context.now);
  }

  openingFailed(): void {
    const { specification, retryJitter } = this.#client.load;
    this.#opening -= 1;
    this.#failures += 1;
    this.#planFill(reconnectSeconds(specification.retry, this.#failures, retryJitter));
  }

  /** Handles {@link CLIENT_TIMER}. */
  timer(): void {
    this.#alarm.fired();
    const { now } = this.#client.context;
    const tests = this.#testAt <= now;
    this.#closeOverdue(tests);
    if (tests) this.#keepAlive();
    if (this.#fillAt <= now) this.#fill();
    this.#planNext();
  }

  /**
   * An idle connection is used by arrivals that find as many places taken as there are connections above it, so deeper
   * ones were used longer ago. A use of one implies uses of those above it, so one draw serves all. A connection that
   * would have been closed and reopened before its first use stays open.
   */
  applyUnseen({ seconds, finding, uniform }: UnseenUse): void {
    const { context, compute, load } = this.#client;
    const { now } = context;
    if (this.#stale === 'tested') this.#discardCut();
    const draw = -Math.log(uniform());
    let ago = 0;
    for (let place = this.#idle - 1; place >= 0; place--) {
      ago = Math.max(ago, draw / finding(this.inUse + this.#idle - place - 1));
      if (!(ago < seconds)) break;
      this.#idleSince[place] = Math.max(this.#idleSince[place]!, now + seconds - ago);
    }
    for (let at = 0; this.inUse + this.#idle + this.#opening < this.#size; ) {
      at -= Math.log(uniform()) / finding(Math.max(0, this.inUse + this.#idle - this.#minIdle));
      if (!(at < seconds) || !compute.service.openUnseen(load.index)) return;
      this.#insertBelow(now + at);
    }
  }

  /** Inserts a connection at the bottom that was opened and given back at the given time. */
  #insertBelow(at: number): void {
    this.#openedAt.copyWithin(1, 0, this.#idle);
    this.#idleSince.copyWithin(1, 0, this.#idle);
    this.#epochs.copyWithin(1, 0, this.#idle);
    this.#openedAt[0] = at;
    this.#idleSince[0] = at;
    this.#epochs[0] = this.#client.compute.lifecycle.epoch;
    this.#idle += 1;
    for (let place = 1; place < this.#idle; place++) {
      this.#idleSince[place] = Math.max(this.#idleSince[place]!, at);
    }
    this.#alarm.by(at + Math.min(this.#idleTimeout, this.#maxLifetime));
  }

  #isMissing(): boolean {
    const all = this.#idle + this.inUse + this.#opening;
    return this.#idle + this.#opening < this.#minIdle && all < this.#size;
  }

  #push(openedAt: number): void {
    const { context, compute } = this.#client;
    const place = this.#idle;
    this.#openedAt[place] = openedAt;
    this.#idleSince[place] = context.now;
    this.#epochs[place] = compute.lifecycle.epoch;
    this.#idle += 1;
    // The connection at the bottom has been idle longest: it is closed first if there is one too many.
    const unused =
      this.#idle > this.#minIdle ? this.#idleSince[0]! + this.#idleTimeout : Number.POSITIVE_INFINITY;
    const due = Math.min(unused, openedAt + this.#maxLifetime);
    this.#planTest();
    if (due <= context.now) this.#closeOverdue();
    else this.#alarm.by(due);
  }

  /**
   * Closes idle connections that are too old, and those above the minimum that were idle for too long.
   * @param tests whether those that were cut are found as well
   */
  #closeOverdue(tests = false): void {
    const { compute, context, load } = this.#client;
    const { now } = context;
    let spare = this.#idle - this.#minIdle;
    let kept = 0;
    let closed = 0;
    for (let place = 0; place < this.#idle; place++) {
      const old = this.#openedAt[place]! + this.#maxLifetime <= now;
      const unused = spare > 0 && this.#idleSince[place]! + this.#idleTimeout <= now;
      const isOpen = this.#epochs[place] === compute.lifecycle.epoch;
      if (old || unused || (tests && !isOpen)) {
        spare -= 1;
        if (isOpen) closed += 1;
        continue;
      }
      this.#openedAt[kept] = this.#openedAt[place]!;
      this.#idleSince[kept] = this.#idleSince[place]!;
      this.#epochs[kept] = this.#epochs[place]!;
      kept += 1;
    }
    this.#idle = kept;
    for (let count = 0; count < closed; count++) compute.service.disconnect(load.index);
    this.#planFill(0);
  }

  /** A test of the idle connections that are open is activity for the platform, although it takes no time. */
  #keepAlive(): void {
    const { compute, load } = this.#client;
    this.#testAt = Number.POSITIVE_INFINITY;
    if (this.#idle === 0) return;
    const cause = compute.causes.here.ofLoad(load.index);
    compute.suspension.activityBegins(cause);
    compute.suspension.activityEnds(cause);
    this.#planTest();
  }

  #planTest(): void {
    if (this.#testAt < Number.POSITIVE_INFINITY) return;
    this.#testAt = this.#client.context.now + this.#keepalive;
    this.#alarm.by(this.#testAt);
  }

  #fill(): void {
    this.#fillAt = Number.POSITIVE_INFINITY;
    while (this.#isMissing() && this.#fillAt === Number.POSITIVE_INFINITY) {
      this.#opening += 1;
      this.#client.openIdle();
    }
  }

  /** Schedules the opening of missing connections after a delay in seconds; a plan that waits for a backoff is kept. */
  #planFill(seconds: number): void {
    if (this.#fillAt < Number.POSITIVE_INFINITY || !this.#isMissing()) return;
    this.#fillAt = this.#client.context.now + seconds;
    this.#alarm.by(this.#fillAt);
  }

  #planNext(): void {
    let due = Math.min(this.#fillAt, this.#testAt);
    if (this.#idle > this.#minIdle) due = Math.min(due, this.#idleSince[0]! + this.#idleTimeout);
    for (let place = 0; place < this.#idle; place++) {
      due = Math.min(due, this.#openedAt[place]! + this.#maxLifetime);
    }
    this.#alarm.by(due);
  }
}

export const POOL_EVENTS: EventHandlers = {
  [CLIENT_TIMER]: (run, client) => run.clients[client]!.timer(),
};
