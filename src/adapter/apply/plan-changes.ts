import { configurationChange } from '../../compute/lifecycle/configuration-change.js';
import { type ComputeSettings, settingsOf } from '../../compute/lifecycle/settings.js';
import { settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { onUpdate } from '../../compute/lifecycle/transition.js';
import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { DEFAULT_SUSPEND_POLICY } from '../../compute/policy/suspend-policies.js';
import type { RuleBook } from '../../compute/rule-book.js';
import { configuredMaxConnections } from '../../compute/size.js';
import type { Distribution } from '../../kernel/distribution.js';
import { quantile } from '../../kernel/quantile.js';
import type { Endpoint } from '../../platform/endpoints/endpoint.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { planLimits } from '../../vendors/plan-limits.js';
import {
  type ApplyPlan,
  ApplyRefused,
  type ComputeChange,
  type Effect,
  type ExpectedSpan,
  type LeftAlone,
  type PlannedChange,
} from './apply-plan.js';
import { computesByBranch } from './branch-of-compute.js';
import { differencesOf, pairComputes } from './pair-computes.js';
import { branchesToCreate, branchesToDelete, branchNotes } from './plan-branches.js';
import type { ReportedBranchName, ReportedProject } from './reported-project.js';

export interface ChangePlanOptions {
  /** Whether other computes on the scenario's branches are deleted. */
  readonly delete_others: boolean;
  /** Whether missing branches of the scenario are created from the project's default branch. */
  readonly create_branches?: boolean;
  /** Whether branches that are not in the scenario are deleted with their computes. */
  readonly delete_branches?: boolean;
  /** Branch for computes on the scenario's default branch. */
  readonly branch?: string | undefined;
}

/**
 * Plans the changes that turn a project's branches and computes into a scenario's. Creations come first and
 * deletions last, so that clients never have fewer computes than before or after.
 * @throws ApplyRefused if a branch is missing, or if the account's plan or the size table forbids settings
 */
export function planChanges(
  scenario: Scenario,
  project: ReportedProject,
  options: ChangePlanOptions,
): ApplyPlan {
  const { create_branches = false, delete_branches = false } = options;
  const branches = computesByBranch(scenario.computes, project, {
    named: options.branch,
    create: create_branches,
  });
  const problems = scenario.computes.flatMap((compute) => problemsOf(compute, project, scenario.model.rules));
  if (problems.length > 0) throw new ApplyRefused(problems);
  const deleted = delete_branches ? branchesToDelete(branches, project) : [];
  const created = branchesToCreate(branches, project);
  const changes: PlannedChange[] = [...created, ...deleted];
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
  const planned_branch_ids = new Set([...branches, ...deleted].map(({ branch }) => branch.id));
  return {
    project: { id: project.id, name: project.name, plan: project.plan ?? project.subscription_type },
    changes: changes.toSorted((first, second) => ORDER[first.kind] - ORDER[second.kind]),
    left_alone,
    elsewhere: project.endpoints.filter(({ branch_id }) => !planned_branch_ids.has(branch_id)).length,
    notes: [...branchNotes(scenario, project, created, deleted), ...notesAbout(scenario, project)],
  };
}

const ORDER: Readonly<Record<PlannedChange['kind'], number>> = {
  create_branch: 0,
  create: 1,
  update: 2,
  delete: 3,
  delete_branch: 4,
};

function problemsOf(
  compute: ComputeSpecification,
  project: ReportedProject,
  book: RuleBook,
): readonly string[] {
  const plan = project.plan === undefined ? undefined : planLimits({ name: project.plan, as_of: undefined });
  return settingsProblems(settingsOf(compute), { plan, book }).map(
    ({ setting, message }) =>
      `computes.${compute.name}.${setting}: ${message} (project ${project.id} is on that plan)`,
  );
}

function changeOf(
  { model }: Scenario,
  branch: ReportedBranchName,
  compute: ComputeSpecification,
  endpoint: Endpoint | undefined,
): ComputeChange | undefined {
  const { type, name } = compute;
  const connections = (settings: ComputeSettings) => configuredMaxConnections(settings, model);
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
  const effect = effectOf(endpoint, compute);
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

function effectOf(endpoint: Endpoint, compute: ComputeSpecification): Effect {
  // When the service accepts the call, the first start of a new compute is over.
  const current_state = endpoint.current_state === 'idle' ? 'idle' : 'active';
  const change = configurationChange(settingsOf(endpoint), settingsOf(compute), current_state === 'active');
  const { interrupts, pending_state } = onUpdate({ current_state }, change);
  if (interrupts) return 'restart';
  return pending_state === 'idle' ? 'brief_activation' : 'none';
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

/** Settings of a scenario that no call can set, and other notes to show before it is applied. */
export function notesAbout(scenario: Scenario, project: ReportedProject): readonly string[] {
  const notes: string[] = [];
  for (const compute of scenario.computes) {
    const { name, suspend_timer, size_policy, suspend_policy } = compute;
    if (suspend_timer !== undefined) {
      notes.push(`${name}: suspend_timer is simulated only; the service has suspend_timeout_seconds`);
    }
    for (const [kind, own, platforms] of [
      ['size', size_policy.name, DEFAULT_SIZE_POLICY.name],
      ['suspend', suspend_policy.name, DEFAULT_SUSPEND_POLICY.name],
    ]) {
      if (own !== platforms) {
        notes.push(`${name}: the ${kind} policy ${own} is simulated only; the service follows its own`);
      }
    }
  }
  const { plan, subscription_type, endpoints } = project;
  if (plan === undefined) {
    const reported = subscription_type === undefined ? '' : ` (${subscription_type})`;
    notes.push(
      `the API does not report the project's plan${reported}; the service refuses changes that the plan does not allow`,
    );
  } else if (plan !== scenario.plan.name) {
    notes.push(`the project is on the ${plan} plan, and the scenario assumes ${scenario.plan.name}`);
  }
  const disabled = endpoints.filter((endpoint) => endpoint.disabled).map(({ id }) => id);
  if (disabled.length > 0) notes.push(`disabled, and not changed: ${disabled.join(', ')}`);
  return notes;
}
