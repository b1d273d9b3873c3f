import { grow } from '../kernel/grown.js';
import { ZERO } from '../kernel/zero.js';
/**
 * Processor sharing of a fractional number of vCPU: n queries run at rate min(1, vcpu / n) each.
 *
 * All queries have the same rate, so a virtual clock V with dV/dt = rate orders their completions once and for all. A
 * query that arrives at V with a demand of d vCPU-seconds completes when V reaches V + d, independent of later
 * arrivals, departures and resizes. The clock restarts at 0 with each busy period, which keeps its rounding error below
 * that of simulated time. Queries are identified by the caller's integers.
 */
export class ProcessorSharing {
  private processors = ZERO;
  private count = 0;
  private rate = ZERO;
  private virtual = ZERO;
  private since = ZERO;
  private capacity = 64;
  private finishes = new Float64Array(this.capacity);
  private queries = new Int32Array(this.capacity);
  private area = ZERO;
  private used = ZERO;
  private saturated = ZERO;
  /** Sum and largest of the finishes. */
  private finishSum = ZERO;
  private lastFinish = ZERO;
  /** How many times a second counts in the integrals. */
  private weight = 1;

  /** @param vcpu processors offered, fractional; 0 while the machine is frozen */
  constructor(vcpu: number) {
    this.processors = vcpu;
  }

  /** Number of queries on CPU. */
  get running(): number {
    return this.count;
  }

  /** Processors offered. */
  get vcpu(): number {
    return this.processors;
  }

  /** The integral of `running` over time, as of the last call with a time. */
  get runningArea(): number {
    return this.area;
  }

  /** vCPU-seconds used, as of the last call with a time. */
  get cpuSeconds(): number {
    return this.used;
  }

  /** Seconds with more runnable queries than processors, as of the last call with a time. */
  get saturatedSeconds(): number {
    return this.saturated;
  }

  /** Upper bound on the remaining vCPU-seconds of the running queries, from the last call with a time. */
  get workAtMost(): number {
    return this.finishSum - this.count * this.virtual;
  }

  /**
   * The time that the current work would take, minus the time of its longest query alone; in seconds.
   * @param waiting vCPU-seconds of work that has not started here
   * @param heaviest demand of its heaviest query
   * @param vcpu processors that would do the work
   */
  backlogSeconds(now: number, waiting: number, heaviest: number, vcpu = this.processors): number {
    const running = this.count;
    let work = waiting;
    let longest = heaviest;
    if (running > 0) {
      const virtual = this.virtual + Math.max(0, now - this.since) * this.rate;
      work += this.finishSum - running * virtual;
      longest = Math.max(heaviest, this.lastFinish - virtual);
    }
    return Math.max(0, work / vcpu - longest / Math.min(1, vcpu));
  }

  /** Brings the clocks and integrals up to `now`. */
  synchronise(now: number): void {
    const elapsed = now - this.since;
    if (elapsed > 0) {
      const running = this.count;
      if (running > 0) {
        const progress = elapsed * this.rate;
        const weight = this.weight;
        this.virtual += progress;
        this.area += running * elapsed * weight;
        this.used += running * progress * weight;
        if (running > this.processors) this.saturated += elapsed * weight;
      }
      this.since = now;
    }
  }

  /**
   * Freezes the CPU: running queries continue afterwards as if the time had not passed.
   * @param seconds duration from `now` on
   */
  freeze(now: number, seconds: number): void {
    this.synchronise(now);
    this.since = now + seconds;
  }

  /** From `now` on, a second counts `weight` times in the integrals. */
  weigh(now: number, weight: number): void {
    this.synchronise(now);
    this.weight = weight;
  }

