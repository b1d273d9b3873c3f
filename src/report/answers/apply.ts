import { type AppliedChange, type ApplyOutcome, isStillRunning } from '../../adapter/apply/apply-changes.js';
import type {
  ApplyPlan,
  ComputeChange,
  DeleteBranchChange,
  DeleteChange,
  ExpectedSpan,
  LeftAlone,
  PlannedChange,
  UpdateChange,
} from '../../adapter/apply/apply-plan.js';
import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import { effectiveSuspendTimeout, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { type Document, labelledTexts, type Note, notesOn, notesPart } from '../document/report.js';
import { count, counted, milliseconds } from '../figures/figure-text.js';
import { type Message, messages } from '../text/messages.js';
import { verdictOf } from '../text/verdict.js';
import { when } from '../text/when.js';
import { adapterErrorText } from './adapter-error-text.js';

/** Computes that are listed one by one; more are counted. */
const MAX_LISTED = 20;

/** A plan: what changes, what that does to clients, and what is not touched. @param isAsked whether it is carried out */
export function applyPlanReport(plan: ApplyPlan, base_url: string, isAsked = false): Document {
  const { project, changes, left_alone, elsewhere, notes } = plan;
  return {
    about: project.name === project.id ? project.id : `${project.name} (${project.id})`,
    title: 'what the scenario changes',
    facts: [...when(project.plan !== undefined, `${project.plan} plan`), `at ${base_url}`],
    verdict: verdictOf('neutral', messages(CONCLUSION, { plan, isAsked })),
    warnings: [],
    prices_checked_until: null,
    parts: [
      ...changes.map((change, index) => notesPart(`change-${index}`, changeNotes(change))),
      notesPart('untouched', notesOn('Not touched', untouched(left_alone, elsewhere))),
      labelledTexts('notes', [['Note', ...notes]]),
    ],
  };
}

const CONCLUSION: readonly Message<{ readonly plan: ApplyPlan; readonly isAsked: boolean }>[] = [
  [({ plan }) => plan.changes.length === 0, () => 'No differences: nothing to change'],
  [
    ({ plan }) => plan.changes.length > 0,
    ({ plan: { changes } }) => {
      const restarts = changes.filter(({ effect }) => effect === 'restart').length;
      const restarting = restarts === 0 ? 'none of them restarts a compute' : `${restarts} with a restart`;
      return `${counted(changes.length, 'change')}, ${restarting}`;
    },
  ],
  [
    ({ plan, isAsked }) => plan.changes.length > 0 && !isAsked,
    () => 'Nothing has been changed; --yes applies them',
  ],
];

/** A change's name in a sentence: `update primary (ep-cool-1)`. */
export function changeName(change: PlannedChange): string {
  if (change.kind === 'create_branch') return `create branch ${change.branch.name}`;
  if (change.kind === 'delete_branch') return `delete branch ${branchName(change)}`;
  if (change.kind === 'create') return `create ${change.compute} on ${change.branch.name}`;
  return `${change.kind} ${nameOf(change)}`;
}

const LABELS = { create: 'Create', update: 'Change', delete: 'Delete' } as const;

function changeNotes(change: PlannedChange): readonly Note[] {
  if (change.kind === 'create_branch') {
    const { branch, parent } = change;
    return [
      ...notesOn('Create', [`branch ${branch.name}, from ${parent.name}`], { emphasis: 'strong' }),
      ...notesOn('', [`With the data that ${parent.name} has then; nothing restarts.`], PLAIN),
    ];
  }
  if (change.kind === 'delete_branch') {
    const computes =
      change.computes === 0 ? 'without computes' : `with ${counted(change.computes, 'compute')}`;
    return [
      ...notesOn('Delete', [`branch ${branchName(change)}, ${computes}`], { emphasis: 'strong' }),
      ...notesOn('', ['Its data is deleted; open connections are dropped.'], { emphasis: 'bad' }),
    ];
  }
  const { kind, branch, type, effect } = change;
  const what =
    kind === 'create'
      ? `${change.compute}, ${type} on ${branch.name}`
      : `${nameOf(change)}, ${type} on ${branch.name}, ${change.current_state} now`;
  const cuts = effect === 'restart' || effect === 'end';
  return [
    ...notesOn(LABELS[kind], [what], { emphasis: 'strong' }),
    ...notesOn('', settingRows(change), PLAIN),
    ...notesOn('', [effectText(change)], { emphasis: cuts ? 'bad' : 'plain' }),
  ];
}

const PLAIN = { emphasis: 'plain' } as const;

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
      `${setting}: ${settingText(setting, before)} → ${settingText(setting, after)}`,
  );
  const { before, after } = change.max_connections;
  return before === after ? rows : [...rows, `max_connections: ${count(before)} → ${count(after)}`];
}

function settingText(setting: keyof ComputeSettings, value: number): string {
  if (setting !== 'suspend_timeout_seconds') return `${value}`;
  return value === NEVER_SUSPEND
    ? '-1 (never)'
    : value === 0
      ? `0 (${effectiveSuspendTimeout(0)})`
      : `${value}`;
}

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
      : `${what}: not in the scenario; --also delete-computes would delete it`;
  });
  if (left_alone.length > MAX_LISTED) rows.push(`and ${left_alone.length - MAX_LISTED} more`);
  if (elsewhere > 0)
    rows.push(`${counted(elsewhere, 'compute')} on branches that the scenario does not name`);
  return rows;
}

/** A change whose operations have ended: `Done: update primary (ep-1), in 740 ms (apply_config 400 ms)`. */
export function appliedText({ change, operations, took_ms, answer_lost }: AppliedChange): string {
  if (answer_lost === true) return `Done: ${changeName(change)} (seen in the project; its answer never came)`;
  const parts = operations.map(
    ({ action, status, total_duration_ms }) =>
      `${action} ${status === 'finished' ? milliseconds(total_duration_ms) : status}`,
  );
  const how = parts.length === 0 ? 'no changes were necessary' : parts.join(', ');
  return `Done: ${changeName(change)}${took_ms === undefined ? '' : ` in ${milliseconds(took_ms)}`} (${how})`;
}

/** The applied and the remaining changes of an incomplete application; in lines. */
export function outcomeText({ applied, unknown, left, ended, failure }: ApplyOutcome): readonly string[] {
  const accepted = applied.filter(({ took_ms, answer_lost }) => took_ms === undefined && !answer_lost);
  const finished = applied.length - accepted.length;
  if (ended === 'done') return [`${counted(finished, 'change')} applied.`];
  const lines = [
    `${ended === 'stopped' ? 'Stopped' : 'Failed'} after ${counted(finished, 'change')}.`,
    ...accepted.map(
      (each) =>
        `Accepted, ${isStillRunning(each) ? 'still in progress' : 'but it failed'}: ${changeName(each.change)}`,
    ),
    ...unknown.map(
      (change) => `Unknown: ${changeName(change)}; look at the project, or run apply again without --yes`,
    ),
    ...left.map((change) => `Not done: ${changeName(change)}`),
  ];
  if (failure !== undefined) lines.push(adapterErrorText(failure));
  return lines;
}

/** A plan and its outcome as JSON; `null` if it was not applied. */
export function applyJson(plan: ApplyPlan, outcome: ApplyOutcome | undefined): object {
  if (outcome?.failure === undefined) return { ...plan, outcome: outcome ?? null };
  const { status, code, message, request_id = null } = outcome.failure;
  return { ...plan, outcome: { ...outcome, failure: { status, code, message, request_id } } };
}
