import { ZERO } from '../kernel/zero.js';
import type { CpuSharing } from './cpu-sharing.js';

/**
 * A compute is overloaded while its backlog exceeds this: about as long as waiting users keep their attention on a task
 * (R. B. Miller, "Response time in man-computer conversational transactions", 1968).
 */
export const OVERLOAD_SECONDS = 10;

/**
 * The backlog of one compute, and how long it is overloaded.
 *
 * The backlog is the time that the processors would take to finish all queries inside, running or waiting, at the current
 * size without new arrivals. The time of the longest query alone is subtracted: one heavy query is not a backlog.
 * Without arrivals the backlog falls by a second per second, so it is computed only when a query arrives or the size
 * changes.
 */
export class Backlog {
  /** Seconds with a backlog above {@link OVERLOAD_SECONDS}, as of the last call with a time. */
  overloaded_seconds = ZERO;
  /** The longest backlog in seconds, and its time; excludes backlogs that ended at the moment they began. */
  longest_seconds = ZERO;
  longest_at = ZERO;
  declare private readonly cpu: CpuSharing;
  private waitingDemand = ZERO;
  /** Demand of the heaviest waiting query; after it has begun, of those that arrived since. */
  private heaviest = ZERO;
  /** The backlog in seconds when last computed; 0 if it was neither an overload nor a new maximum. */
  private level = ZERO;
  private since = ZERO;
  private weight = 1;
  /** The second-longest backlog, and its time. */
  private before_seconds = ZERO;
  private before_at = ZERO;
  /** vCPU-seconds of work below which the backlog is neither an overload nor a new maximum, and is not computed. */
  private ignoredWork = ZERO;

  constructor(cpu: CpuSharing) {
    this.cpu = cpu;
  }

  /** vCPU-seconds of the queries that wait for a processor or a retry. */
  get waiting(): number {
    return this.waitingDemand;
  }

  /** A query arrives at an active compute. @param demand vCPU-seconds */
  arrive(now: number, demand: number): void {
    this.waitingDemand += demand;
    if (demand > this.heaviest) this.heaviest = demand;
    // Nearly every query returns here: even all the work does not exceed the longest backlog so far.
    if (this.waitingDemand + this.cpu.workAtMost <= this.ignoredWork) return;
    this.waitingDemand -= demand;
    this.synchronise(now);
    this.waitingDemand += demand;
    this.look(now);
  }

  /** A query arrives at a compute that is not active, or waits for a retry. */
  wait(demand: number): void {
    this.waitingDemand += demand;
    if (demand > this.heaviest) this.heaviest = demand;
  }

  /** A waiting query gets a processor, or gives up. */
  endWait(demand: number): void {
    this.waitingDemand -= demand;
    if (demand === this.heaviest) this.heaviest = 0;
  }

  /** Brings the overloaded time up to `now`. */
  synchronise(now: number): void {
    const over = this.level - OVERLOAD_SECONDS;
    if (over <= 0) return;
    const elapsed = now - this.since;
    this.setLevel(this.seconds(now));
    const counted = this.level > OVERLOAD_SECONDS ? elapsed : Math.min(elapsed, over);
    this.overloaded_seconds += counted * this.weight;
    this.since = now;
  }

  /** Recomputes the backlog, after the integral has been brought up to `now`. */
  look(now: number): void {
    const level = this.seconds(now);
    this.since = now;
    this.forgetInstant(now);
    if (level > this.longest_seconds && this.weight > 0) {
      this.before_seconds = this.longest_seconds;
      this.before_at = this.longest_at;
      this.longest_seconds = level;
      this.longest_at = now;
    }
    this.setLevel(level);
  }

  /** Stops all work until the backlog is next computed. */
  stop(now: number): void {
    this.synchronise(now);
    this.forgetInstant(now);
    this.setLevel(0);
  }

  /** From `now` on, a second counts `weight` times; 0 excludes it. */
  weigh(now: number, weight: number): void {
    this.synchronise(now);
    this.weight = weight;
  }

  private forgetInstant(now: number): void {
    if (this.longest_at !== now) return;
    this.longest_seconds = this.before_seconds;
    this.longest_at = this.before_at;
  }

  private setLevel(level: number): void {
    this.level = level;
    const seconds = level > OVERLOAD_SECONDS ? 0 : Math.min(OVERLOAD_SECONDS, this.longest_seconds);
    this.ignoredWork = seconds * this.cpu.vcpu;
  }

  private seconds(now: number): number {
    // While processors are frozen, the backlog is unchanged.
    return this.cpu.vcpu > 0 ? this.cpu.backlogSeconds(now, this.waitingDemand, this.heaviest) : this.level;
  }
}
