import type { SizePolicy } from '../../compute/policy/interface/size-policy.js';
import type { SuspendPolicy } from '../../compute/policy/interface/suspend-policy.js';
import { type PolicySide, policyOf } from '../../compute/policy/own-policies.js';
import { ANSWER_LIMIT_SECONDS, callForeign, ExitCalled, lineInModule } from '../../files/foreign-code.js';
import type { PolicyChoice } from '../../scenario/scenario.js';
import type { RunContext } from '../run/run-context.js';
import {
  isPromise,
  nextStateProblems,
  SIZE_ANSWER,
  STATE_ANSWER,
  SUSPEND_ANSWER,
  sizeProblems,
  suspendProblems,
  valueText,
} from './policy-answer.js';
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
  const ask = askerOf(context, compute, 'size', choice);
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
  const ask = askerOf(context, compute, 'suspend', choice);
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

function askerOf(
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
    const did = (what: string, thrown?: unknown): PolicyError =>
      errorOf(name, [`${what}; expected it to return ${expected}`], thrown);
    let answer: Answer;
    let problems: readonly string[];
    try {
      answer = callForeign(call, () =>
        did(`has not returned for ${ANSWER_LIMIT_SECONDS} s, and was stopped`),
      );
      problems = isPromise(answer)
        ? [`expected ${expected} at once, got a promise; a policy cannot be asynchronous`]
        : check(answer);
    } catch (thrown) {
      throw did(thrown instanceof ExitCalled ? thrown.message : `throws ${thrownText(thrown)}`, thrown);
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
