import type { ApplyPlan } from '../../../src/adapter/apply/apply-plan.js';
import { type ChangePlanOptions, planChanges } from '../../../src/adapter/apply/plan-changes.js';
import { reportedProject } from '../../../src/adapter/apply/reported-project.js';
import { operationsSucceeded } from '../../../src/adapter/operations-ended.js';
import type { PlatformAdapter } from '../../../src/adapter/platform-adapter.js';
import { simulatedAccount } from '../../../src/adapter/simulated-adapter.js';
import type { PlatformOptions } from '../../../src/platform/store/options.js';
import { sameDurations } from '../../../src/platform/store/options.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { compiled } from '../../scenario/example.js';
import { START_MS } from '../../server/emulator-under-test.js';

/** A scenario with computes only, on the plan of simulated accounts. */
export function scenarioWith(
  computes: readonly Record<string, unknown>[],
  over: Record<string, unknown> = {},
): Promise<Scenario> {
  return compiled({ plan: 'scale', load: [], computes, ...over });
}

/** A simulated project whose primary compute runs with 0.25 to 2 CU, suspended after five minutes. */
export async function projectUnderTest(platform: PlatformOptions = {}) {
  const adapter = simulatedAccount({
    start_ms: START_MS,
    platform: { seed: 'apply', operation_duration_ms: sameDurations(400), ...platform },
  });
  const made = await adapter.createProject({ project: { name: 'shop' } });
  const project_id = made.project.id;
  await operationsSucceeded(adapter, project_id, made.operations);
  return { adapter, project_id, branch_id: made.branch.id, primary_id: made.endpoints[0]!.id };
}

/** The plan of changes for applying a scenario to a project. */
export async function planFor(
  adapter: PlatformAdapter,
  project_id: string,
  scenario: Scenario,
  options: Partial<ChangePlanOptions> = {},
): Promise<ApplyPlan> {
  return planChanges(scenario, await reportedProject(adapter, project_id), {
    delete_others: false,
    ...options,
  });
}

/** A replica of a project, with or without a name. */
export async function addReplica(
  adapter: PlatformAdapter,
  project_id: string,
  branch_id: string,
  settings: { readonly name?: string; readonly max_cu?: number } = {},
): Promise<string> {
  const { endpoint, operations } = await adapter.createProjectEndpoint({
    project_id,
    endpoint: {
      branch_id,
      type: 'read_only',
      name: settings.name,
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: settings.max_cu ?? 1,
    },
  });
  await operationsSucceeded(adapter, project_id, operations);
  return endpoint.id;
}
