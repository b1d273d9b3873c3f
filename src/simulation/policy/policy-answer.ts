import { isMapping, shown } from '../../scenario/form/shown.js';

/** Description of the answer of `look`. */
export const SIZE_ANSWER = 'an object { state, goal_cu, reason }';
/** Description of the answer of `idle`. */
export const SUSPEND_ANSWER = 'an object { state, suspend_after_seconds, resume_after_seconds, reason }';
/** Description of the answer of `start` and `busy`. */
export const STATE_ANSWER = 'the state for the next call';

const SIZE = 'a size in CU, a number of 0 or more that is finite';
const SECONDS = 'a number of seconds of 0 or more, Infinity for never';

/** Problems in an answer of `look`, each with the expected value; empty if the answer is valid. */
export function sizeProblems(answer: unknown): readonly string[] {
  if (!isMapping(answer)) return [`expected ${SIZE_ANSWER}, got ${valueText(answer)}`];
  const { goal_cu, detail } = answer;
  return [
    ...fieldProblem('goal_cu', isAmount(goal_cu) && goal_cu < Number.POSITIVE_INFINITY, goal_cu, SIZE),
    ...fieldProblem('detail', detail === undefined || isGoal(detail), detail, "a goal of the agent's own"),
    ...sharedProblems(answer),
  ];
}

/** Problems in an answer of `idle`. */
export function suspendProblems(answer: unknown): readonly string[] {
  if (!isMapping(answer)) return [`expected ${SUSPEND_ANSWER}, got ${valueText(answer)}`];
  return [
    ...['suspend_after_seconds', 'resume_after_seconds'].flatMap((name) =>
      fieldProblem(name, isAmount(answer[name]), answer[name], SECONDS),
    ),
    ...sharedProblems(answer),
  ];
}

function sharedProblems(answer: Readonly<Record<string, unknown>>): readonly string[] {
  const { reason } = answer;
  const saysWhy = typeof reason === 'string' && reason.trim() !== '';
  return [
    ...fieldProblem('reason', saysWhy, reason, 'a text that says why'),
    ...('state' in answer ? [] : [`state is missing; expected ${STATE_ANSWER}, or undefined without one`]),
  ];
}

/** Problems in the state returned by `busy`: a lost state means a forgotten `return`. */
export function nextStateProblems(before: unknown, after: unknown): readonly string[] {
  return after === undefined && before !== undefined ? [`expected ${STATE_ANSWER}, got nothing`] : [];
}

function fieldProblem(name: string, right: boolean, value: unknown, expected: string): readonly string[] {
  return right ? [] : [`${name}: expected ${expected}, got ${valueText(value)}`];
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

/** Whether it has the fields needed to carry out a goal; the other fields explain it. */
function isGoal(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { units, parts, warnings } = value;
  return isAmount(units) && Number.isInteger(units) && isMapping(parts) && Array.isArray(warnings);
}

/** Whether the answer is asynchronous; runs do not wait for one. */
export function isPromise(value: unknown): boolean {
  return isMapping(value) && typeof value['then'] === 'function';
}

export function valueText(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return isMapping(value) ? 'an object' : shown(value);
}