  /**
   * Starts a query.
   * @param demand vCPU-seconds, greater than 0
   * @returns whether the time of the next completion has changed
   */
  add(now: number, query: number, demand: number): boolean {
    this.synchronise(now);
    const running = this.count;
    if (running === 0) {
      this.virtual = 0;
      this.finishSum = 0;
      this.lastFinish = 0;
    }
    if (running === this.capacity) this.grow();
    const finish = this.virtual + demand;
    this.finishSum += finish;
    if (finish > this.lastFinish) this.lastFinish = finish;
    const first = this.siftUp(running, finish, query);
    this.count = running + 1;
    const rate = this.rate;
    this.setRate();
    return first || this.rate !== rate;
  }

  /** The time of the next completion if nothing else happens; Infinity if no query runs. */
  nextCompletion(): number {
    if (this.count === 0) return Number.POSITIVE_INFINITY;
    const left = this.finishes[0]! - this.virtual;
    return left > 0 ? this.since + left / this.rate : this.since;
  }

  /** Completes the next query, at the time of {@link nextCompletion}, and returns it. */
  complete(now: number): number {
    this.synchronise(now);
    // The exact finish instead of the advanced clock leaves no rounding error to the others.
    this.virtual = this.finishes[0]!;
    const query = this.queries[0]!;
    this.finishSum -= this.virtual;
    this.count -= 1;
    const last = this.count;
    if (last > 0) this.siftDown(this.finishes[last]!, this.queries[last]!);
    this.setRate();
    return query;
  }

  /**
   * Removes a running query before it completes; the others keep their progress. Uses a linear search, so that queries
   * that are never removed cost nothing.
   * @throws Error if the query is not running
   */
  remove(now: number, query: number): void {
    this.synchronise(now);
    const place = this.queries.subarray(0, this.count).indexOf(query);
    if (place === -1) throw new Error(`processor sharing: query ${query} does not run`);
    const removed = this.finishes[place]!;
    this.finishSum -= removed;
    this.count -= 1;
    const last = this.count;
    if (place < last) {
      const finish = this.finishes[last]!;
      const moved = this.queries[last]!;
      const parent = this.finishes[(place - 1) >> 1]!;
      if (place > 0 && finish < parent) this.siftUp(place, finish, moved);
      else this.siftDown(finish, moved, place);
    }
    if (removed === this.lastFinish) {
      this.lastFinish = this.finishes.subarray(0, last).reduce((most, each) => Math.max(most, each), 0);
    }
    this.setRate();
  }

  /** Changes the number of processors; running queries continue at the new rate. */
  resize(now: number, vcpu: number): void {
    this.synchronise(now);
    this.processors = vcpu;
    this.setRate();
  }

  /** Stops all queries and returns them, in an unspecified but reproducible order. */
  clear(now: number): number[] {
    this.synchronise(now);
    const stopped: number[] = [];
    for (let place = 0; place < this.count; place++) stopped.push(this.queries[place]!);
    this.count = 0;
    this.finishSum = 0;
    this.setRate();
    return stopped;
  }

  private setRate(): void {
    const running = this.count;
    this.rate =
      running <= this.processors || running <= 1 ? Math.min(1, this.processors) : this.processors / running;
  }

  /** @returns whether the entry became the first */
  private siftUp(from: number, finish: number, query: number): boolean {
    const finishes = this.finishes;
    const queries = this.queries;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (finishes[parent]! <= finish) break;
      finishes[place] = finishes[parent]!;
      queries[place] = queries[parent]!;
      place = parent;
    }
    finishes[place] = finish;
    queries[place] = query;
    return place === 0;
  }

  private siftDown(finish: number, query: number, from = 0): void {
    const finishes = this.finishes;
    const queries = this.queries;
    const size = this.count;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && finishes[child + 1]! < finishes[child]!) child += 1;
      if (finish <= finishes[child]!) break;
      finishes[place] = finishes[child]!;
      queries[place] = queries[child]!;
      place = child;
    }
    finishes[place] = finish;
    queries[place] = query;
  }

  private grow(): void {
    this.capacity *= 2;
    this.finishes = grow(this.finishes, this.capacity);
    this.queries = grow(this.queries, this.capacity);
  }
}
