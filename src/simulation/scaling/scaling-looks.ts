import type { AgentConfiguration } from '../../compute/agent/configuration.js';
import { plainGoal, type ScalingGoal } from '../../compute/agent/goal.js';
import { unitsOf } from '../../compute/agent/resources.js';
import type { SizeContext, SizeLook, SizePolicy } from '../../compute/policy/interface/size-policy.js';
import { agentGoal, agentReason, agentSize } from '../../compute/policy/size/agent.js';
import { wholeUp } from '../../kernel/whole-steps.js';
import type { PolicyChoice } from '../../scenario/scenario.js';
import type { Compute } from '../lifecycle/compute.js';
import { checkedSizePolicy } from '../policy/checked-policy.js';
import type { RunContext } from '../run/run-context.js';
import { metricsPeriods } from './agent-configuration.js';

/** When a loop at rest would next evaluate metrics, and fetch the working set; Infinity for never. */
export interface RestingLoop {
  metrics: number;
  lfc: number;
}

/** The policy's view of one running compute, and the resulting goals. */
export class ScalingLooks {
  readonly #context: RunContext;
  readonly #compute: Compute;
  readonly #policy: SizePolicy;
  readonly #values: PolicyChoice['values'];
  readonly #agent: AgentConfiguration;
  #sizing!: SizeContext;
  #state: unknown;
  /** The last evaluation; `undefined` before the first. */
  #look: SizeLook | undefined;
  /** The decision made then; `undefined` for the platform's agent. */
  #decision: { readonly reason: string } | undefined;
  /** The goal set then. */
  #goal: ScalingGoal | undefined;
  #workingSet: readonly number[] | undefined;
  #largest_units = Number.NEGATIVE_INFINITY;
  #fetchedAt = Number.NEGATIVE_INFINITY;

  constructor(context: RunContext, compute: Compute, policy: PolicyChoice, agent: AgentConfiguration) {
    this.#context = context;
    this.#compute = compute;
    this.#policy = checkedSizePolicy(context, compute.name, policy);
    this.#values = policy.values;
    this.#agent = agent;
  }

  get policy(): string {
    return this.#policy.name;
  }

  /** The largest size requested so far, before limits; `undefined` if no size has been requested. */
  get largest_goal_cu(): number | undefined {
    const units = this.#largest_units;
    return units < 0 ? undefined : (units * this.#agent.unit.milli_cpu) / 1000;
  }

  /** Whether evaluations of an idle compute since a time show no goal above those seen, all at most `units`. */
  showsNoMore(since: number, units: number): boolean {
    return units <= this.#largest_units || this.#fetchedAt >= since;
  }

  /** The size requested by the last evaluation, before limits. */
  get goal_cu(): number {
    return this.#goal === undefined ? 0 : this.#goal.units * (this.#agent.unit.milli_cpu / 1000);
  }

  /** The agent's goal that requested it; `undefined` if none did, or another policy decides. */
  get winner(): ScalingGoal['winner'] {
    return this.#goal?.winner;
  }

  /** Why the policy requests its goal; worded only on demand: one in hundreds of evaluations leads to a resize. */
  get reason(): string {
    if (this.#decision !== undefined) return this.#decision.reason;
    return this.#look === undefined ? '' : agentReason(this.#goal!, this.#look);
  }

  /** The compute has begun to run. */
  start(sizing: SizeContext): void {
    this.#sizing = sizing;
    this.#state = this.#policy.start(this.#values, sizing, this.#state);
    this.#decision = undefined;
    this.#look = undefined;
    this.#goal = undefined;
    this.#workingSet = undefined;
  }

  /** Fetches the working set. */
  fetch(): void {
    this.#fetchedAt = this.#context.now;
    this.#compute.cache.noteReads(this.#context.now);
    this.#workingSet = this.#compute.cache.workingSet();
  }

  /** Catches up on fetches of a loop at rest that are due before a time; advances their time. */
  makeUpFetches(resting: RestingLoop, until: number): void {
    if (!(resting.lfc < until)) return;
    const { lfc_seconds } = metricsPeriods(this.#context.scenario.model);
    for (; resting.lfc < until; resting.lfc += lfc_seconds) {
      this.#compute.cache.noteReads(resting.lfc);
    }
    this.#workingSet = this.#compute.cache.workingSet();
  }

  /** Evaluates the metrics. @param at now, or an earlier time with no events since */
  look(at: number): ScalingGoal {
    const look = this.#compute.size.metrics(at, this.#workingSet);
    const goal = this.#policy === agentSize ? agentGoal(look, this.#agent) : this.#policysGoal(look);
    this.#look = look;
    this.#goal = goal;
    if (goal.units > this.#largest_units) this.#largest_units = goal.units;
    return goal;
  }

  #policysGoal(look: SizeLook): ScalingGoal {
    const decision = this.#policy.look(this.#state, look, this.#values, this.#sizing);
    this.#state = decision.state;
    this.#decision = decision;
    return decision.detail ?? this.#goalOf(decision.goal_cu);
  }

  /** A policy's size as a goal; rounding must not request an additional unit. */
  #goalOf(goal_cu: number): ScalingGoal {
    if (!(goal_cu >= 0 && goal_cu < Number.POSITIVE_INFINITY)) {
      this.#context.broken(
        `policy ${this.#policy.name} wants a size that is a number of 0 or more`,
        String(goal_cu),
        'metrics',
      );
    }
    return plainGoal(wholeUp(unitsOf(goal_cu, this.#agent.unit)));
  }
}
