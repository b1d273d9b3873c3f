import type { Resources } from '../../compute/agent/resources.js';
import { sustainedVcpu } from '../../compute/cpu-limit.js';
import { type ComputeSettings, startSize } from '../../compute/lifecycle/settings.js';
import { FILE_CACHE_BYTES } from '../../compute/memory.js';
import type { SizeLook } from '../../compute/policy/interface/size-policy.js';
import { policyOf } from '../../compute/policy/own-policies.js';
import { AUTOSCALING_UNIT_CU } from '../../compute/size.js';
import { type DownscaleVerdict, judgeDownscale } from '../../compute/vm-monitor.js';
import { demandForesight } from '../policy/demand-foresight.js';
import { SizeMeter } from '../record/size-meter.js';
import { ComputePart } from '../run/compute-part.js';
import { LoadSampler } from './load-sampler.js';
import { ScalingLoop } from './scaling-loop.js';
import { ScalingRest } from './scaling-rest.js';

/** Maximum rounding difference between a size and its goal. */
const ROUNDING_CU = 1e-9;

/** The size of one compute: the effects of a change, the autoscaler's goal, and the billed size. */
export class ComputeSize extends ComputePart {
  readonly loop = new ScalingLoop(this.context, this.compute);
  readonly load = new LoadSampler(this.context, this.compute);
  readonly rest = new ScalingRest(this.context, this.compute);
  /** The size while it is billed, and while the compute is active. */
  readonly billing = new SizeMeter();
  readonly active = new SizeMeter();
  /** vCPU that queries could use sustainably while the compute is active. */
  readonly offered = new SizeMeter();
  resizes = 0;
  largest_cu = 0;
  /** The current size in CU; 0 unless the compute is active. */
  cu = 0;
  #min_cu = 0;
  #cpuSecondsBefore = 0;
  #sampledAt = 0;
  /** vCPU in use between the last two evaluations; 0 before. */
  #used_vcpu = 0;
  readonly #foresight = policyOf('size', this.specification.size_policy).foresight
    ? demandForesight(this.context, this.compute.name, this.context.periods.system_seconds)
    : undefined;
  readonly #pagesOf = (load: number): number => this.compute.cache.distinctPagesOf(load);

  /** The compute runs: at its minimum size, with a cold cache. @param prewarm whether the cache is filled again */
  activate(settings: ComputeSettings, prewarm: boolean): void {
    const min_cu = startSize(settings);
    const max_cu = settings.autoscaling_limit_max_cu;
    const { cache, memory, execution } = this.compute;
    const { memory_per_cu, smallest_billed_cu } = this.context.scenario.model;
    this.#min_cu = min_cu;
    this.#used_vcpu = 0;
    memory.start();
    this.#set(min_cu);
    this.#resizeCache(min_cu * memory_per_cu);
    cache.start(prewarm);
    if (min_cu === max_cu && smallest_billed_cu === undefined) return;
    memory.setWatched(min_cu * memory_per_cu);
    this.#sampledAt = this.context.now;
    this.#cpuSecondsBefore = execution.usage().cpu_seconds;
    this.load.start();
    this.loop.start({
      min_cu,
      max_cu,
      memory_per_cu_bytes: memory_per_cu,
      metrics_interval_seconds: this.context.periods.system_seconds,
      foresight: this.#foresight,
    });
  }

  stop(): void {
    this.rest.resume();
    this.loop.stop();
    this.load.stop();
    this.compute.cache.stop();
    this.compute.memory.stop();
    this.cu = 0;
    this.#meter(0);
  }

  /** The compute starts. @param on_machine whether its machine is already running; then it is billed in any case */
  start(settings: ComputeSettings, on_machine: boolean): void {
    const { bill_startup } = this.context.scenario.model;
    this.#min_cu = startSize(settings);
    this.#meter(on_machine || bill_startup ? startSize(settings) : 0);
  }

