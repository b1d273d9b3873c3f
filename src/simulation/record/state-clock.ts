import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import { ZERO } from '../../kernel/zero.js';

/**
 * Why a new connection would be refused, or held while a client waits. `slots_full`, `pooler_full`, `proxy_limits` and
 * `active_limit` refuse it; `pooler_queue` means that a query has timed out in the pooler's queue, which has not moved
 * since. `out_of_memory` counts whether or not a client waits.
 */
export type UnavailableCause = (typeof CAUSES)[number];

/** In alphabetical order. */
const CAUSES = [
  'active_limit',
  'fault',
  'out_of_memory',
  'pooler_full',
  'pooler_queue',
  'proxy_limits',
  'quota',
  'restarting',
  'slots_full',
  'waking',
] as const;

/** Time that one compute has spent in each of its states, and the time it was unavailable, by cause. */
export class StateClock {
  declare state: ComputeState;
  /** When the current state began. */
  since = ZERO;
  private readonly byState: Record<ComputeState, number> = {
    init: 0,
    idle: 0,
    active: 0,
    starting: 0,
    restarting: 0,
  };
  private activeBefore = ZERO;
  private cause: UnavailableCause | undefined = undefined;
  /** When the current cause ends without a call; Infinity if it ends when another one is set. */
  private causeUntil = Number.POSITIVE_INFINITY;
  private unavailableSince = ZERO;
  private causeSince = ZERO;
  private unavailable = ZERO;
  private readonly secondsByCause = new Map<UnavailableCause, number>();

  constructor(state: ComputeState) {
    this.state = state;
  }

  enter(now: number, state: ComputeState): void {
    this.byState[this.state] += now - this.since;
    this.since = now;
    this.state = state;
  }

  seconds(now: number, state: ComputeState): number {
    return this.byState[state] + (this.state === state ? now - this.since : 0);
  }

  /** Active seconds since the end of the previous interval. */
  closeInterval(now: number): number {
    const active = this.seconds(now, 'active');
    const used = active - this.activeBefore;
    this.activeBefore = active;
    return used;
  }

  /**
   * Records why a new connection would be refused, or held while a client waits; `undefined` if it would be admitted.
   * @param until when that ends unless a change is recorded earlier
   */
  setUnavailable(now: number, cause: UnavailableCause | undefined, until = Number.POSITIVE_INFINITY): void {
    if (this.causeUntil < now) this.change(this.causeUntil, undefined);
    this.causeUntil = until;
    if (cause !== this.cause) this.change(now, cause);
  }

  unavailableSeconds(now: number): number {
    return this.unavailable + (this.cause === undefined ? 0 : this.lasted(now) - this.unavailableSince);
  }

  /** Unavailable seconds so far by cause, in alphabetical order; causes without any are omitted. */
  unavailableByCause(now: number): Readonly<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const cause of CAUSES) {
      const since = cause === this.cause ? this.lasted(now) - this.causeSince : 0;
      const seconds = (this.secondsByCause.get(cause) ?? 0) + since;
      if (seconds > 0) found[cause] = seconds;
    }
    return found;
  }

  /** End of the current cause so far. */
  private lasted(now: number): number {
    return Math.min(now, this.causeUntil);
  }

  private change(now: number, cause: UnavailableCause | undefined): void {
    const before = this.cause;
    // The total is kept separately: it does not depend on how often the cause changes in between.
    if (before !== undefined) {
      const seconds = now - this.causeSince;
      this.secondsByCause.set(before, (this.secondsByCause.get(before) ?? 0) + seconds);
      if (cause === undefined) this.unavailable += now - this.unavailableSince;
    } else this.unavailableSince = now;
    this.cause = cause;
    this.causeSince = now;
  }
}
