import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { ExistingProject, ObservationStep } from './observation-plan.js';

/** An existing endpoint with its original settings. */
export interface TakenOver {
  readonly endpoint_id: string;
  readonly settings: ComputeSettings;
}

/** A resource or setting that an observation could not clean up. */
export interface LeftBehind {
  readonly what: string;
  /** A command that undoes it. */
  readonly undo: string;
}

/** Resources that an observation has created or changed so far and must clean up. */
export class Belongings {
  /** The project of all resources, once known. */
  project_id: string | undefined;
  /** Name of a project being created: a call without a response may have created it. */
  project_name: string | undefined;
  /** Organization of the new project; `undefined` for the key's organization. */
  org_id: string | undefined;
  /** Whether the observation created the project. */
  owns_project = false;
  /** By branch name in the scenario. */
  readonly branch_ids = new Map<string, string>();
  /** By compute name. */
  readonly endpoint_ids = new Map<string, string>();
  readonly created_branches = new Set<string>();
  readonly created_endpoints = new Set<string>();
  readonly taken_over = new Map<string, TakenOver>();
  /** The step in progress: a call without a response may have carried it out. */
  sought: ObservationStep | undefined;

  /** Uses an existing project for all resources. */
  moveInto({ project_id, branches }: ExistingProject): void {
    this.project_id = project_id;
    for (const { id, name } of branches) this.branch_ids.set(name, id);
  }

  /** Name in the scenario of an endpoint's compute. */
  computeOf(endpoint_id: string): string | undefined {
    return [...this.endpoint_ids].find(([, id]) => id === endpoint_id)?.[0];
  }

  /** Everything not yet cleaned up, the most recent first. */
  left(): readonly LeftBehind[] {
    const { project_id, sought } = this;
    if (project_id === undefined) {
      const name = this.project_name;
      if (name === undefined) return [];
      return [
        {
          what: `perhaps a project named ${name}`,
          undo: 'neonctl projects list, then neonctl projects delete ID',
        },
      ];
    }
    if (this.owns_project) {
      return [{ what: `project ${project_id}`, undo: `neonctl projects delete ${project_id}` }];
    }
    const endpoint = (id: string) => `/projects/${project_id}/endpoints/${id}`;
    return [
      ...[...this.taken_over.values()].map(({ endpoint_id, settings }) => ({
        what: `settings of compute ${endpoint_id}, which were ${JSON.stringify(settings)}`,
        undo: `PATCH ${endpoint(endpoint_id)} with {"endpoint": ${JSON.stringify(settings)}}`,
      })),
      ...[...this.created_endpoints].map((id) => ({ what: `compute ${id}`, undo: `DELETE ${endpoint(id)}` })),
      ...[...this.created_branches].map((id) => ({
        what: `branch ${id}`,
        undo: `neonctl branches delete ${id} --project-id ${project_id}`,
      })),
      ...(sought?.kind === 'create_branch' || sought?.kind === 'create_endpoint'
        ? [{ what: `perhaps ${named(sought)}`, undo: `look at project ${project_id}, and delete it` }]
        : []),
    ];
  }
}

function named(step: Extract<ObservationStep, { kind: 'create_branch' | 'create_endpoint' }>): string {
  return step.kind === 'create_branch' ? `branch ${step.branch}` : `compute ${step.compute.name}`;
}
