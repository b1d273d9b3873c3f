import type { SizePolicy } from '../../compute/policy/interface/size-policy.js';
import type { SuspendPolicy } from '../../compute/policy/interface/suspend-policy.js';
import { type PolicySide, policyOf } from '../../compute/policy/own-policies.js';
import { ANSWER_LIMIT_SECONDS, callForeign, ExitCalled, lineInModule } from '../../files/foreign-code.js';
import { isMapping, shown } from '../../scenario/form/shown.js';
import type { PolicyChoice } from '../../scenario/scenario.js';
import type { RunContext } from '../run/run-context.js';
import { PolicyError } from './policy-error.js';

/**
 * The size policy of a compute. Every answer of a user-defined policy is checked; a built-in policy is returned
 * unchanged, so that its answers cost nothing.
 *
 * The functions of a checked policy throw a {@link PolicyError} if the user's code throws or returns a value that
 * violates {@link SizePolicy}.
 */
export function checkedSizePolicy(context: RunContext, compute: string, choice: PolicyChoice): SizePolicy {
  const policy = policyOf('size', choice);
  if (choice.module === undefined) return policy;
  const ask = policyCaller(context, compute, 'size', choice);
  return {
    ...policy,
    start: (...told) => ask('start', STATE_ANSWER, anyState, () => policy.start(...told)),
    look: (...told) => ask('look', SIZE_ANSWER, sizeProblems, () => policy.look(...told)),
  };
}

/** The suspension policy of a compute, checked like the size policy in {@link checkedSizePolicy}. */
export function checkedSuspendPolicy(
  context: RunContext,
  compute: string,
  choice: PolicyChoice,
): SuspendPolicy {
  const policy = policyOf('suspend', choice);
  if (choice.module === undefined) return policy;
  const ask = policyCaller(context, compute, 'suspend', choice);
  return {
    ...policy,
    start: (...told) => ask('start', STATE_ANSWER, anyState, () => policy.start(...told)),
    idle: (...told) => ask('idle', SUSPEND_ANSWER, suspendProblems, () => policy.idle(...told)),
    busy: (...told) =>
      ask(
        'busy',
        STATE_ANSWER,
        (after) => nextStateProblems(told[0], after),
        () => policy.busy(...told),
      ),
  };
}

function policyCaller(
  { scenario, calendar }: RunContext,
  compute: string,
  side: PolicySide,
  { name: policy, module }: PolicyChoice,
) {
  const errorOf = (name: string, problems: readonly string[], thrown?: unknown): PolicyError => {
    const { now } = calendar;
    const call = {
      side,
      policy,
      module,
      line: module === undefined ? undefined : lineInModule(thrown, module),
      compute,
      function: name,
      time_seconds: now,
      time: new Date((scenario.start_epoch_seconds + now) * 1000).toISOString(),
    };
    return new PolicyError(call, problems);
  };
  /**
   * Calls a function of the policy.
   * @param expected description of the return value
   * @returns its answer, which has passed the check
   * @throws PolicyError otherwise
   */
  return <Answer>(
    name: string,
    expected: string,
    check: (answer: Answer) => readonly string[],
    call: () => Answer,
  ): Answer => {
    const failure = (what: string, thrown?: unknown): PolicyError =>
      errorOf(name, [`${what}; expected it to return ${expected}`], thrown);
    let answer: Answer;
    let problems: readonly string[];
    try {
      answer = callForeign(call, () =>
        failure(`has not returned for ${ANSWER_LIMIT_SECONDS} s, and was stopped`),
      );
      problems = isPromise(answer)
        ? [`expected ${expected} at once, got a promise; a policy cannot be asynchronous`]
        : check(answer);
    } catch (thrown) {
      throw failure(thrown instanceof ExitCalled ? thrown.message : `throws ${thrownText(thrown)}`, thrown);
    }
    if (problems.length > 0) throw errorOf(name, problems);
    return answer;
  };
}

/** `TypeError: no such hour`, on one line. */
function thrownText(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : valueText(thrown);
  return text.replaceAll(/\s+/g, ' ').trim();
}

function anyState(): readonly string[] {
  return [];
}

/** Description of the answer of `look`. */
const SIZE_ANSWER = 'an object { state, goal_cu, reason }';
/** Description of the answer of `idle`. */
const SUSPEND_ANSWER = 'an object { state, suspend_after_seconds, resume_after_seconds, reason }';
/** Description of the answer of `start` and `busy`. */
const STATE_ANSWER = 'the state for the next call';

const SIZE = 'a size in CU, a number of 0 or more that is finite';
const SECONDS = 'a number of seconds of 0 or more, Infinity for never';

/** Problems in an answer of `look`, each with the expected value; empty if the answer is valid. */
function sizeProblems(answer: unknown): readonly string[] {
  if (!isMapping(answer)) return [`expected ${SIZE_ANSWER}, got ${valueText(answer)}`];
  const { goal_cu, detail } = answer;
  return [
    ...fieldProblem('goal_cu', isAmount(goal_cu) && goal_cu < Number.POSITIVE_INFINITY, goal_cu, SIZE),
    ...fieldProblem('detail', detail === undefined || isGoal(detail), detail, "a goal of the agent's own"),
    ...sharedProblems(answer),
  ];
}

function suspendProblems(answer: unknown): readonly string[] {
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
  const hasReason = typeof reason === 'string' && reason.trim() !== '';
  return [
    ...fieldProblem('reason', hasReason, reason, 'a text that says why'),
    ...('state' in answer ? [] : [`state is missing; expected ${STATE_ANSWER}, or undefined without one`]),
  ];
}

/** Problems in the state returned by `busy`: a lost state means a forgotten `return`. */
function nextStateProblems(before: unknown, after: unknown): readonly string[] {
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
function isPromise(value: unknown): boolean {
  return isMapping(value) && typeof value['then'] === 'function';
}

function valueText(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return isMapping(value) ? 'an object' : shown(value);
}
