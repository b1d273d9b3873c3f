import { plainGoal, type ScalingGoal, type SystemMetrics } from '../../compute/agent/goal.js';
import { unitsOf } from '../../compute/agent/resources.js';
import type { SizeContext, SizeLook } from '../../compute/policy/interface/size-policy.js';
import { agentGoal, agentReason, agentSize, highestAgentGoal } from '../../compute/policy/size/agent.js';
import { wholeUp } from '../../kernel/whole-steps.js';
import { checkedSizePolicy } from '../policy/checked-policy.js';
import { ComputePart } from '../run/compute-part.js';

/** When a loop at rest would next evaluate metrics, and fetch the working set; Infinity for never. */
export interface RestingLoop {
  metrics: number;
  lfc: number;
}

/** The policy's view of one running compute, and the resulting goals. */
export class ScalingLooks extends ComputePart {
  readonly #policy = checkedSizePolicy(this.context, this.compute.name, this.specification.size_policy);
  readonly #values = this.specification.size_policy.values;
  #sizing!: SizeContext;
  #state: unknown;
  /** The metrics of the last evaluation; `undefined` before the first. */
  #metrics: Omit<SizeLook, 'working_set_pages'> | undefined;
  /** The decision made then; `undefined` for the platform's agent. */
  #decision: { readonly reason: string } | undefined;
  /** The goal set then. */
  #goal: ScalingGoal | undefined;
  /** Whether the working set has been fetched. */
  #fetched = false;
  /** As fetched last; `undefined` until it matters. */
  #workingSet: readonly number[] | undefined;
  /** Whether it did not matter to the last evaluation. */
  #skipped = false;
  #largest_units = Number.NEGATIVE_INFINITY;
  #fetchedAt = Number.NEGATIVE_INFINITY;

  get policy(): string {
    return this.#policy.name;
  }

  /** The largest size requested so far, before limits; `undefined` if no size has been requested. */
  get largest_goal_cu(): number | undefined {
    const units = this.#largest_units;
    return units < 0 ? undefined : (units * this.context.agent.unit.milli_cpu) / 1000;
  }

  /** Whether evaluations of an idle compute since a time show no goal above those seen, all at most `units`. */
  showsNoMore(since: number, units: number): boolean {
    return units <= this.#largest_units || this.#fetchedAt >= since;
  }

  /** The size requested by the last evaluation, before limits. */
  get goal_cu(): number {
    return this.#goal === undefined ? 0 : this.#goal.units * (this.context.agent.unit.milli_cpu / 1000);
  }

  /** The agent's goal that requested it; `undefined` if none did, or another policy decides. */
  get winner(): ScalingGoal['winner'] {
    return this.#goal?.winner;
  }

  /** Requirement of each part of the last goal. One that did not matter is computed only on demand. */
  get parts(): ScalingGoal['parts'] | undefined {
    const goal = this.#skipped ? agentGoal(this.#metrics!, this.#series(), this.context.agent) : this.#goal;
    return goal?.parts;
  }

  /** Why the policy requests its goal; worded only on demand: one in hundreds of evaluations leads to a resize. */
  get reason(): string {
    if (this.#decision !== undefined) return this.#decision.reason;
    return this.#metrics === undefined ? '' : agentReason(this.#goal!, this.#metrics);
  }

  /** The compute has begun to run. */
  start(sizing: SizeContext): void {
    this.#sizing = sizing;
    this.#state = this.#policy.start(this.#values, sizing, this.#state);
    this.#decision = undefined;
    this.#metrics = undefined;
    this.#goal = undefined;
    this.#fetched = false;
    this.#workingSet = undefined;
    this.#skipped = false;
  }

  /** Fetches the working set. */
  fetch(): void {
    this.#fetchedAt = this.context.now;
    this.#note(this.context.now);
  }

  /** Catches up on fetches of a loop at rest that are due before a time; advances their time. */
  makeUpFetches(resting: RestingLoop, until: number): void {
    const { lfc_seconds } = this.context.periods;
    for (; resting.lfc < until; resting.lfc += lfc_seconds) this.#note(resting.lfc);
  }

  #note(at: number): void {
    this.compute.cache.noteReads(at);
    this.#fetched = true;
    this.#workingSet = undefined;
  }

  /** Evaluates the metrics. @param at now, or an earlier time with no events since */
  look(at: number): ScalingGoal {
    const metrics = this.compute.size.metrics(at);
    this.#metrics = metrics;
    const goal = this.#policy === agentSize ? this.#agentsGoal(metrics) : this.#policysGoal(metrics);
    this.#goal = goal;
    if (goal.units > this.#largest_units) this.#largest_units = goal.units;
    return goal;
  }

  /**
   * Skips the series of the working set, which would be most of the cost of a sparse load, if no value of it changes the
   * goal. A goal other than the last one leads to decisions, which report every part.
   */
  #agentsGoal(metrics: SystemMetrics): ScalingGoal {
    if (this.#fetched && this.#workingSet === undefined) {
      const least = highestAgentGoal(metrics, 0, this.context.agent);
      const highest = highestAgentGoal(metrics, this.compute.cache.most_distinct_pages, this.context.agent);
      this.#skipped = least.units === highest.units && least.units === this.#goal?.units;
      if (this.#skipped) return least;
    }
    this.#skipped = false;
    return agentGoal(metrics, this.#series(), this.context.agent);
  }

  #series(): readonly number[] | undefined {
    if (this.#fetched) this.#workingSet ??= this.compute.cache.workingSet();
    return this.#workingSet;
  }

  #policysGoal(metrics: Omit<SizeLook, 'working_set_pages'>): ScalingGoal {
    const look = { ...metrics, working_set_pages: this.#series() };
    const decision = this.#policy.look(this.#state, look, this.#values, this.#sizing);
    this.#state = decision.state;
    this.#decision = decision;
    const { detail, goal_cu } = decision;
    if (!(goal_cu >= 0 && goal_cu < Number.POSITIVE_INFINITY)) {
      this.context.broken(
        `policy ${this.#policy.name} wants a size that is a number of 0 or more`,
        String(goal_cu),
        'metrics',
      );
    }
    // Rounding must not request an additional unit.
    return detail ?? plainGoal(wholeUp(unitsOf(goal_cu, this.context.agent.unit)));
  }
}
