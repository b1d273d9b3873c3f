import type { ComputeUpdate } from '../../compute/lifecycle/settings.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Endpoint } from '../../platform/endpoints/endpoint.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { endpointOn } from '../apply/pair-computes.js';

/** The scenario cannot be observed with these options; no call has changed anything. */
export class ObservationRefused extends Error {
  override readonly name = 'ObservationRefused';
}

/** The part of an existing project that a plan needs. */
export interface ExistingProject {
  readonly project_id: string;
  readonly branches: readonly { readonly id: string; readonly name: string }[];
  readonly endpoints: readonly Endpoint[];
}

/** One call of an observation. */
export type ObservationStep =
  /** Creates a project with the scenario's quota, its default branch and that branch's primary compute. */
  | {
      readonly kind: 'create_project';
      readonly branch: string;
      readonly compute: ComputeSpecification;
      readonly quota: Scenario['quota'];
    }
  /** Creates a branch, with its primary compute if the scenario has one. */
  | {
      readonly kind: 'create_branch';
      readonly branch: string;
      readonly compute: ComputeSpecification | undefined;
    }
  | { readonly kind: 'create_endpoint'; readonly compute: ComputeSpecification }
  /** Gives an existing endpoint the scenario's settings, and restores its original ones at the end. */
  | { readonly kind: 'take_over'; readonly compute: ComputeSpecification; readonly endpoint: Endpoint }
  | { readonly kind: 'start' | 'suspend' | 'restart'; readonly compute: string }
  | { readonly kind: 'update'; readonly compute: string; readonly set: ComputeUpdate };

/** All steps of an observation in order; at the end, the observation deletes what it created. */
export interface ObservationPlan {
  /** The existing project, or `undefined` if one is created. */
  readonly existing: ExistingProject | undefined;
  /** Before the scenario's time 0. */
  readonly setup: readonly ObservationStep[];
  /** Ascending by time. */
  readonly timeline: readonly { readonly at_seconds: number; readonly step: ObservationStep }[];
  /** Parts of the scenario that are not carried out. */
  readonly left_out: readonly string[];
}

/** Target project of a plan. */
export interface PlanTarget {
  readonly existing?: ExistingProject | undefined;
  /** Whether existing computes may be used. */
  readonly allow_existing?: boolean;
}

/**
 * Plans the calls that carry out a scenario's timeline on a platform.
 * @throws ObservationRefused if the plan needs an existing compute that may not be used, or if a new project would
 *   have no primary compute
 */
export function planObservation(scenario: Scenario, target: PlanTarget = {}): ObservationPlan {
  const { existing } = target;
  const create = existing === undefined ? inNewProject(scenario) : inProject(scenario, existing, target);
  const taken = new Set(create.flatMap((step) => (step.kind === 'take_over' ? [step.compute.name] : [])));
  const begin = scenario.computes.flatMap(({ name, initial_state }): readonly ObservationStep[] => {
    if (initial_state !== 'active') return [{ kind: 'suspend', compute: name }];
    return taken.has(name) ? [{ kind: 'start', compute: name }] : [];
  });
  const created = scenario.computes.filter(({ initial_state }) => initial_state === 'init');
  return {
    existing,
    setup: [...create, ...begin],
    timeline: [
      ...created.map(({ name }) => ({ at_seconds: 0, step: { kind: 'start', compute: name } as const })),
      ...scenario.events.map(({ at_seconds, ...step }) => ({ at_seconds, step })),
    ],
    left_out: leftOut(scenario, existing),
  };
}

/** The scenario's branches in order of appearance, each with its computes. */
function branchesOf(scenario: Scenario): ReadonlyMap<string, readonly ComputeSpecification[]> {
  const branches = new Map<string, ComputeSpecification[]>();
  for (const compute of scenario.computes) getOrCreate(branches, compute.branch, () => []).push(compute);
  return branches;
}

function inNewProject(scenario: Scenario): readonly ObservationStep[] {
  const main = scenario.computes.find(({ type }) => type === 'read_write');
  if (main === undefined) {
    throw new ObservationRefused(
      'a new project comes with a primary compute, and the scenario has none; add one (type: read_write), or name a project that exists with --project-id',
    );
  }
  const others = [...branchesOf(scenario)].flatMap(([branch, computes]) =>
    onNewBranch(branch, computes, main),
  );
  // The API has whole numbers; 0 would be no limit.
  const quota = Object.fromEntries(
    Object.entries(scenario.quota).map(([name, value]) => [name, Math.ceil(value)]),
  );
  return [{ kind: 'create_project', branch: main.branch, compute: main, quota }, ...others];
}

function onNewBranch(
  branch: string,
  computes: readonly ComputeSpecification[],
  main?: ComputeSpecification,
): readonly ObservationStep[] {
  const primary = computes.find(({ type }) => type === 'read_write');
  const replicas = computes.filter((compute) => compute !== primary);
  return [
    ...(branch === main?.branch ? [] : [{ kind: 'create_branch', branch, compute: primary } as const]),
    ...replicas.map((compute) => ({ kind: 'create_endpoint', compute }) as const),
  ];
}

function inProject(
  scenario: Scenario,
  existing: ExistingProject,
  { allow_existing = false }: PlanTarget,
): readonly ObservationStep[] {
  return [...branchesOf(scenario)].flatMap(([name, computes]): readonly ObservationStep[] => {
    const branch = existing.branches.find((each) => each.name === name);
    if (branch === undefined) return onNewBranch(name, computes);
    return computes.map((compute): ObservationStep => {
      const endpoint = endpointOn(branch.id, compute, existing.endpoints);
      if (endpoint === undefined) return { kind: 'create_endpoint', compute };
      if (allow_existing) return { kind: 'take_over', compute, endpoint };
      throw new ObservationRefused(
        `compute "${compute.name}" would be ${endpoint.id}, which exists on branch "${name}" of project ${existing.project_id}; --allow-existing lets it be edited, restarted and suspended (its settings are put back at the end), or give the compute a separate branch in the scenario (branch: NAME)`,
      );
    });
  });
}

function leftOut(scenario: Scenario, existing: ExistingProject | undefined): readonly string[] {
  const said = scenario.load.map(({ name }) => name);
  const faults = scenario.faults.length;
  const policies = scenario.computes.filter(
    ({ size_policy, suspend_policy, suspend_timer }) =>
      size_policy.name !== 'agent' || suspend_policy.name !== 'fixed' || suspend_timer !== undefined,
  );
  return [
    said.length > 0 &&
      `load is not driven (${said.join(', ')}): only clients that connect to the computes wake them`,
    existing !== undefined &&
      Object.keys(scenario.quota).length > 0 &&
      "the scenario's quota is not set: the project keeps its own",
    faults > 0 && `${faults} of the scenario's faults are not made to happen`,
    scenario.api_faults !== undefined &&
      'api_faults happen with --base-url simulated, and on a neap serve --scenario',
    ...policies.map(
      ({ name }) => `"${name}" is scaled and suspended by the platform, not by the scenario's policy`,
    ),
  ].filter((each) => each !== false);
}
