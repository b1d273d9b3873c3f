import type { AgentConfiguration } from '../../compute/agent/configuration.js';
import { goalOfParts } from '../../compute/agent/goal.js';
import { PROJECTION_MINUTES, workingSetGoal } from '../../compute/agent/lfc-goal.js';
import { LOAD_SAMPLE_SECONDS } from '../../compute/load-average.js';
import { agentSize } from '../../compute/policy/size/agent.js';
import { policyOf } from '../../scenario/policy/own-policies.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import { goesTo } from '../../workload/load-specification.js';
import type { Compute } from '../lifecycle/compute.js';
import type { RunContext } from '../run/run-context.js';
import { metricsPeriods } from './agent-configuration.js';
import type { RestingLoop } from './scaling-looks.js';

/**
 * Lets the scaling loop of a compute sleep while its looks cannot change anything: at the minimum size, with nothing to
 * do, and with load averages and a working set that ask for no more. Samples, looks and requests are made up for,
 * with the same arithmetic and the same draws, when something happens or somebody asks; as events they would be most
 * of what a sparse load costs.
 */
export class ScalingRest {
  declare private readonly context: RunContext;
  declare private readonly compute: Compute;
  declare private readonly agent: AgentConfiguration;
  declare private readonly possible: boolean;
  private asleep: RestingLoop | undefined = undefined;
  private sampleAt = Number.POSITIVE_INFINITY;
  /** Since when nothing has run at any look; NaN where something has since the last one. */
  private quietSince = Number.NaN;

  constructor(
    context: RunContext,
    specification: ComputeSpecification,
    compute: Compute,
    agent: AgentConfiguration,
  ) {
    const { load, faults } = context.scenario;
    this.context = context;
    this.compute = compute;
    this.agent = agent;
    // A load of several computes is planned while this one sleeps: its query could come at the very moment of a look.
    const alone = load.every((one) => one.route.targets.length === 1 || !goesTo(one, compute.name));
    this.possible = alone && faults.length === 0 && policyOf('size', specification.size_policy) === agentSize;
  }

  /** After a look: lets the loop sleep where it can. */
  looked(): void {
    if (!this.possible || this.compute.execution.busy > 0) return;
    const { now } = this.context;
    if (Number.isNaN(this.quietSince)) this.quietSince = now;
    if (now - this.quietSince < LOAD_SAMPLE_SECONDS || !this.asksForNothing()) return;
    const { loop, load } = this.compute.size;
    this.asleep = loop.sleep();
    this.sampleAt = load.sleep();
  }

  /** Something happens, or somebody asks: makes up for what has been left out, and goes on. */
  stir(): void {
    this.quietSince = Number.NaN;
    if (this.asleep !== undefined) this.wake(this.asleep);
  }

  private wake(resting: RestingLoop): void {
    const { loop, load } = this.compute.size;
    const { now, scenario } = this.context;
    this.asleep = undefined;
    let looked = Number.NaN;
    const { system_seconds } = metricsPeriods(scenario.model);
    for (; resting.metrics < now; resting.metrics += system_seconds) looked = resting.metrics;
    if (!Number.isNaN(looked)) {
      this.sampleAt = load.makeUp(this.sampleAt, looked);
      loop.makeUpLook(resting, looked);
    }
    load.wake(load.makeUp(this.sampleAt, now));
    loop.wake(resting);
  }

  /** Whether no look will ask for more than the minimum, however long nothing happens. */
  private asksForNothing(): boolean {
    const { agent } = this;
    const { cache, memory, size } = this.compute;
    const { loop, load } = size;
    if (!loop.rests || memory.watched || cache.fills) return false;
    const { scaling, unit } = agent;
    // Load averages only fall; of the working set the look-backs show ever less.
    const highest = Math.max(load.load_average_1m, load.load_average_5m);
    const { usage_bytes, cached_bytes } = memory.use(cache.occupied_bytes);
    const system = {
      load_average_1m: highest,
      load_average_5m: highest,
      memory_usage_bytes: usage_bytes,
      memory_cached_bytes: cached_bytes,
    };
    const pages = cache.distinct_pages;
    const projected = pages * (1 + PROJECTION_MINUTES);
    const workingSet = workingSetGoal(scaling, unit, pages, projected);
    const { units } = goalOfParts(scaling, unit, system, true, workingSet);
    return units <= loop.least_units && loop.looks.showsNoMore(this.quietSince, units);
  }
}
