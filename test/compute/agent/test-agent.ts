import { type AgentConfiguration, SHIPPED_AGENT } from '../../../src/compute/agent/configuration.js';
import type { SystemMetrics } from '../../../src/compute/agent/goal.js';
import { multiply, type Resources } from '../../../src/compute/agent/resources.js';

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
