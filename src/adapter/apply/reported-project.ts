import { type Branch, isRoot } from '../../platform/branches/branch.js';
import type { Endpoint } from '../../platform/endpoints/endpoint.js';
import { PLAN_NAMES } from '../../vendors/plan-limits.js';
import type { PlatformAdapter } from '../platform-adapter.js';

/** The part of a branch that changes need. */
export type ReportedBranchName = Pick<Branch, 'id' | 'name' | 'default'>;

/** A branch with its parent and protection. */
export type ReportedBranch = ReportedBranchName &
  Pick<Branch, 'parent_id' | 'protected'> & {
    readonly is_root: boolean;
  };

/** A project's computes as the service reports them at one moment. */
export interface ReportedProject {
  readonly id: string;
  readonly name: string;
  /** The service's name of the account's plan, if it is reported. */
  readonly subscription_type: string | undefined;
  /** The plan, if its limits are known; `undefined` for others, such as custom contracts. */
  readonly plan: string | undefined;
  /** Maximum number of branches on its plan; absent if the service does not report it. */
  readonly branches_limit?: number | undefined;
  readonly branches: readonly ReportedBranch[];
  readonly endpoints: readonly Endpoint[];
}

/** Maximum page size for branches. Source: the platform's API schema. */
export const BRANCH_PAGE = 10_000;

/** Reads a project with its branches and computes. @throws AdapterError */
export async function reportedProject(
  adapter: PlatformAdapter,
  project_id: string,
): Promise<ReportedProject> {
  const { project } = await adapter.getProject({ project_id });
  const branches = await everyBranch(adapter, project_id);
  const { endpoints } = await adapter.listProjectEndpoints({ project_id });
  const subscription_type = project.owner?.subscription_type;
  return {
    id: project.id,
    name: project.name,
    subscription_type,
    plan: planNamed(subscription_type),
    branches_limit: project.owner?.branches_limit,
    branches,
    endpoints,
  };
}

async function everyBranch(adapter: PlatformAdapter, project_id: string): Promise<readonly ReportedBranch[]> {
  const found: ReportedBranch[] = [];
  let cursor: string | undefined;
  do {
    const page = await adapter.listProjectBranches({ project_id, limit: BRANCH_PAGE, cursor });
    found.push(
      ...page.branches.map((branch) => ({
        id: branch.id,
        name: branch.name,
        default: branch.default,
        parent_id: branch.parent_id,
        protected: branch.protected,
        is_root: isRoot(branch),
      })),
    );
    cursor = page.branches.length === 0 ? undefined : page.pagination?.next;
  } while (cursor !== undefined);
  return found;
}

/** The plan behind a subscription: `scale_v3` is the third generation of `scale`. */
function planNamed(subscription_type: string | undefined): string | undefined {
  const name = subscription_type?.replace(/_v\d+$/, '');
  return PLAN_NAMES.find((each) => each === name);
}
