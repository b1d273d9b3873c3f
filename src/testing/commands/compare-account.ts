import type { PlatformAdapter } from '../../adapter/platform-adapter.js';
import { type AccountModel, type EndpointModel, type ProjectModel, statesAt } from './account-model.js';

/** A platform under test, and the tolerance for its times. */
export interface PlatformUnderTest {
  readonly adapter: PlatformAdapter;
  /** The organization for new projects; the account's by default. */
  readonly org_id?: string | undefined;
  /** Maximum delay of a suspension, in ms; 2 s by default. The real platform takes up to a minute. */
  readonly slack_ms?: number;
}

const SLACK_MS = 2_000;

/**
 * Compares the API's answers with the model: projects, their branches, their computes and the state of each. If a
 * timeout leaves a state open, the model adopts the observed one.
 * @param after the last command, for the message
 * @throws Error with the difference
 */
export async function compareAccount(
  model: AccountModel,
  { adapter, slack_ms = SLACK_MS }: PlatformUnderTest,
  after: string,
): Promise<void> {
  for (const project of model.projects) {
    const problem = await projectProblem(project, adapter, slack_ms);
    if (problem !== undefined) throw new Error(`after ${after}: project ${project.id}: ${problem}`);
  }
}

async function projectProblem(
  project: ProjectModel,
  adapter: PlatformAdapter,
  slack_ms: number,
): Promise<string | undefined> {
  const project_id = project.id;
  const { name } = (await adapter.getProject({ project_id })).project;
  if (name !== project.name) return mismatch('name', name, project.name);
  const { branches } = await adapter.listProjectBranches({ project_id });
  const ids = branches.map(({ id }) => id).toSorted();
  const wanted = project.branches.map(({ id }) => id).toSorted();
  if (ids.join() !== wanted.join()) return mismatch('branches', ids.join(), wanted.join());
  for (const branch of branches) {
    const known = project.branches.find(({ id }) => id === branch.id)!;
    if (branch.parent_id !== known.parent_id) {
      return mismatch(`parent of branch ${branch.id}`, branch.parent_id, known.parent_id);
    }
    if (branch.default !== (known === project.branches[0])) {
      return mismatch(`default of branch ${branch.id}`, branch.default, !branch.default);
    }
  }
  const { endpoints } = await adapter.listProjectEndpoints({ project_id });
  const seen = endpoints.map(({ id }) => id).toSorted();
  const known = project.endpoints.map(({ id }) => id).toSorted();
  if (seen.join() !== known.join()) return mismatch('computes', seen.join(), known.join());
  const now_ms = adapter.now_ms();
  for (const shown of endpoints) {
    const endpoint = project.endpoints.find(({ id }) => id === shown.id)!;
    for (const field of SETTINGS) {
      if (shown[field] !== endpoint[field]) {
        return mismatch(`${field} of compute ${shown.id}`, shown[field], endpoint[field]);
      }
    }
    const states = statesAt(endpoint, now_ms, slack_ms);
    const state = shown.current_state;
    if (!states.some((each) => each === state)) {
      return mismatch(`current_state of compute ${shown.id}`, state, states.join(' or '));
    }
    endpoint.runs = state === 'active';
  }
  return undefined;
}

const SETTINGS = [
  'branch_id',
  'type',
  'autoscaling_limit_min_cu',
  'autoscaling_limit_max_cu',
  'suspend_timeout_seconds',
] as const satisfies readonly (keyof EndpointModel)[];

function mismatch(what: string, got: unknown, expected: unknown): string {
  return `${what} is ${String(got)}, expected ${String(expected)}`;
}
