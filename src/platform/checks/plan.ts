import type { RuleBook } from '../../compute/rule-book.js';
import { GIB } from '../../kernel/units.js';
import { GB } from '../../vendors/invoice-metrics.js';
import { limitOn, type PlanLimits, planLimits } from '../../vendors/plan-limits.js';
import type { LimitItem } from '../../vendors/vendor-book.js';
import type { ProjectRecord } from '../projects/project.js';
import type { State } from '../store/state.js';
import { PlatformError } from './platform-error.js';

/** The plan of a project: its organization's, or its user's if it is personal. */
export function planOf(state: State, project: Pick<ProjectRecord, 'org_id' | 'user_id'>): string {
  const owner =
    project.org_id === undefined
      ? state.get('users', project.user_id)
      : state.get('organizations', project.org_id);
  return owner!.plan;
}

/** A plan's maximum projects, branches per project and bytes per branch; Infinity for no known limit. */
export function accountLimits(state: State, plan: string) {
  const of = (item: LimitItem): number | undefined =>
    limitOn({ name: plan, as_of: state.rules.plans_as_of }, item)?.value;
  const [project_gb, branch_gb] = [of('storage_gb'), of('branch_gb')];
  return {
    projects: of('projects') ?? Number.POSITIVE_INFINITY,
    branches: of('branches_max') ?? Number.POSITIVE_INFINITY,
    // The API gives 512 MiB for the 0.5 GB that a project of the free plan includes.
    branch_bytes: project_gb === undefined ? (branch_gb ?? Number.POSITIVE_INFINITY) * GB : project_gb * GIB,
  };
}

/** A limit as the API shows it: -1 means unlimited. */
export function limitView(limit: number): number {
  return Number.isFinite(limit) ? limit : -1;
}

/** The number of further projects that an organization or a user may have; negative if they have too many. */
export function projectRoom(state: State, owner_id: string, plan: string): number {
  return accountLimits(state, plan).projects - state.presentProjectsByOwner.size(owner_id);
}

/** Refuses a project that exceeds the plan's limit. @throws PlatformError `unprocessable` */
export function requireProjectRoom(state: State, owner_id: string, plan: string): void {
  if (projectRoom(state, owner_id, plan) > 0) return;
  throw new PlatformError(
    'unprocessable',
    `the ${plan} plan allows ${accountLimits(state, plan).projects} projects`,
    'PROJECTS_LIMIT_EXCEEDED',
  );
}

export interface ComputeLimits extends PlanLimits {
  /** Rules that limit the distance between the autoscaling limits. */
  readonly book: RuleBook;
}

export function computeLimits(state: State, plan: string): ComputeLimits {
  const limits = planLimits({ name: plan, as_of: state.rules.plans_as_of });
  if (limits === undefined) {
    throw new RangeError(`unknown plan "${plan}" as of ${state.rules.plans_as_of}`);
  }
  return { ...limits, book: state.rules.rule_book };
}

/** The API's name for the subscription to a plan. */
export function subscriptionType(plan: string): string {
  return plan === 'business' ? 'business' : `${plan}_v3`;
}
