import type { Draw } from '../kernel/sampler.js';
import { SUSPEND_CHECK } from './event-kind.js';
import { NONE } from './query-table.js';
import type { RunContext } from './run-context.js';

/**
 * Watches one compute for inactivity.
 *
 * The event is lazy: activity does not move it, it looks when it fires. A compute at 1,000 queries a second
 * pays for one look every timeout instead of 1,000 rescheduled events a second.
 */
export class IdleTimer {
  declare private readonly context: RunContext;
  declare private readonly index: number;
  /** Draws the timeout of each idle period, seconds. */
  declare private timeout: Draw;
  /** Draws how late the check notices. */
  declare private readonly slack: Draw;
  #idleSince = Number.NEGATIVE_INFINITY;
  #dueAt = Number.POSITIVE_INFINITY;
  #event = NONE;
  #eventAt = Number.POSITIVE_INFINITY;

  constructor(context: RunContext, index: number, timeout: Draw, slack: Draw) {
    this.context = context;
    this.index = index;
    this.timeout = timeout;
    this.slack = slack;
  }

  /** When the present idle period began. */
  get idleSince(): number {
    return this.#idleSince;
  }

  /** The compute has nothing to do from now on. */
  begin(): void {
    const now = this.context.now;
    if (now === this.#idleSince && this.#event !== NONE) return;
    this.#idleSince = now;
    this.#dueAt = now + this.timeout() + this.slack();
    if (this.#dueAt < this.#eventAt) this.#plan(this.#dueAt);
  }

  /** The timeout was edited: the present idle period counts from when it began. */
  setTimeout(timeout: Draw, idle: boolean): void {
    const since = this.#idleSince;
    this.timeout = timeout;
    this.stop();
    if (!idle) return;
    this.#idleSince = since;
    this.#dueAt = Math.max(this.context.now, since + timeout() + this.slack());
    if (this.#dueAt < Number.POSITIVE_INFINITY) this.#plan(this.#dueAt);
  }

  /** A check that was due could not be acted upon: it is made again, now or when it is due. */
  again(): void {
    if (this.#event !== NONE || this.#dueAt === Number.POSITIVE_INFINITY) return;
    this.#plan(Math.max(this.context.now, this.#dueAt));
  }

  /** Forgets what was planned: the compute is not active any more. */
  stop(): void {
    if (this.#event !== NONE) this.context.calendar.cancel(this.#event);
    this.#event = NONE;
    this.#eventAt = Number.POSITIVE_INFINITY;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#idleSince = Number.NEGATIVE_INFINITY;
  }

  /**
   * Handles {@link SUSPEND_CHECK}.
   * @param busy whether the compute is at work; its next idle period will plan again
   * @returns whether the compute has been inactive for its timeout
   */
  check(busy: boolean): boolean {
    this.#eventAt = Number.POSITIVE_INFINITY;
    if (!busy && this.#dueAt <= this.context.now) {
      this.#event = NONE;
      return true;
    }
    if (busy || this.#dueAt === Number.POSITIVE_INFINITY) this.#event = NONE;
    else this.#plan(this.#dueAt);
    return false;
  }

  #plan(time: number): void {
    const { calendar } = this.context;
    if (this.#event === NONE) this.#event = calendar.schedule(time, SUSPEND_CHECK, this.index);
    else calendar.reschedule(this.#event, time);
    this.#eventAt = time;
  }
}
