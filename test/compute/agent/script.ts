import { expect } from 'vitest';
import { advance, type ScalingActions, type ScalingStep } from '../../../src/compute/agent/advance.js';
import { type AgentConfiguration, SHIPPED_AGENT } from '../../../src/compute/agent/configuration.js';
import type { SystemMetrics } from '../../../src/compute/agent/goal.js';
import { multiply, type Resources } from '../../../src/compute/agent/resources.js';
import type { ScalingEvent } from '../../../src/compute/agent/scaling-event.js';
import { initialScalingState, type ScalingState } from '../../../src/compute/agent/scaling-state.js';

const { unit } = SHIPPED_AGENT;

/** A whole number of agent units. */
export function units(count: number): Resources {
  return multiply(unit, count);
}

/** Metrics of a machine with this load and almost no memory in use. */
export function load(load_average_1m: number): SystemMetrics {
  return { load_average_1m, load_average_5m: 0, memory_usage_bytes: 0, memory_cached_bytes: 0 };
}

/** The configuration of the agent's own tests: half a task for each vCPU, a scheduler request every 5 s. */
export const TEST_AGENT: AgentConfiguration = {
  unit,
  scaling: { ...SHIPPED_AGENT.scaling, load_average_fraction_target: 0.5, memory_usage_fraction_target: 0.5 },
  loop: { ...SHIPPED_AGENT.loop, scheduler_request_every_seconds: 5 },
};

/** Requests by kind, each for a number of units. */
type Requests = { readonly [Kind in keyof ScalingActions]?: number };

/** The core with a clock, driven step by step. Times are rounded to what the test states. */
export class Script {
  now = 0;
  state: ScalingState;
  readonly configuration: AgentConfiguration;
  #step: ScalingStep | undefined;

  constructor(
    size: { readonly using: number; readonly min: number; readonly max: number },
    configuration: AgentConfiguration = TEST_AGENT,
  ) {
    const { using, min, max } = size;
    this.configuration = configuration;
    this.state = initialScalingState(
      { using: units(using), min: units(min), max: units(max) },
      configuration,
    );
  }

  /** Reasons that blocked the last step. */
  get blocked(): readonly string[] {
    return this.#step?.blocked ?? [];
  }

  /** The current size in units. */
  get using(): number {
    return this.state.compute.using.milli_cpu / unit.milli_cpu;
  }

  /** The desired size in units. */
  get desired(): number {
    return this.#step!.desired.resources.milli_cpu / unit.milli_cpu;
  }

  /** Advances the clock. */
  after(seconds: number): this {
    this.now = Math.round((this.now + seconds) * 1000) / 1000;
    return this;
  }

  /** Sends the core an event, or only the time, and expects these requests and this next call. */
  tell(event: ScalingEvent | undefined, requests: Requests, waitUntil: number): this {
    const step = advance(this.state, this.now, event, this.configuration);
    this.#step = step;
    this.state = step.state;
    expect(asked(step.actions)).toEqual(requests);
    if (Number.isFinite(waitUntil)) expect(step.wait_until).toBeCloseTo(waitUntil, 9);
    else expect(step.wait_until).toBe(waitUntil);
    return this;
  }

  /** Connects a monitor, and gets a permit for the current size: requested at 0, granted after .1 s; no metrics. */
  met(): this {
    this.tell(undefined, { scheduler: this.using }, Number.POSITIVE_INFINITY);
    const tick = this.configuration.loop.scheduler_request_every_seconds;
    this.after(0.1).tell({ kind: 'scheduler_granted', permit: this.state.compute.using }, {}, tick);
    return this.tell({ kind: 'monitor_connected' }, {}, tick).after(0.1);
  }
}

/** Requests in units. */
function asked(actions: ScalingActions): Requests {
  const made = Object.entries(actions).filter(([, resources]) => resources !== undefined);
  return Object.fromEntries(made.map(([kind, resources]) => [kind, resources.milli_cpu / unit.milli_cpu]));
}
