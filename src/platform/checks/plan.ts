import type { RuleBook } from '../../compute/rule-book.js';
import { type PlanLimits, planLimits } from '../../plan/plan-limits.js';
import type { ProjectRecord } from '../rows/project.js';
import type { State } from '../store/state.js';
import { PlatformError } from './platform-error.js';

/** How many projects and branches a plan allows, and how large a branch. */
export interface AccountLimits {
  readonly projects: number;
  /** Branches of a project. */
  readonly branches: number;
  /** Logical size of a branch, in bytes. */
  readonly branch_bytes: number;
}

const TERABYTE = 1e12;

/** Source: platform documentation, plans page of 2026-03-20; `business` as `scale`, its successor. */
const ACCOUNTS: Readonly<Record<string, AccountLimits>> = {
  free: { projects: 100, branches: 10, branch_bytes: 512 * 1_048_576 },
  launch: { projects: 100, branches: 5000, branch_bytes: 16 * TERABYTE },
  scale: { projects: 1000, branches: 5000, branch_bytes: 16 * TERABYTE },
  business: { projects: 1000, branches: 5000, branch_bytes: 16 * TERABYTE },
};

/** The plan that a project is on: its organization's, or its user's when it is personal. */
export function planOf(state: State, project: Pick<ProjectRecord, 'org_id' | 'user_id'>): string {
  const owner =
    project.org_id === undefined
      ? state.get('users', project.user_id)
      : state.get('organizations', project.org_id);
  return owner!.plan;
}

/** How many projects and branches a plan allows. */
export function accountLimits(plan: string): AccountLimits {
  return ACCOUNTS[plan]!;
}

/** How many more projects an organization or a user may have; less than 0 where there are too many already. */
export function projectRoom(state: State, owner_id: string, plan: string): number {
  return accountLimits(plan).projects - state.presentProjectsByOwner.size(owner_id);
}

/** Refuses one project more than a plan allows. @throws PlatformError `unprocessable` */
export function requireProjectRoom(state: State, owner_id: string, plan: string): void {
  if (projectRoom(state, owner_id, plan) > 0) return;
  const { projects } = accountLimits(plan);
  throw new PlatformError(
    'unprocessable',
    `the ${plan} plan allows ${projects} projects`,
    'PROJECTS_LIMIT_EXCEEDED',
  );
}

/** What a plan and the rules allow the computes of a project. */
export interface ComputeLimits extends PlanLimits {
  /** Whose rules decide how far apart the autoscaling limits may be. */
  readonly book: RuleBook;
}

/** What a plan allows the computes of a project. */
export function computeLimits(state: State, plan: string): ComputeLimits {
  const limits = planLimits({ name: plan, as_of: state.rules.plans_as_of });
  if (limits === undefined) {
    throw new RangeError(`there is no plan "${plan}" as of ${state.rules.plans_as_of}`);
  }
  return { ...limits, book: state.rules.rule_book };
}

/** What the API calls the subscription to a plan. */
export function subscriptionType(plan: string): string {
  return plan === 'business' ? 'business' : `${plan}_v3`;
}
