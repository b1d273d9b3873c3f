import { countsAsLimited } from '../../compute/lifecycle/active-computes.js';
import { settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { calendarMonths } from '../../kernel/calendar-month.js';
import { lastDay, limitOn, PLAN_NAMES, type PlanChoice, planLimits } from '../../vendors/plan-limits.js';
import type { LimitItem } from '../../vendors/vendor-book.js';
import type { DocumentPath } from '../document/scenario-document.js';
import { formatDuration, formatSize } from '../form/quantity.js';
import type { Sections } from '../reading/read-sections.js';
import { completeSettings } from './computes.js';
import { completeData, type DataAllowed, dataAllowed } from './data.js';
import type { Problem } from './list-section.js';
import { ruleBookOf } from './model.js';
import { completePlan, startDay } from './plan.js';
import { DEFAULT_START_EPOCH_SECONDS } from './settings.js';
import { computeBranches, storedBytes } from './stored-bytes.js';

/** A required amount of a resource that a plan limits. */
interface Need {
  readonly path: DocumentPath;
  readonly item: LimitItem;
  readonly amount: number;
  /** The violated rule. @param limit the limit of the plan */
  readonly rule: (limit: number) => string;
  /** By default, at most the limit. */
  readonly expected?: (limit: number) => string;
}

/** Reports requirements that exceed the plan, with the cheapest plan that allows the whole scenario. */
export function checkPlan(sections: Sections, problem: Problem): void {
  const plan = completePlan(sections.plan);
  const { start = DEFAULT_START_EPOCH_SECONDS, duration = 0 } = sections;
  const months = calendarMonths(start, duration).map(({ month }) => month);
  const needs = needsOf(sections, dataAllowed(plan, months.at(-1)!));
  const broken = needs.filter(({ item, amount }) => amount > mostAllowed(plan, item, months));
  if (broken.length === 0) return;
  const other = PLAN_NAMES.find(
    (name) =>
      hasPlan(name, months) &&
      needs.every(({ item, amount }) => amount <= mostAllowed({ ...plan, name }, item, months)) &&
      allowsComputes(sections, { ...plan, name }, startDay(sections)),
  );
  const instead = other === undefined ? '' : `, or plan: ${other}`;
  for (const { path, item, rule, expected = (most: number) => `${most} at most` } of broken) {
    const limit = mostAllowed(plan, item, months);
    const message = `the ${plan.name} plan allows ${rule(limit)}; expected ${expected(limit)}${instead}`;
    problem(path, message, { related: [['plan']] });
  }
}

function allowsComputes({ computes, model }: Sections, plan: PlanChoice, day: string): boolean {
  const rules = { plan: planLimits(plan, day), book: ruleBookOf(model) };
  return computes.every((item) => settingsProblems(completeSettings(item), rules).length === 0);
}

/** The highest limit of a plan in any month of the run: a scenario is accepted if a limit is raised during it. */
function mostAllowed(plan: PlanChoice, item: LimitItem, months: readonly string[]): number {
  return months.reduce((most, month) => {
    const row = limitOn(plan, item, lastDay(month));
    // The vendor raises some limits on request, and usage beyond others is billed.
    const isFirm = row !== undefined && row.exhausted !== 'bill' && row.on_request !== true;
    return Math.max(most, isFirm ? row.value : Number.POSITIVE_INFINITY);
  }, 0);
}

function hasPlan(name: string, months: readonly string[]): boolean {
  return months.some((month) => {
    const row = limitOn({ name, as_of: undefined }, 'max_fixed_cu', lastDay(month));
    return row !== undefined && (row.to === undefined || row.to >= `${month}-01`);
  });
}

function needsOf(sections: Sections, allowed: DataAllowed): readonly Need[] {
  const { fleet, computes } = sections;
  const data = completeData(sections.data, { load: [], computes: [] }, allowed);
  const snapshots = sections.data?.snapshots;
  const own = fleet === undefined ? computes.map(completeSettings) : [];
  const children = own.length === 0 ? 0 : computeBranches(own);
  const branches = 1 + data.branches + children;
  const stored = storedBytes(data, children, 0);
  const counted = (count: number, one: string): string =>
    `${count} ${one}${count === 1 ? '' : /ch$/.test(one) ? 'es' : 's'}`;
  const storage = (item: LimitItem, of: string): Need => ({
    path: ['data', 'logical_size_bytes'],
    item,
    amount: stored / 1e9,
    rule: (limit) => `${formatSize(limit * 1e9)} of data in a ${of}, not ${formatSize(stored)}`,
    expected: (limit) => `${formatSize(limit * 1e9)} at most`,
  });
  return [
    storage('storage_gb', 'project'),
    storage('branch_gb', 'branch'),
    {
      path: ['data', 'history_retention_seconds'],
      item: 'restore_window_max_s',
      amount: sections.data?.history_retention_seconds ?? 0,
      rule: (limit) =>
        `a restore window of ${formatDuration(limit)}, not ${formatDuration(data.history_retention_seconds)}`,
      expected: (limit) => `${formatDuration(limit)} at most`,
    },
    {
      path: ['data', 'snapshots', 'manual'],
      item: 'snapshots',
      amount: snapshots?.manual ?? 0,
      rule: (limit) => `${counted(limit, 'manual snapshot')}, not ${snapshots?.manual}`,
    },
    {
      path: ['data', 'snapshots', 'every'],
      item: 'snapshot_schedules',
      amount: snapshots?.every === undefined ? 0 : 1,
      rule: () => 'no scheduled snapshots',
      expected: () => 'manual snapshots only',
    },
    {
      path: ['data', 'private_share'],
      item: 'private_networking',
      amount: data.private_share > 0 ? 1 : 0,
      rule: () => 'no private networking',
      expected: () => 'a share of 0',
    },
    {
      path: data.branches > 0 ? ['data', 'branches', 'count'] : ['computes'],
      item: 'branches_max',
      amount: branches,
      rule: (limit) => `${counted(limit, 'branch')} in a project, not ${branches}`,
    },
    {
      path: ['computes', 'count'],
      item: 'projects',
      amount: fleet?.count ?? 0,
      rule: (limit) => `${counted(limit, 'project')}, and each of the ${fleet?.count} tenants is one`,
      expected: (limit) => `${limit} tenants at most`,
    },
    alwaysActive(own),
  ];
}

function alwaysActive(computes: readonly ReturnType<typeof completeSettings>[]): Need {
  const default_branch = computes[0]?.branch ?? '';
  const awake = computes.filter(
    ({ type, branch, initial_state }) =>
      initial_state !== 'idle' && countsAsLimited(type, branch, default_branch),
  );
  return {
    path: ['computes'],
    item: 'active_computes',
    amount: awake.length,
    rule: (limit) =>
      `${limit} simultaneously active computes in addition to that of the default branch, and ${awake.length} are active from the start`,
  };
}
