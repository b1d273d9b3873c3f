import { type AppliedChange, type ApplyOutcome, goesOn } from '../../adapter/apply/apply-changes.js';
import type { ApplyPlan } from '../../adapter/apply/apply-plan.js';
import { counted, milliseconds } from '../figures/figure-text.js';
import { adapterErrorText } from './adapter-error-text.js';
import { changeName } from './apply-plan-text.js';

/** A change whose operations have ended: `Done: update primary (ep-1), in 740 ms (apply_config 400 ms)`. */
export function appliedText({ change, operations, took_ms, answer_lost }: AppliedChange): string {
  if (answer_lost === true) return `Done: ${changeName(change)} (seen in the project; its answer never came)`;
  const parts = operations.map(
    ({ action, status, total_duration_ms }) =>
      `${action} ${status === 'finished' ? milliseconds(total_duration_ms) : status}`,
  );
  const how = parts.length === 0 ? 'nothing was left to do' : parts.join(', ');
  return `Done: ${changeName(change)}${took_ms === undefined ? '' : ` in ${milliseconds(took_ms)}`} (${how})`;
}

/** What was and what was not done, where it ended early; in lines. */
export function outcomeText({ applied, unknown, left, ended, failure }: ApplyOutcome): readonly string[] {
  const accepted = applied.filter(({ took_ms, answer_lost }) => took_ms === undefined && !answer_lost);
  const finished = applied.length - accepted.length;
  if (ended === 'done') return [`${counted(finished, 'change')} applied.`];
  const lines = [
    `${ended === 'stopped' ? 'Stopped' : 'Failed'} after ${counted(finished, 'change')}.`,
    ...accepted.map(
      (each) =>
        `Accepted, ${goesOn(each) ? 'still in progress' : 'but it failed'}: ${changeName(each.change)}`,
    ),
    ...unknown.map(
      (change) => `Unknown: ${changeName(change)}; look at the project, or run apply again without --yes`,
    ),
    ...left.map((change) => `Not done: ${changeName(change)}`),
  ];
  if (failure !== undefined) lines.push(adapterErrorText(failure));
  return lines;
}

/** A plan and what became of it as JSON shows them; `null` where it was not applied. */
export function applyJson(plan: ApplyPlan, outcome: ApplyOutcome | undefined): object {
  if (outcome?.failure === undefined) return { ...plan, outcome: outcome ?? null };
  const { status, code, message, request_id = null } = outcome.failure;
  return { ...plan, outcome: { ...outcome, failure: { status, code, message, request_id } } };
}
