import { observeScenario, type Observed } from '../../../src/adapter/observe/observe-scenario.js';
import { Belongings } from '../../../src/adapter/observe/belongings.js';
import { planObservation } from '../../../src/adapter/observe/observation-plan.js';
import { undo } from '../../../src/adapter/observe/undo.js';
import type { PlatformAdapter } from '../../../src/adapter/platform-adapter.js';
import type { OperationAction } from '../../../src/platform/operation.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import type { DecisionRow } from '../../../src/simulation/observation.js';
import { simulate } from '../../../src/simulation/simulation.js';

/** Half a minute in which a compute is started, restarted, edited, suspended and started again. */
export const HALF_A_MINUTE = `
name: half-a-minute
duration: 30s
timeline_interval: 1s
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 0.5 }
  - { name: replica, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: active }
events:
  - { at: 3s, start: primary }
  - { at: 8s, restart: primary }
  - { at: 13s, update: primary, set: { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 } }
  - { at: 16s, update: replica, set: { suspend_timeout_seconds: 600 } }
  - { at: 19s, suspend: primary }
  - { at: 22s, update: primary, set: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 } }
  - { at: 25s, start: primary }
model: { wake_latency: 600ms, restart_latency: 900ms }
`;

/** Operations that take as long as the scenario's model says; suspending is no wait in the simulator. */
export const SAME_DURATIONS: Partial<Record<OperationAction, number>> = {
  create_timeline: 300,
  start_compute: 600,
  suspend_compute: 300,
  apply_config: 900,
};

export async function scenarioOf(text: string): Promise<Scenario> {
  return parseScenario(text);
}

/** Observes a scenario on a platform, and deletes what that created. */
export async function observed(
  adapter: PlatformAdapter,
  scenario: Scenario,
  poll_seconds = 1,
): Promise<Observed> {
  const belongings = new Belongings();
  try {
    return await observeScenario(adapter, scenario, {
      plan: planObservation(scenario),
      belongings,
      poll_seconds,
      project_name: 'observed',
    });
  } finally {
    const problems = await undo(adapter, belongings);
    if (problems.length > 0) throw new Error(problems.join('; '));
  }
}

/** The decisions of a run. */
export function simulatedDecisions(scenario: Scenario): readonly DecisionRow[] {
  const decisions: DecisionRow[] = [];
  simulate(scenario, {
    observer: {
      timeline: () => undefined,
      decision: (row) => decisions.push(row),
    },
  });
  return decisions;
}
