import { suspendDueAt } from '../../compute/lifecycle/suspend-timeout.js';
import type { Draw } from '../../kernel/sampler.js';
import { Alarm } from '../run/alarm.js';
import { SUSPEND_CHECK } from '../run/event-kind.js';
import type { RunContext } from '../run/run-context.js';

/**
 * Watches one compute for inactivity.
 *
 * The event is lazy: activity does not move it, it looks when it fires. A compute at 1,000 queries a second
 * pays for one look every timeout instead of 1,000 rescheduled events a second.
 */
export class IdleTimer {
  declare private readonly context: RunContext;
  declare private readonly alarm: Alarm;
  /** Draws the timeout of each idle period, seconds. */
  declare private timeout: Draw;
  /** Draws how late the check notices. */
  declare private readonly slack: Draw;
  /** When the present idle period began. */
  idleSince = Number.NEGATIVE_INFINITY;
  private dueAt = Number.POSITIVE_INFINITY;

  constructor(context: RunContext, index: number, timeout: Draw, slack: Draw) {
    this.context = context;
    this.alarm = new Alarm(context.calendar, SUSPEND_CHECK, index);
    this.timeout = timeout;
    this.slack = slack;
  }

  /** The compute has nothing to do from now on. */
  begin(): void {
    const now = this.context.now;
    if (now === this.idleSince && this.alarm.set) return;
    this.idleSince = now;
    this.dueAt = suspendDueAt(now, this.timeout()) + this.slack();
    this.alarm.by(this.dueAt);
  }

  /** The timeout was edited: the present idle period counts from when it began. */
  setTimeout(timeout: Draw, idle: boolean): void {
    const since = this.idleSince;
    this.timeout = timeout;
    this.stop();
    if (!idle) return;
    this.idleSince = since;
    this.dueAt = Math.max(this.context.now, suspendDueAt(since, timeout()) + this.slack());
    this.alarm.by(this.dueAt);
  }

  /** A check that was due could not be acted upon: it is made again, now or when it is due. */
  again(): void {
    if (!this.alarm.set) this.alarm.by(Math.max(this.context.now, this.dueAt));
  }

  /** Forgets what was planned: the compute is not active any more. */
  stop(): void {
    this.alarm.off();
    this.dueAt = Number.POSITIVE_INFINITY;
    this.idleSince = Number.NEGATIVE_INFINITY;
  }

  /**
   * Handles {@link SUSPEND_CHECK}.
   * @param busy whether the compute is at work; its next idle period will plan again
   * @returns whether the compute has been inactive for its timeout
   */
  check(busy: boolean): boolean {
    this.alarm.fired();
    if (!busy && this.dueAt <= this.context.now) return true;
    if (!busy) this.alarm.by(this.dueAt);
    return false;
  }
}
