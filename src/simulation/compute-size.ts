import type { CacheWarmth } from '../compute/cache-warmth.js';
import { PAGE_BYTES } from '../compute/page-popularity.js';
import { fileCacheBytes } from '../compute/size.js';
import { AutoscalingLoop } from './autoscaling-loop.js';
import type { ProjectQuota } from './project-quota.js';
import type { QueryExecution } from './query-execution.js';
import type { RunContext } from './run-context.js';
import { SizeMeter } from './size-meter.js';

/** The limits between which a compute autoscales; equal for a fixed size. */
export interface SizeLimits {
  readonly min_cu: number;
  readonly max_cu: number;
}

/** The size of one compute: what follows from a change of it, what the autoscaler wants, and what is billed. */
export class ComputeSize {
  readonly loop: AutoscalingLoop;
  /** The size while it is billed, and while the compute is active. */
  readonly billing = new SizeMeter();
  readonly active = new SizeMeter();
  resizes = 0;
  #cu = 0;
  #largest = 0;
  readonly #context: RunContext;
  readonly #execution: QueryExecution;
  readonly #cache: CacheWarmth;
  readonly #quota: ProjectQuota;

  constructor(
    context: RunContext,
    compute: {
      readonly index: number;
      readonly name: string;
      readonly execution: QueryExecution;
      readonly cache: CacheWarmth;
      readonly quota: ProjectQuota;
    },
  ) {
    this.#context = context;
    this.#execution = compute.execution;
    this.#cache = compute.cache;
    this.#quota = compute.quota;
    this.loop = new AutoscalingLoop(context, compute.index, compute.name);
  }

  /** The present size in CU; 0 unless the compute is active. */
  get cu(): number {
    return this.#cu;
  }

  /** The largest size so far. */
  get largest_cu(): number {
    return this.#largest;
  }

  /** The compute runs: at its minimum size, with a cold cache. */
  activate(limits: SizeLimits): void {
    this.#cache.empty();
    this.#set(limits.min_cu);
    if (limits.min_cu < limits.max_cu) this.loop.start();
  }

  /** The compute does not run any more. */
  stop(): void {
    this.loop.stop();
    this.#cu = 0;
    this.#meter(0);
  }

  /** The compute starts: a size that is billed meanwhile, where the scenario says so. */
  start(limits: SizeLimits): void {
    if (this.#context.scenario.model.bill_startup) this.#meter(limits.min_cu);
  }

  /** Handles the autoscaler's look at its metrics. @returns the size before, or `undefined` when it stays */
  autoscale(limits: SizeLimits): number | undefined {
    const before = this.#cu;
    const wanted = this.loop.decide(limits.min_cu, limits.max_cu);
    if (wanted === before) return undefined;
    this.resizes += 1;
    this.#set(wanted);
    return before;
  }

  #set(cu: number): void {
    this.#cu = cu;
    if (cu > this.#largest) this.#largest = cu;
    this.#execution.resize(cu);
    this.#cache.resize(fileCacheBytes(cu, this.#context.scenario.model.memory_per_cu) / PAGE_BYTES);
    this.#meter(cu);
  }

  #meter(billed_cu: number): void {
    const { now } = this.#context;
    const change_cu = billed_cu - this.billing.size_cu;
    this.active.setSize(now, this.#cu);
    this.billing.setSize(now, billed_cu);
    if (change_cu !== 0) this.#quota.changeRate(change_cu);
  }
}
