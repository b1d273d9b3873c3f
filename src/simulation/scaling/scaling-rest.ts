import { LOAD_SAMPLE_SECONDS } from '../../compute/load-average.js';
import { policyOf } from '../../compute/policy/own-policies.js';
import { agentSize, highestAgentGoal } from '../../compute/policy/size/agent.js';
import { targets } from '../../workload/load-specification.js';
import type { Compute } from '../lifecycle/compute.js';
import { ComputePart } from '../run/compute-part.js';
import type { RunContext } from '../run/run-context.js';
import type { RestingLoop } from './scaling-looks.js';

/**
 * Pauses the scaling loop of a compute while its evaluations cannot change anything: at the minimum size, idle, with
 * load averages and a working set that do not require more. Samples, evaluations and requests are caught up on,
 * with the same arithmetic and the same draws, at the next event or read. As events, they would be most
 * of the cost of a sparse load.
 */
export class ScalingRest extends ComputePart {
  declare private readonly possible: boolean;
  private resting: RestingLoop | undefined = undefined;
  private sampleAt = Number.POSITIVE_INFINITY;
  /** Since when no evaluation has found running queries; NaN if queries have run since the last one. */
  private quietSince = Number.NaN;

  constructor(context: RunContext, compute: Compute) {
    super(context, compute);
    const { load, faults } = context.scenario;
    // A load of several computes is scheduled while this one sleeps: a query could arrive exactly at an evaluation.
    const alone = load.every((one) => one.route.targets.length === 1 || !targets(one, compute.name));
    this.possible =
      alone && faults.length === 0 && policyOf('size', this.specification.size_policy) === agentSize;
  }

  /** After an evaluation: lets the loop sleep if possible. */
  evaluated(): void {
    if (!this.possible || this.compute.execution.busy > 0) return;
    const { now } = this.context;
    if (Number.isNaN(this.quietSince)) this.quietSince = now;
    if (now - this.quietSince < LOAD_SAMPLE_SECONDS || !this.needsNoMore()) return;
    const { loop, load } = this.compute.size;
    this.resting = loop.sleep();
    this.sampleAt = load.sleep();
  }

  /** An event or a read: catches up on skipped work, and resumes. */
  resume(): void {
    this.quietSince = Number.NaN;
    if (this.resting !== undefined) this.wake(this.resting);
  }

  private wake(resting: RestingLoop): void {
    const { loop, load } = this.compute.size;
    const { now, periods } = this.context;
    this.resting = undefined;
    let evaluated = Number.NaN;
    for (; resting.metrics < now; resting.metrics += periods.system_seconds) evaluated = resting.metrics;
    if (!Number.isNaN(evaluated)) {
      this.sampleAt = load.makeUp(this.sampleAt, evaluated);
      loop.makeUpLook(resting, evaluated);
    }
    load.wake(load.makeUp(this.sampleAt, now));
    loop.wake(resting);
  }

  /** Whether no evaluation will request more than the minimum while the compute stays idle. */
  private needsNoMore(): boolean {
    const { cache, memory, size } = this.compute;
    const { loop, load } = size;
    if (!loop.rests || memory.watched || cache.fills) return false;
    // Load averages only fall, and the look-backs of the working set only shrink.
    const highest = Math.max(load.load_average_1m, load.load_average_5m);
    const { usage_bytes, cached_bytes } = memory.use(cache.occupied_bytes);
    const system = {
      load_average_1m: highest,
      load_average_5m: highest,
      memory_usage_bytes: usage_bytes,
      memory_cached_bytes: cached_bytes,
    };
    const { units } = highestAgentGoal(system, cache.most_distinct_pages, this.context.agent);
    return units <= loop.least_units && loop.looks.showsNoMore(this.quietSince, units);
  }
}
