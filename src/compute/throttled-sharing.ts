import { type CpuLimit, processors, sustainedVcpu } from './cpu-limit.js';
import { ProcessorSharing } from './processor-sharing.js';

type Bandwidth = Extract<CpuLimit, { kind: 'bandwidth' }>;

/**
 * Processor sharing under the bandwidth control of Linux (`cpu.max`; Turner, Rao and Rao, "CPU bandwidth control for
 * CFS", Linux Symposium 2010). The queries share whole processors at full speed until they have used the quota of the
 * current period. Then nothing runs until the next period, which begins with a full quota.
 *
 * Periods follow a fixed grid from the start of the machine, even while it is idle: the kernel's timer stops when a
 * group has been idle for a period, and restarts at the next point of the same grid, with a full quota until then. The
 * rest of a quota is lost at the end of its period (`cpu.max.burst` is 0). A resize refills the quota and keeps the
 * grid. The 5 ms slices of quota that processors fetch are not modelled: with one processor they move only the end
 * of a period's last slice, with several at most a millisecond per processor is left over.
 *
 * Throttled time is cut out of the time that {@link ProcessorSharing} receives, and needs no events: a completion
 * follows from the quota in one step. If the quota can never bind, the two are equal to the last bit.
 */
export class ThrottledSharing {
  readonly #limit: Bandwidth;
  readonly #phase: () => number;
  readonly #cpu: ProcessorSharing;
  /** Sustained vCPU. */
  #sustained = 0;
  #processors = 0;
  /** Quota of a period in vCPU-seconds, and whether the processors could use more. */
  #quota = 0;
  #binds = false;
  /** vCPU-seconds left in the current period, which is the `#index`-th from `#origin` on. */
  #left = 0;
  #origin: number;
  #index = 1;
  #since = 0;
  /** Throttled seconds of the current busy period. */
  #lost = 0;
  #weight = 1;
  /** Weighted throttled seconds, and the integral of running queries over them. */
  #throttledSeconds = 0;
  #throttledArea = 0;

  /**
   * @param cu the size
   * @param phase draws the elapsed share of a period when a machine starts, from 0 to 1
   */
  constructor(limit: Bandwidth, cu: number, phase: () => number) {
    this.#limit = limit;
    this.#phase = phase;
    this.#cpu = new ProcessorSharing(processors(limit, cu));
    this.#origin = -phase() * limit.period_seconds;
    this.#set(0, cu);
  }

  /** Queries that run or wait for the next period. */
  get running(): number {
    return this.#cpu.running;
  }

  /** Sustained vCPU. */
  get vcpu(): number {
    return this.#sustained;
  }

  /** The integral of `running` over time. */
  get runningArea(): number {
    return this.#cpu.runningArea + this.#throttledArea;
  }

  /** vCPU-seconds used. */
  get cpuSeconds(): number {
    return this.#cpu.cpuSeconds;
  }

  /** Seconds with more queries than processors, or without any processor. */
  get saturatedSeconds(): number {
    return this.#cpu.saturatedSeconds + this.#throttledSeconds;
  }

  /** As {@link ProcessorSharing.workAtMost}. */
  get workAtMost(): number {
    return this.#cpu.workAtMost;
  }

  /** As {@link ProcessorSharing.backlogSeconds}, at the sustained vCPU. */
  backlogSeconds(now: number, waiting: number, heaviest: number): number {
    this.#advance(now);
    return this.#cpu.backlogSeconds(now - this.#lost, waiting, heaviest, this.#sustained);
  }

  synchronise(now: number): void {
    this.#advance(now);
    this.#cpu.synchronise(now - this.#lost);
  }

  freeze(now: number, seconds: number): void {
    this.#advance(now);
    this.#cpu.freeze(now - this.#lost, seconds);
    this.#origin += seconds;
    this.#since = now + seconds;
  }

  weigh(now: number, weight: number): void {
    this.#advance(now);
    this.#cpu.weigh(now - this.#lost, weight);
    this.#weight = weight;
  }

