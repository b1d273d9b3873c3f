import { Backlog } from '../../src/compute/backlog.js';
import { CacheWarmth } from '../../src/compute/cache-warmth.js';
import type { CpuSharing } from '../../src/compute/cpu-sharing.js';
import { ForkQueue } from '../../src/compute/fork-queue.js';
import { zipfPopularity } from '../../src/compute/page-popularity.js';
import { PageStore } from '../../src/compute/page-store.js';
import { ProcessorSharing } from '../../src/compute/processor-sharing.js';
import { RateWindows } from '../../src/compute/rate-windows.js';
import { ReadStretches } from '../../src/compute/read-stretches.js';
import { ThrottledSharing } from '../../src/compute/throttled-sharing.js';
import { WarmthTable } from '../../src/compute/warmth-table.js';
import { testCalls } from '../call-rows.js';

/** The backlog of a processor that is busy with many small queries until a given time. */
class BusyBacklog extends Backlog {
  evaluations = 0;
  readonly #processor: { vcpu: number; until: number; now: number };

  constructor(until: number) {
    const processor = { vcpu: 1, until, now: 0 };
    const work = () => Math.max(0, processor.until - processor.now);
    super({
      get vcpu() {
        return processor.vcpu;
      },
      get workAtMost() {
        return work();
      },
      backlogSeconds: (now: number, waiting: number, heaviest: number) => {
        this.evaluations += 1;
        processor.now = now;
        return Math.max(0, (waiting - heaviest + work()) / processor.vcpu);
      },
    } as CpuSharing);
    this.#processor = processor;
  }

  workUntil(until: number): void {
    this.#processor.until = until;
  }

  /** Zero processors are frozen. */
  resize(vcpu: number): void {
    this.#processor.vcpu = vcpu;
  }
}

/** A cache of loads that each read 1000 pages with equal probability. */
class UniformCache extends CacheWarmth {
  #held: ReturnType<CacheWarmth['warmths']> = new Float64Array(0);

  constructor(loads: number, pages: number) {
    super(
      Array.from({ length: loads }, () => new WarmthTable(zipfPopularity(1000, 0))),
      pages,
    );
  }

  /** Reads of each load in turn, ten pages at a time, in proportion to its weight. */
  readAll(rounds: number, ...weights: readonly number[]): void {
    for (let round = 0; round < rounds; round++) {
      weights.forEach((weight, load) => {
        if (weight > 0) this.read(load, 10 * weight);
      });
    }
  }

  missesOf(reads: number): number {
    let missed = 0;
    for (let made = 0; made < reads; made++) {
      missed += 1 - this.hitRatio(0);
      this.read(0, 1);
    }
    return missed;
  }

  hold(): void {
    this.#held = this.warmths();
  }

  refill(share: number): void {
    this.fill(this.#held, share);
  }

  /** The warmth of the first load, as a share of that held. */
  get shareOfHeld(): number {
    return this.warmths()[0]! / this.#held[0]!;
  }
}

/** Stretches of reads of two loads: 1, 2, 3, … of one, and 1000 more of the other. */
class NumberedStretches extends ReadStretches {
  constructor(count: number) {
    super(2);
    for (let number = 1; number <= count; number++) this.add(number);
  }

  add(number: number): void {
    this.push((load) => 1000 * load + number);
  }

  drop(count: number): void {
    for (let dropped = 0; dropped < count; dropped++) this.dropOldest();
  }

  /** Their number, the oldest of each load, and the sum of each load. */
  seen(): readonly number[] {
    return [this.count, this.oldest(0), this.oldest(1), ...this.sums];
  }
}

class ZipfTable extends WarmthTable {
  constructor(pages: number, exponent: number) {
    super(zipfPopularity(pages, exponent));
  }

  /** Hits and distinct pages as shares of those of a whole read. */
  ofFirstRead(reads: number): readonly number[] {
    return [this.hit(reads) / this.hit(1), this.distinct(reads) / this.distinct(1)];
  }
}

/** A quota has periods of 100 ms that begin at 0. */
testCalls(new URL('calls.yaml', import.meta.url), {
  Backlog: (until) => new BusyBacklog(until),
  CacheWarmth: (loads, pages) => new UniformCache(loads, pages),
  ForkQueue: (latency) => new ForkQueue(latency),
  PageStore: (options) => new PageStore(options),
  ProcessorSharing: (vcpu) => new ProcessorSharing(vcpu),
  RateWindows: (windows) => new RateWindows(windows),
  ReadStretches: (count) => new NumberedStretches(count),
  ThrottledSharing: (cu) =>
    new ThrottledSharing({ kind: 'bandwidth', quota_burst: 1, period_seconds: 0.1 }, cu, () => 0),
  WarmthTable: (pages, exponent) => new ZipfTable(pages, exponent),
});
