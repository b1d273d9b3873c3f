import { onSuspend } from '../../compute/lifecycle/transition.js';
import { computeLimits, planOf } from '../checks/plan.js';
import { ofProject } from '../checks/subject.js';
import { enter } from '../endpoints/endpoint-state.js';
import { endpointSteps, schedule } from '../operations/scheduling.js';
import type { Shaped } from '../schema/plain.js';
import type { PROJECT_UPDATE } from '../schema/project-schema.js';
import {
  checkProjectName,
  checkRetention,
  replicates,
  resolveDefaults,
  resolveProjectSettings,
} from './project-settings.js';
import { showProject } from './project-views.js';

/** One project. @throws PlatformError `not_found` */
export const getProject = ofProject((state, project) => ({ project: showProject(state, project) }));

/**
 * Changes a project. Default endpoint settings hold for endpoints created from now on; enabling logical
 * replication suspends every active compute and cannot be undone.
 * @throws PlatformError `not_found`, `bad_request`, `unprocessable`, `locked`
 */
export const updateProject = ofProject((state, before, input: Shaped<typeof PROJECT_UPDATE>) => {
  const request = input.project;
  const limits = computeLimits(state, planOf(state, before));
  const retention = request.history_retention_seconds ?? before.history_retention_seconds;
  const project = state.change('projects', before, {
    name: request.name === undefined ? before.name : checkProjectName(request.name),
    settings: resolveProjectSettings(request.settings ?? {}, before.settings),
    default_endpoint_settings:
      request.default_endpoint_settings === undefined
        ? before.default_endpoint_settings
        : resolveDefaults(request.default_endpoint_settings, before.default_endpoint_settings, limits),
    history_retention_seconds: checkRetention(retention),
  });
  const stops = replicates(project.settings) && !replicates(before.settings);
  const active = stops
    ? state.endpointsByProject.rows(project.id).filter((endpoint) => endpoint.current_state === 'active')
    : [];
  const steps = active.flatMap((endpoint) => endpointSteps(endpoint, onSuspend(endpoint).actions));
  const operations = schedule(state, project.id, steps);
  for (const endpoint of active) enter(state, endpoint, onSuspend(endpoint));
  return { project: showProject(state, project), operations };
});
