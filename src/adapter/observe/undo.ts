import { AdapterError } from '../adapter-error.js';
import { endpointOn } from '../apply/pair-computes.js';
import type { PlatformAdapter } from '../platform-adapter.js';
import type { Belongings } from './created-resources.js';

/** Maximum number of search results checked for a project that a call without a response may have created. */
const MAX_PROJECTS = 100;
/** Attempts for a call without a response, and the time between them, in ms. */
const TRIES = 4;
const AGAIN_MS = 2_000;

/**
 * Undoes an observation: deletes the resources it created and restores the settings it changed. Continues after a
 * failure, so that as little as possible is left behind. Resources left behind stay in the belongings.
 * @returns the reasons of failures; empty after a complete cleanup
 */
export async function undo(adapter: PlatformAdapter, belongings: Belongings): Promise<readonly string[]> {
  const problems: string[] = [];
  const attempt = async (call: () => Promise<unknown>, done?: () => void): Promise<void> => {
    const problem = await problemOf(adapter, call);
    if (problem === undefined) done?.();
    else problems.push(problem);
  };
  await attempt(() => findProject(adapter, belongings));
  const { project_id } = belongings;
  if (project_id === undefined) return problems;
  if (belongings.owns_project) {
    await attempt(
      () => adapter.deleteProject({ project_id }),
      () => {
        belongings.owns_project = false;
        belongings.project_id = undefined;
        belongings.project_name = undefined;
      },
    );
    return problems;
  }
  await attempt(() => findCreated(adapter, belongings, project_id));
  for (const endpoint_id of [...belongings.created_endpoints]) {
    await attempt(
      () => adapter.deleteProjectEndpoint({ project_id, endpoint_id }),
      () => belongings.created_endpoints.delete(endpoint_id),
    );
  }
  for (const branch_id of [...belongings.created_branches]) {
    await attempt(
      () => adapter.deleteProjectBranch({ project_id, branch_id }),
      () => belongings.created_branches.delete(branch_id),
    );
  }
  for (const [name, { endpoint_id, settings }] of [...belongings.taken_over]) {
    await attempt(
      () => adapter.updateProjectEndpoint({ project_id, endpoint_id, endpoint: settings }),
      () => belongings.taken_over.delete(name),
    );
  }
  return problems;
}

/** Reason why a cleanup call failed; `undefined` if it succeeded or became unnecessary. */
async function problemOf(
  adapter: PlatformAdapter,
  call: () => Promise<unknown>,
): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      await call();
      return undefined;
    } catch (error) {
      if (!(error instanceof AdapterError)) return error instanceof Error ? error.message : String(error);
      // Another caller deleted the resource in the meantime.
      if (error.status === 404) return undefined;
      // Cleanup calls are idempotent, so they can be retried without a response.
      const unsure = error.status === 0 || error.status >= 500;
      if (!unsure || tries === TRIES) return error.message;
    }
    await adapter.wait(AGAIN_MS);
  }
}

/** Finds a project by name, because a create call without a response may have been carried out. */
async function findProject(adapter: PlatformAdapter, belongings: Belongings): Promise<void> {
  const { project_id, project_name } = belongings;
  if (project_id !== undefined || project_name === undefined) return;
  const wanted = { search: project_name, limit: MAX_PROJECTS, org_id: belongings.org_id };
  const { projects } = await adapter.listProjects(wanted);
  belongings.project_id = projects.find(({ name }) => name === project_name)?.id;
  belongings.owns_project = belongings.project_id !== undefined;
  if (!belongings.owns_project) belongings.project_name = undefined;
}

/** Does the same for a branch or endpoint in an existing project, which had no such branch or endpoint before. */
async function findCreated(
  adapter: PlatformAdapter,
  belongings: Belongings,
  project_id: string,
): Promise<void> {
  const { sought, branch_ids, created_branches, created_endpoints } = belongings;
  if (sought?.kind === 'create_branch') {
    const { branches } = await adapter.listProjectBranches({ project_id, search: sought.branch });
    for (const { id, name } of branches) if (name === sought.branch) created_branches.add(id);
  }
  if (sought?.kind === 'create_endpoint') {
    const { endpoints } = await adapter.listProjectEndpoints({ project_id });
    const found = endpointOn(branch_ids.get(sought.compute.branch), sought.compute, endpoints);
    if (found !== undefined) created_endpoints.add(found.id);
  }
  belongings.sought = undefined;
}
