import { AdapterError } from '../adapter-error.js';
import { endpointOn } from '../apply/pair-computes.js';
import type { PlatformAdapter } from '../platform-adapter.js';
import type { Belongings } from './created-resources.js';

/** The most projects a search looks through for one that a call without an answer may have made. */
const MAX_PROJECTS = 100;
/** How often a call without an answer is made, and the time in between, in ms. */
const TRIES = 4;
const AGAIN_MS = 2_000;

/**
 * Undoes an observation: deletes the resources it created, restores the settings it changed. Continues if one
 * part fails, so that as little as possible is left; what is left stays among the belongings.
 * @returns why resources are left, in words; empty if none are
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

/** Why a call that undoes something cannot be made, in words; `undefined` when it was, or is not needed any more. */
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
      // A resource that another caller deleted in the meantime is gone.
      if (error.status === 404) return undefined;
      // Undoing twice does no harm, so that it is safe to repeat where no answer came.
      const unsure = error.status === 0 || error.status >= 500;
      if (!unsure || tries === TRIES) return error.message;
    }
    await adapter.wait(AGAIN_MS);
  }
}

/** A create call that was never answered may have been carried out: its project is known by its name. */
async function findProject(adapter: PlatformAdapter, belongings: Belongings): Promise<void> {
  const { project_id, project_name } = belongings;
  if (project_id !== undefined || project_name === undefined) return;
  const wanted = { search: project_name, limit: MAX_PROJECTS, org_id: belongings.org_id };
  const { projects } = await adapter.listProjects(wanted);
  belongings.project_id = projects.find(({ name }) => name === project_name)?.id;
  belongings.owns_project = belongings.project_id !== undefined;
  if (!belongings.owns_project) belongings.project_name = undefined;
}

/** So may one within a project that exists; of what it would have made there was none before. */
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
