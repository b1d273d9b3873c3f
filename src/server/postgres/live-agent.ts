import { advance, type ScalingStep } from '../../compute/agent/advance.js';
import {
  type AgentConfiguration,
  SHIPPED_AGENT,
  SHIPPED_PERIODS,
} from '../../compute/agent/configuration.js';
import { multiply, type Resources, unitsOf } from '../../compute/agent/resources.js';
import type { ScalingEvent } from '../../compute/agent/scaling-event.js';
import { initialScalingState, type ScalingState } from '../../compute/agent/scaling-state.js';
import {
  addLoadSample,
  fiveMinuteLoad,
  LOAD_AVERAGE_AT_BOOT,
  LOAD_SAMPLE_SECONDS,
  type LoadAverage,
  oneMinuteLoad,
} from '../../compute/load-average.js';
import { MemorySamples } from '../../compute/memory-samples.js';
import { AUTOSCALING_UNIT_CU } from '../../compute/size.js';
import {
  judgeDownscale,
  SYSTEM_BUFFER_BYTES,
  upscaleThresholdBytes,
  VM_MONITOR,
} from '../../compute/vm-monitor.js';
import type { GroupMemory } from '../../postgres/cluster/group-usage.js';

/** Limits and size of a compute, in CU. */
export interface LiveSize {
  readonly min_cu: number;
  readonly max_cu: number;
  readonly cu: number;
}

export interface LiveGuest {
  memory(): GroupMemory;
  /** Processes that run or wait for a CPU or a disk. */
  runnable(): number;
  /** Resizes the compute. @returns whether it succeeded */
  resize(cu: number): boolean;
}

/**
 * The autoscaler's agent on one running server: the simulator's core with metrics of real processes. Load averages are
 * sampled from the processes of this compute. Scheduler and hypervisor answer immediately, and the monitor in the guest
 * answers by its own rules. There is no Local File Cache, so its working set has no effect.
 */
export class LiveAgent {
  readonly #guest: LiveGuest;
  readonly #configuration: AgentConfiguration;
  readonly #samples = new MemorySamples();
  #state: ScalingState;
  #load: LoadAverage = LOAD_AVERAGE_AT_BOOT;
  #next_load: number;
  #next_metrics: number;
  #wait_until = Number.POSITIVE_INFINITY;
  #requested_at = Number.NEGATIVE_INFINITY;
  #memory_at: number;

  /**
   * @param now seconds of a clock that never goes back
   * @param memory_per_cu_bytes RAM of one CU
   */
  constructor(guest: LiveGuest, size: LiveSize, now: number, memory_per_cu_bytes: number) {
    this.#guest = guest;
    this.#configuration = {
      ...SHIPPED_AGENT,
      unit: {
        milli_cpu: AUTOSCALING_UNIT_CU * 1000,
        memory_bytes: AUTOSCALING_UNIT_CU * memory_per_cu_bytes,
      },
    };
    this.#state = this.#initialState(size);
    this.#samples.start(now);
    this.#memory_at = now;
    this.#next_load = now + LOAD_SAMPLE_SECONDS;
    this.#next_metrics = now + SHIPPED_PERIODS.system_metrics_seconds;
    this.#step(now, { kind: 'monitor_connected' });
  }

  /**
   * Performs the steps that are due; must be called at least as often as the monitor takes samples.
   * @param size the current size and limits, which others may have changed
   * @throws the system's error if the server's processes cannot be inspected
   */
  tick(now: number, size: LiveSize): void {
    const memory = this.#guest.memory();
    this.#samples.take(now, memory.unreclaimable_bytes);
    this.#memory_at = now;
    this.#adoptSize(now, size);
    if (now >= this.#next_load) {
      this.#load = addLoadSample(this.#load, this.#guest.runnable());
      this.#next_load = Math.max(now, this.#next_load + LOAD_SAMPLE_SECONDS);
    }
    if (this.#requestsUpscale(now)) {
      this.#requested_at = now;
      this.#step(now, { kind: 'upscale_requested', cpu: false, memory: true });
    }
    if (now >= this.#next_metrics) {
      this.#next_metrics = now + SHIPPED_PERIODS.system_metrics_seconds;
      this.#step(now, {
        kind: 'system_metrics',
        metrics: {
          load_average_1m: oneMinuteLoad(this.#load),
          load_average_5m: fiveMinuteLoad(this.#load),
          memory_usage_bytes: memory.unreclaimable_bytes + SYSTEM_BUFFER_BYTES,
          memory_cached_bytes: memory.cached_bytes,
        },
      });
    } else if (now >= this.#wait_until) this.#step(now, undefined);
  }

  #adoptSize(now: number, size: LiveSize): void {
    const { using, min, max } = this.#state.compute;
    if (size.cu !== this.#cuOf(using)) {
      this.#state = this.#initialState(size);
      this.#step(now, { kind: 'monitor_connected' });
    } else if (size.min_cu !== this.#cuOf(min) || size.max_cu !== this.#cuOf(max)) {
      this.#step(now, {
        kind: 'bounds_changed',
        min: this.#resources(size.min_cu),
        max: this.#resources(size.max_cu),
      });
    }
  }

  /** Whether the monitor requests an upscale: its mean memory use has reached the threshold of its known size. */
  #requestsUpscale(now: number): boolean {
    const { approved } = this.#state.monitor;
    if (approved === undefined || now - this.#requested_at < VM_MONITOR.request_seconds) return false;
    return this.#samples.mean_bytes >= upscaleThresholdBytes(approved.memory_bytes);
  }

  /** Runs a step of the core, and one for each answer to its actions. */
  #step(now: number, event: ScalingEvent | undefined): void {
    const events: (ScalingEvent | undefined)[] = [event];
    while (events.length > 0) {
      const step = advance(this.#state, now, events.shift(), this.#configuration);
      this.#state = step.state;
      this.#wait_until = step.wait_until;
      events.push(...this.#perform(step, now));
    }
  }

  #perform({ actions }: ScalingStep, now: number): ScalingEvent[] {
    const { scheduler, hypervisor, monitor_upscale, monitor_downscale } = actions;
    const answers: ScalingEvent[] = [];
    if (scheduler !== undefined) answers.push({ kind: 'scheduler_granted', permit: scheduler });
    if (hypervisor !== undefined) {
      const is_done = this.#guest.resize(this.#cuOf(hypervisor));
      answers.push({ kind: is_done ? 'hypervisor_done' : 'hypervisor_failed' });
    }
    if (monitor_upscale !== undefined) answers.push({ kind: 'monitor_approved' });
    if (monitor_downscale !== undefined) {
      const { result } = judgeDownscale({
        target_ram_bytes: monitor_downscale.memory_bytes,
        mean_bytes: this.#samples.mean_bytes,
        samples: this.#samples.count,
        stats_age_seconds: now - this.#memory_at,
      });
      answers.push({ kind: `monitor_${result}` });
    }
    return answers;
  }

  #initialState({ min_cu, max_cu, cu }: LiveSize): ScalingState {
    const [using, min, max] = [this.#resources(cu), this.#resources(min_cu), this.#resources(max_cu)];
    return initialScalingState({ using, min, max }, this.#configuration);
  }

  #resources(cu: number): Resources {
    const { unit } = this.#configuration;
    return multiply(unit, unitsOf(cu, unit));
  }

  #cuOf({ milli_cpu }: Resources): number {
    return milli_cpu / 1000;
  }
}
