import { Belongings } from '../../../src/adapter/observe/created-resources.js';
import type { Observed } from '../../../src/adapter/observe/observation.js';
import { planObservation } from '../../../src/adapter/observe/observation-plan.js';
import { observeScenario } from '../../../src/adapter/observe/observe-scenario.js';
import { undo } from '../../../src/adapter/observe/undo.js';
import type { PlatformAdapter } from '../../../src/adapter/platform-adapter.js';
import type { OperationAction } from '../../../src/platform/operations/operation.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import type { DecisionRow } from '../../../src/simulation/run/observation.js';
import { simulate } from '../../../src/simulation/simulation.js';

/** Half a minute during which a compute is started, restarted, edited, suspended and started again. */
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

/** Operations with the durations of the scenario's model; suspending takes no time in the simulator. */
export const SAME_DURATIONS: Partial<Record<OperationAction, number>> = {
  create_timeline: 300,
  start_compute: 600,
  suspend_compute: 300,
  apply_config: 900,
};

export async function scenarioOf(text: string): Promise<Scenario> {
  return parseScenario(text);
}

/** Observes a scenario on a platform, and deletes the created resources. */
export async function observed(
  adapter: PlatformAdapter,
  scenario: Scenario,
  poll_seconds = 1,
): Promise<Observed> {
  const belongings = new Belongings();
  const seen = await observeScenario(adapter, scenario, {
    plan: planObservation(scenario),
    belongings,
    poll_seconds,
    project_name: 'observed',
  });
  const problems = await undo(adapter, belongings);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return seen;
}

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

/** An event to compare: what happened to a compute, when, and the state and size after it. */
export interface Happening {
  readonly compute: string;
  readonly decision: string;
  readonly state: string;
  readonly cu_after: number;
  readonly time_seconds: number;
}

function inOrder(rows: readonly DecisionRow[]): readonly Happening[] {
  return rows
    .map(({ compute, decision, state, cu_after, time_seconds }) => ({
      compute,
      decision,
      state,
      cu_after,
      time_seconds,
    }))
    .sort((a, b) =>
      a.compute < b.compute ? -1 : a.compute > b.compute ? 1 : a.time_seconds - b.time_seconds,
    );
}

/** Observed and simulated events, with the largest time difference of a matching pair. */
export function compared(seen: Observed, scenario: Scenario) {
  const observed = inOrder(seen.computes.flatMap(({ decisions }) => decisions));
  const simulated = inOrder(simulatedDecisions(scenario));
  const untimed = (rows: readonly Happening[]) => rows.map(({ time_seconds: _, ...rest }) => rest);
  return {
    observed: untimed(observed),
    simulated: untimed(simulated),
    most_apart_seconds: Math.max(
      ...observed.map(({ time_seconds }, index) =>
        Math.abs(time_seconds - (simulated[index]?.time_seconds ?? Number.POSITIVE_INFINITY)),
      ),
    ),
  };
}

/** The platform operations that follow from a run's decisions, by compute and in order: `primary start_compute`. */
export function operationsOf(scenario: Scenario): readonly string[] {
  const operations: string[] = [];
  for (const { compute, decision, state, reason } of simulatedDecisions(scenario)) {
    const add = (...actions: readonly string[]) =>
      operations.push(...actions.map((action) => `${compute} ${action}`));
    if (decision === 'start') add('start_compute');
    if (decision === 'suspend') add('suspend_compute');
    if (decision === 'restart' && reason === 'restart call') add('suspend_compute', 'start_compute');
    if (decision === 'update') add('apply_config', ...(state === 'idle' ? ['suspend_compute'] : []));
  }
  return operations;
}