  /** @returns whether the time of the next completion has changed */
  add(now: number, query: number, demand: number): boolean {
    this.#advance(now);
    // One more running query uses up the quota sooner.
    return this.#cpu.add(now - this.#lost, query, demand) || this.#binds;
  }

  /** The time of the next completion if nothing else happens; Infinity if no query runs. */
  nextCompletion(): number {
    const cpu = this.#cpu;
    // Subtracting and adding a time may round to before it.
    const at = Math.max(this.#since, cpu.nextCompletion() + this.#lost);
    if (!this.#binds || at === Number.POSITIVE_INFINITY) return at;
    const { period_seconds: period } = this.#limit;
    const used = Math.min(cpu.running, this.#processors);
    // Seconds needed, and available in the current period and in a whole one.
    const needed = at - this.#since;
    const end = this.#origin + this.#index * period;
    const here = Math.min(end - this.#since, this.#left / used);
    if (needed <= here) return at;
    const each = Math.min(period, this.#quota / used);
    const whole = Math.max(0, Math.ceil((needed - here) / each) - 1);
    return Math.max(at, this.#origin + (this.#index + whole) * period + (needed - here - whole * each));
  }

  complete(now: number): number {
    this.#advance(now);
    const query = this.#cpu.complete(now - this.#lost);
    this.#rest();
    return query;
  }

  remove(now: number, query: number): void {
    this.#advance(now);
    this.#cpu.remove(now - this.#lost, query);
    this.#rest();
  }

  /** Changes the size, with a full quota. */
  resize(now: number, cu: number): void {
    this.#advance(now);
    this.#cpu.resize(now - this.#lost, processors(this.#limit, cu));
    this.#set(now, cu);
  }

  /** Stops the machine; the next start begins new periods. */
  clear(now: number): number[] {
    this.#advance(now);
    const stopped = this.#cpu.clear(now - this.#lost);
    this.#rest();
    this.#origin = now - this.#phase() * this.#limit.period_seconds;
    this.#index = 1;
    this.#left = this.#quota;
    return stopped;
  }

  #set(now: number, cu: number): void {
    const { quota_burst, period_seconds } = this.#limit;
    this.#sustained = sustainedVcpu(this.#limit, cu);
    this.#processors = processors(this.#limit, cu);
    this.#binds = this.#sustained < this.#processors;
    this.#quota = quota_burst * cu * period_seconds;
    this.#left = this.#quota;
    // The grid is not maintained while the quota cannot bind.
    this.#index = Math.max(this.#index, Math.floor((now - this.#origin) / period_seconds) + 1);
  }

  /** Resets the lost time when nothing runs. */
  #rest(): void {
    if (this.#cpu.running === 0) this.#lost = 0;
  }

  /** Brings quota and lost time up to `now`. */
  #advance(now: number): void {
    const since = this.#since;
    if (!(now > since)) return;
    this.#since = now;
    if (!this.#binds) return;
    const { period_seconds: period } = this.#limit;
    const used = Math.min(this.#cpu.running, this.#processors);
    const end = this.#origin + this.#index * period;
    if (now < end) {
      if (used > 0) this.#lose(this.#standing(now - since, used));
      return;
    }
    const whole = Math.max(0, Math.floor((now - end) / period));
    this.#index += whole + 1;
    const before = used > 0 ? this.#standing(end - since, used) : 0;
    this.#left = this.#quota;
    if (used === 0) return;
    const each = Math.max(0, period - this.#quota / used);
    const last = this.#standing(Math.max(0, now - (end + whole * period)), used);
    this.#lose(before + whole * each + last);
  }

  /** Takes the use of one period from its quota. @returns the throttled part of the seconds */
  #standing(seconds: number, used: number): number {
    const ran = Math.min(seconds, this.#left / used);
    this.#left = Math.max(0, this.#left - ran * used);
    return seconds - ran;
  }

  #lose(seconds: number): void {
    this.#lost += seconds;
    this.#throttledSeconds += seconds * this.#weight;
    this.#throttledArea += seconds * this.#weight * this.#cpu.running;
  }
}
