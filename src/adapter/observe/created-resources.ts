import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { ExistingProject, ObservationStep } from './observation-plan.js';

/** An endpoint that was there before, and the settings it had. */
export interface TakenOver {
  readonly endpoint_id: string;
  readonly settings: ComputeSettings;
}

/** Something that an observation has not been able to undo. */
export interface LeftBehind {
  readonly what: string;
  /** A command that undoes it. */
  readonly undo: string;
}

/** Resources that an observation has created or changed so far, and must undo. */
export class Belongings {
  /** The project everything is in, once it is known. */
  project_id: string | undefined;
  /** A project that is being created: a call that was never answered may have made it. */
  project_name: string | undefined;
  /** The organization that the project is created in; `undefined` for the key's own. */
  org_id: string | undefined;
  /** Whether the project itself was created. */
  owns_project = false;
  /** By name of the scenario. */
  readonly branch_ids = new Map<string, string>();
  /** By name of the compute. */
  readonly endpoint_ids = new Map<string, string>();
  readonly created_branches = new Set<string>();
  readonly created_endpoints = new Set<string>();
  readonly taken_over = new Map<string, TakenOver>();
  /** The step that is being made: a call that was never answered may have carried it out. */
  sought: ObservationStep | undefined;

  /** Everything will be in a project that exists already. */
  moveInto({ project_id, branches }: ExistingProject): void {
    this.project_id = project_id;
    for (const { id, name } of branches) this.branch_ids.set(name, id);
  }

  /** The scenario's name of the compute that an endpoint is. */
  computeOf(endpoint_id: string): string | undefined {
    return [...this.endpoint_ids].find(([, id]) => id === endpoint_id)?.[0];
  }

  /** What would stay if nothing more were undone; the most recent first. */
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