  /** After an evaluation of the autoscaler: the loads that need the current size are its cause. */
  evaluated(): void {
    if (this.cu > this.#min_cu) this.#push(false);
    if (this.#billedSize(this.cu) !== this.billing.size_cu) this.#meter(this.cu);
    this.rest.evaluated();
  }

  /** Handles a memory alert: the monitor requests more memory from the autoscaler. */
  memoryAlert(): void {
    const { memory } = this.compute;
    if (!memory.alert()) return;
    this.loop.requestUpscale(
      `${inMiB(memory.allocated_bytes)} in use, over the threshold of ${inMiB(memory.threshold_bytes)}`,
    );
  }

  /**
   * Returns the metrics of the guest and its machine.
   * @param at now, or an earlier time with no events since
   */
  metrics(at: number): Omit<SizeLook, 'working_set_pages'> {
    const { execution, memory, cache } = this.compute;
    const { cpu_seconds } = execution.usage();
    const elapsed = at - this.#sampledAt;
    const used_vcpu = elapsed > 0 ? (cpu_seconds - this.#cpuSecondsBefore) / elapsed : 0;
    this.#cpuSecondsBefore = cpu_seconds;
    this.#sampledAt = at;
    this.#used_vcpu = used_vcpu;
    const use = memory.use(cache.occupied_bytes);
    return {
      now_seconds: at,
      epoch_seconds: this.context.scenario.start_epoch_seconds + at,
      cu: this.cu,
      load_average_1m: this.load.load_average_1m,
      load_average_5m: this.load.load_average_5m,
      used_vcpu,
      memory_usage_bytes: use.usage_bytes,
      memory_cached_bytes: use.cached_bytes,
    };
  }

  /** The machine has been resized. */
  resized(size: Resources): void {
    const before = this.cu;
    this.resizes += 1;
    this.#set(size.milli_cpu / 1000);
    this.#push(true);
    this.compute.decisions.add('resize', before, this.loop.looks.reason, this.compute.causes.pusher_name);
  }

  /** The monitor inside the guest is notified of a larger machine. */
  notifyMonitor(ram_bytes: number): void {
    this.#resizeCache(ram_bytes);
    this.compute.memory.setWatched(ram_bytes);
  }

  /** The monitor is asked to release memory, and does so if it approves. */
  requestRelease(ram_bytes: number): DownscaleVerdict {
    const { memory } = this.compute;
    const verdict = judgeDownscale({
      target_ram_bytes: ram_bytes,
      ...memory.sampled,
      stats_age_seconds: 0,
    });
    if (verdict.result === 'approved') {
      this.#resizeCache(ram_bytes);
      memory.setWatched(ram_bytes);
    }
    return verdict;
  }

  /** Attributes the size. A size without a goal was requested, or is retained, by the guest's monitor. */
  #push(resized: boolean): void {
    const { causes } = this.compute;
    const asked = this.loop.looks.goal_cu >= this.cu - ROUNDING_CU;
    if (!asked && !resized) return;
    const goal = asked ? (this.loop.looks.winner ?? 'policy') : 'memory';
    causes.push(goal, this.#pagesOf, this.context.scenario.model.connection_memory);
  }

  #resizeCache(ram_bytes: number): void {
    const { file_cache_formula, file_cache_per_cu, memory_per_cu } = this.context.scenario.model;
    const bytes =
      file_cache_per_cu === undefined
        ? FILE_CACHE_BYTES[file_cache_formula](ram_bytes)
        : (ram_bytes / memory_per_cu) * file_cache_per_cu;
    this.compute.cache.resize(bytes);
  }

  #set(cu: number): void {
    this.cu = cu;
    if (cu > this.largest_cu) this.largest_cu = cu;
    this.compute.execution.resize(cu);
    this.compute.memory.setRam(cu * this.context.scenario.model.memory_per_cu);
    this.#meter(cu);
  }

  #meter(counted_cu: number): void {
    const { now } = this.context;
    const billed_cu = this.#billedSize(counted_cu);
    const before_cu = this.billing.size_cu;
    this.active.setSize(now, this.cu);
    this.offered.setSize(now, sustainedVcpu(this.context.cpuLimit, this.cu));
    this.billing.setSize(now, billed_cu);
    this.compute.causes.setSize(billed_cu, this.#min_cu);
    if (billed_cu === before_cu) return;
    const change_active = (billed_cu > 0 ? 1 : 0) - (before_cu > 0 ? 1 : 0);
    this.compute.quota.changeRate(billed_cu - before_cu, change_active);
  }

  /** At a vendor with sizes below the autoscaler's unit, the least of them that covers the vCPU in use. */
  #billedSize(cu: number): number {
    const { smallest_billed_cu } = this.context.scenario.model;
    if (smallest_billed_cu === undefined || cu !== AUTOSCALING_UNIT_CU) return cu;
    return Math.min(cu, smallest_billed_cu * Math.max(1, Math.ceil(this.#used_vcpu / smallest_billed_cu)));
  }
}

function inMiB(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MiB`;
}
