import type {
  ApplyPlan,
  ComputeChange,
  CreateBranchChange,
  DeleteBranchChange,
  DeleteChange,
  ExpectedSpan,
  LeftAlone,
  PlannedChange,
  UpdateChange,
} from '../../adapter/apply/apply-plan.js';
import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import { effectiveSuspendTimeout, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { count, counted, milliseconds } from '../figures/figure-text.js';
import { line, listed, type TextLine, withLabel, wrapped } from '../text/text-block.js';

/** Computes that are listed one by one; more are counted. */
const MAX_LISTED = 20;
const SETTING_COLUMNS = 26;

/** A plan as lines of a screen: what changes, what that does to clients, and what is not touched. */
export function applyPlanLines(plan: ApplyPlan, base_url: string, width: number): readonly TextLine[] {
  const { project, changes, left_alone, elsewhere, notes } = plan;
  const title = project.name === project.id ? project.id : `${project.name} (${project.id})`;
  const plan_name = project.plan === undefined ? '' : `, ${project.plan} plan`;
  const lines = [...wrapped('Project', `${title}${plan_name}, at ${base_url}`, width), line('')];
  for (const change of changes) lines.push(...changeLines(change, width), line(''));
  lines.push(...listed('Not touched', untouched(left_alone, elsewhere), width, 'quiet').flat());
  lines.push(...listed('Note', notes, width).flat());
  return lines[lines.length - 1]?.text === '' ? lines : [...lines, line('')];
}

/** What a change is called in a sentence: `update primary (ep-cool-1)`. */
export function changeName(change: PlannedChange): string {
  if (change.kind === 'create_branch') return `create branch ${change.branch.name}`;
  if (change.kind === 'delete_branch') return `delete branch ${branchName(change)}`;
  if (change.kind === 'create') return `create ${change.compute} on ${change.branch.name}`;
  return `${change.kind} ${nameOf(change)}`;
}

const LABELS = { create: 'Create', update: 'Change', delete: 'Delete' } as const;

function changeLines(change: PlannedChange, width: number): readonly TextLine[] {
  if (change.kind === 'create_branch' || change.kind === 'delete_branch') return branchLines(change, width);
  const { kind, branch, type } = change;
  const what =
    kind === 'create'
      ? `${change.compute}, ${type} on ${branch.name}`
      : `${nameOf(change)}, ${type} on ${branch.name}, ${change.current_state} now`;
  const cuts = change.effect === 'restart' || change.effect === 'end';
  return [
    ...wrapped(LABELS[kind], what, width, 'strong'),
    ...settingRows(change).map((text) => line(withLabel('', text))),
    ...wrapped('', effectText(change), width, cuts ? 'bad' : 'plain'),
  ];
}

function branchLines(change: CreateBranchChange | DeleteBranchChange, width: number): readonly TextLine[] {
  if (change.kind === 'create_branch') {
    return [
      ...wrapped('Create', `branch ${change.branch.name}, from ${change.parent.name}`, width, 'strong'),
      ...wrapped('', `With the data that ${change.parent.name} has then; nothing restarts.`, width),
    ];
  }
  const computes = change.computes === 0 ? 'without computes' : `with ${counted(change.computes, 'compute')}`;
  return [
    ...wrapped('Delete', `branch ${branchName(change)}, ${computes}`, width, 'strong'),
    ...wrapped('', 'Its data is deleted; open connections are dropped.', width, 'bad'),
  ];
}

function branchName({ branch }: DeleteBranchChange): string {
  return branch.name === branch.id ? branch.id : `${branch.name} (${branch.id})`;
}

function nameOf(change: UpdateChange | DeleteChange): string {
  const name = change.kind === 'update' ? change.compute : change.name;
  return name === undefined ? change.endpoint_id : `${name} (${change.endpoint_id})`;
}

function settingRows(change: ComputeChange): readonly string[] {
  if (change.kind === 'delete') return [];
  if (change.kind === 'create') {
    const { settings, max_connections } = change;
    return [`${sizeText(settings)}, ${timeoutText(settings)}, ${count(max_connections)} connections`];
  }
  const rows = change.differences.map(
    ({ setting, before, after }) =>
      `${setting.padEnd(SETTING_COLUMNS)}${settingText(setting, before)} → ${settingText(setting, after)}`,
  );
  const { before, after } = change.max_connections;
  return before === after
    ? rows
    : [...rows, `${'max_connections'.padEnd(SETTING_COLUMNS)}${count(before)} → ${count(after)}`];
}

function settingText(setting: keyof ComputeSettings, value: number): string {
  if (setting !== 'suspend_timeout_seconds') return `${value}`;
  return value === NEVER_SUSPEND
    ? '-1 (never)'
    : value === 0
      ? `0 (${effectiveSuspendTimeout(0)})`
      : `${value}`;
}

/** The size of a compute in words. */
export function sizeText({
  autoscaling_limit_min_cu: min,
  autoscaling_limit_max_cu: max,
}: Pick<ComputeSettings, 'autoscaling_limit_min_cu' | 'autoscaling_limit_max_cu'>): string {
  return min === max ? `${min} CU` : `${min} to ${max} CU`;
}

function timeoutText({ suspend_timeout_seconds: timeout }: ComputeSettings): string {
  return timeout === NEVER_SUSPEND
    ? 'never suspended'
    : `suspended after ${effectiveSuspendTimeout(timeout)} s`;
}

function effectText(change: ComputeChange): string {
  switch (change.effect) {
    case 'restart':
      return `Restarts: open connections are dropped and new ones wait${spanText(change.expected, ' for')}; then it has an empty cache and its smallest size.`;
    case 'none':
      return 'No restart: applied while it runs, no connection is dropped.';
    case 'brief_activation':
      return 'No restart: no client is connected; the service may run it for a moment to apply the change.';
    case 'start':
      return `Starts at once${spanText(change.expected, ', which takes')}; it is billed while it is active.`;
    case 'end':
      return 'Open connections are dropped; it cannot be brought back.';
  }
}

function spanText(expected: ExpectedSpan | undefined, words: string): string {
  if (expected === undefined || expected.p99_ms === 0) return '';
  const { median_ms, p99_ms } = expected;
  const longest = median_ms === p99_ms ? '' : ` (99 % within ${milliseconds(p99_ms)})`;
  return `${words} ${milliseconds(median_ms)}${longest} by the scenario's model`;
}

function untouched(left_alone: readonly LeftAlone[], elsewhere: number): readonly string[] {
  const rows = left_alone.slice(0, MAX_LISTED).map((each) => {
    const name = each.compute ?? each.name;
    const what = `${each.endpoint_id}${name === undefined ? '' : ` (${name})`}, ${each.type} on ${each.branch}`;
    return each.reason === 'as_in_the_scenario'
      ? `${what}: as in the scenario`
      : `${what}: not in the scenario; --delete-others would delete it`;
  });
  if (left_alone.length > MAX_LISTED) rows.push(`and ${left_alone.length - MAX_LISTED} more`);
  if (elsewhere > 0)
    rows.push(`${counted(elsewhere, 'compute')} on branches that the scenario does not name`);
  return rows;
}
