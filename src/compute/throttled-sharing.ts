import { type CpuLimit, processors, sustainedVcpu } from './cpu-limit.js';
import { ProcessorSharing } from './processor-sharing.js';

type Bandwidth = Extract<CpuLimit, { kind: 'bandwidth' }>;

/**
 * Processor sharing under the bandwidth control of Linux (`cpu.max`; Turner, Rao and Rao, "CPU bandwidth control for
 * CFS", Linux Symposium 2010): the queries share whole processors at full speed, until they have used the quota of the
 * present period; then nothing runs until the next one begins, with a full quota again.
 *
 * Periods follow one another on a grid that stands from the start of the machine, busy or not: the kernel's timer stops
 * when a group has been idle for a period, and is then started again at the next point of its old grid, with a full
 * quota until there. What is left at the end of a period is lost (`cpu.max.burst` is 0). Another size refills the quota
 * and leaves the grid. The slices of 5 ms that processors fetch the quota in are left out: with one processor they
 * move no more than the end of a period's last slice, and with several at most a millisecond a processor stays behind.
 *
 * Times when nothing may run are cut out of the time that {@link ProcessorSharing} receives, so that it ignores
 * them, and no event marks them: the completion of a piece of work follows from the quota in one step.
 * Where the quota can never bind, the two are the same to the last bit.
 */
export class ThrottledSharing {
  readonly #limit: Bandwidth;
  readonly #phase: () => number;
  readonly #cpu: ProcessorSharing;
  /** vCPU that can be used without end. */
  #sustained = 0;
  #processors = 0;
  /** vCPU-seconds a period, and whether the processors could use more. */
  #quota = 0;
  #binds = false;
  /** vCPU-seconds left of the present period's, which is the `#index`-th from `#origin` on. */
  #left = 0;
  #origin: number;
  #index = 1;
  #since = 0;
  /** Seconds of this busy period when nothing could run. */
  #lost = 0;
  #weight = 1;
  /** Those that count in the integrals, and the integral of running queries over them. */
  #throttledSeconds = 0;
  #throttledArea = 0;

  /**
   * @param cu the size
   * @param phase draws how much of a period is over when a machine starts, from 0 to 1
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

  /** vCPU that can be used without end. */
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

  /** As {@link ProcessorSharing.backlogSeconds}, at the vCPU that can be used without end. */
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

  /** @returns whether the moment of the next completion has moved */
  add(now: number, query: number, demand: number): boolean {
    this.#advance(now);
    // With one more that runs the quota is used up sooner.
    return this.#cpu.add(now - this.#lost, query, demand) || this.#binds;
  }

  /** When the next query completes if nothing else happens; Infinity when none runs. */
  nextCompletion(): number {
    const cpu = this.#cpu;
    // What is added to a time that it was taken from may be rounded to before it.
    const at = Math.max(this.#since, cpu.nextCompletion() + this.#lost);
    if (!this.#binds || at === Number.POSITIVE_INFINITY) return at;
    const { period_seconds: period } = this.#limit;
    const used = Math.min(cpu.running, this.#processors);
    // Seconds that it must run, and that it may in the present period and in a whole one.
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

  /** Another size: its quota counts at once, and in full. */
  resize(now: number, cu: number): void {
    this.#advance(now);
    this.#cpu.resize(now - this.#lost, processors(this.#limit, cu));
    this.#set(now, cu);
  }

  /** Stops the machine; the next one has new periods. */
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
    // The grid is not looked after while the quota cannot bind.
    this.#index = Math.max(this.#index, Math.floor((now - this.#origin) / period_seconds) + 1);
  }

  /** Where nothing runs any more, the times cut out so far need not be remembered. */
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

  /** Takes what is used within one period from its quota. @returns for how many of the seconds nothing ran */
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
