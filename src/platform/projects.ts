import { projectOf } from './access.js';
import type { Caller } from './caller.js';
import { enter } from './endpoint-state.js';
import type { Operation } from './operation.js';
import { planSuspend } from './operation-plan.js';
import type { ForProject } from './path-ids.js';
import { computeLimits, planOf } from './plan.js';
import type { Project, ProjectRecord, ProjectUpdateRequest } from './project.js';
import {
  checkProjectName,
  checkRetention,
  replicates,
  resolveDefaults,
  resolveProjectSettings,
} from './project-settings.js';
import { showProject } from './project-views.js';
import { endpointSteps, schedule } from './scheduling.js';
import type { State } from './state.js';

/** What to change of a project. */
export interface UpdateProjectInput extends ForProject {
  readonly project: ProjectUpdateRequest;
}

/** A changed project, and the operations that carry the change out. */
export interface UpdatedProject {
  readonly project: Project;
  readonly operations: readonly Operation[];
}

/** One project. @throws PlatformError `not_found` */
export function getProject(state: State, caller: Caller, input: ForProject): { readonly project: Project } {
  return { project: showProject(state, projectOf(state, caller, input.project_id)) };
}

/**
 * Changes a project. Default endpoint settings hold for endpoints created from now on; enabling logical
 * replication suspends every active compute and cannot be undone.
 * @throws PlatformError `not_found`, `bad_request`, `unprocessable`, `locked`
 */
export function updateProject(state: State, caller: Caller, input: UpdateProjectInput): UpdatedProject {
  const before = projectOf(state, caller, input.project_id);
  const request = input.project;
  const limits = computeLimits(state, planOf(state, before));
  const retention = request.history_retention_seconds ?? before.history_retention_seconds;
  const project: ProjectRecord = {
    ...before,
    name: request.name === undefined ? before.name : checkProjectName(request.name),
    settings: resolveProjectSettings(request.settings ?? {}, before.settings),
    default_endpoint_settings:
      request.default_endpoint_settings === undefined
        ? before.default_endpoint_settings
        : resolveDefaults(request.default_endpoint_settings, before.default_endpoint_settings, limits),
    history_retention_seconds: checkRetention(retention),
    updated_at_ms: state.now_ms,
  };
  state.put('projects', project.id, project);
  const stops = replicates(project.settings) && !replicates(before.settings);
  const active = stops
    ? state.endpointsByProject.rows(project.id).filter((endpoint) => endpoint.current_state === 'active')
    : [];
  const steps = active.flatMap((endpoint) => endpointSteps(endpoint, planSuspend(endpoint).actions));
  const operations = schedule(state, project.id, steps);
  for (const endpoint of active) enter(state, endpoint, planSuspend(endpoint));
  return { project: showProject(state, project), operations };
}
