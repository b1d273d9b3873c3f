import { maxConnections } from '../../compute/size.js';
import type { Distribution } from '../../kernel/distribution.js';
import { quantile } from '../../kernel/quantile.js';
import type { Endpoint } from '../../platform/endpoint.js';
import { planLimits } from '../../platform/plan-limits.js';
import { type ComputeSettings, settingsProblems } from '../../scenario/compute-settings.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import {
  type ApplyPlan,
  ApplyRefused,
  type ComputeChange,
  type Effect,
  type ExpectedSpan,
  type LeftAlone,
  type SettingDifference,
} from './apply-plan.js';
import { computesByBranch } from './branch-of-compute.js';
import { differencesOf, pairComputes } from './pair-computes.js';
import { notesAbout } from './plan-notes.js';
import type { ReportedBranchName, ReportedProject } from './reported-project.js';

/** What a plan may do. */
export interface PlanOptions {
  /** Whether computes that the scenario does not have are deleted, on the branches that it names. */
  readonly delete_others: boolean;
  /** The branch on which computes are that the scenario leaves on its default one. */
  readonly branch?: string | undefined;
}

/**
 * What lies between a scenario's computes and a project's. Computes are created first and deleted last, so that
 * what clients could use in the meantime is never less than before or after.
 * @throws ApplyRefused when a branch is not there, or the account's plan or the size table forbid settings
 */
export function planChanges(scenario: Scenario, project: ReportedProject, options: PlanOptions): ApplyPlan {
  const branches = computesByBranch(scenario.computes, project, options.branch);
  const problems = scenario.computes.flatMap((compute) => problemsOf(compute, project));
  if (problems.length > 0) throw new ApplyRefused(problems);
  const changes: ComputeChange[] = [];
  const left_alone: LeftAlone[] = [];
  for (const { branch, computes } of branches) {
    const own = project.endpoints.filter(({ branch_id }) => branch_id === branch.id);
    const { pairs, others } = pairComputes(computes, own);
    for (const { compute, endpoint } of pairs) {
      const change = changeOf(scenario, branch, compute, endpoint);
      if (change !== undefined) changes.push(change);
      else if (endpoint !== undefined) {
        left_alone.push({ ...shown(endpoint, branch), reason: 'as_in_the_scenario', compute: compute.name });
      }
    }
    for (const other of others) {
      if (options.delete_others) changes.push(deletion(other, branch));
      else left_alone.push({ ...shown(other, branch), reason: 'not_in_the_scenario', compute: undefined });
    }
  }
  const named = new Set(branches.map(({ branch }) => branch.id));
  return {
    project: { id: project.id, name: project.name, plan: project.plan ?? project.subscription_type },
    changes: changes.toSorted((first, second) => ORDER[first.kind] - ORDER[second.kind]),
    left_alone,
    elsewhere: project.endpoints.filter(({ branch_id }) => !named.has(branch_id)).length,
    notes: notesAbout(scenario, project),
  };
}

const ORDER: Readonly<Record<ComputeChange['kind'], number>> = { create: 0, update: 1, delete: 2 };

function problemsOf(compute: ComputeSpecification, project: ReportedProject): readonly string[] {
  const limits =
    project.plan === undefined ? undefined : planLimits({ name: project.plan, as_of: undefined });
  return settingsProblems(settingsOf(compute), limits).map(
    ({ setting, message }) =>
      `computes.${compute.name}.${setting}: ${message} (project ${project.id} is on that plan)`,
  );
}

function settingsOf(compute: ComputeSettings): ComputeSettings {
  const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds } = compute;
  return { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds };
}

function changeOf(
  { model }: Scenario,
  branch: ReportedBranchName,
  compute: ComputeSpecification,
  endpoint: Endpoint | undefined,
): ComputeChange | undefined {
  const { type, name } = compute;
  const connections = (size: ComputeSettings) =>
    model.max_connections ??
    maxConnections(size.autoscaling_limit_min_cu, size.autoscaling_limit_max_cu, model.memory_per_cu);
  if (endpoint === undefined) {
    return {
      kind: 'create',
      branch,
      type,
      compute: name,
      settings: settingsOf(compute),
      max_connections: connections(compute),
      effect: 'start',
      expected: spanOf(model.wake_latency),
    };
  }
  const differences = differencesOf(endpoint, compute);
  if (differences.length === 0) return undefined;
  const effect = effectOf(endpoint, differences);
  return {
    kind: 'update',
    branch,
    type,
    compute: name,
    endpoint_id: endpoint.id,
    current_state: endpoint.current_state,
    differences,
    max_connections: { before: connections(endpoint), after: connections(compute) },
    effect,
    ...(effect === 'restart' ? { expected: spanOf(model.restart_latency) } : {}),
  };
}

/** Source: the platform's documentation of what restarts: any edit of a size, not one of the timeout. */
function effectOf({ current_state }: Endpoint, differences: readonly SettingDifference[]): Effect {
  const resized = differences.some(({ setting }) => setting !== 'suspend_timeout_seconds');
  if (current_state === 'idle') return 'brief_activation';
  return resized ? 'restart' : 'none';
}

function deletion(endpoint: Endpoint, branch: ReportedBranchName): ComputeChange {
  const { id, name, type, current_state } = endpoint;
  return { kind: 'delete', branch, type, endpoint_id: id, name, current_state, effect: 'end' };
}

function shown({ id, name, type }: Endpoint, branch: ReportedBranchName) {
  return { endpoint_id: id, name, type, branch: branch.name };
}

function spanOf(seconds: Distribution): ExpectedSpan {
  return { median_ms: quantile(seconds, 0.5) * 1000, p99_ms: quantile(seconds, 0.99) * 1000 };
}
