import type { SizePolicy } from '../../compute/policy/interface/size-policy.js';
import type { SuspendPolicy } from '../../compute/policy/interface/suspend-policy.js';
import { ANSWER_LIMIT_SECONDS, callForeign, ExitCalled } from '../../scenario/policy/foreign-code.js';
import { type PolicySide, policyOf } from '../../scenario/policy/own-policies.js';
import { lineInModule } from '../../scenario/policy/policy-module.js';
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
 * The size policy of a compute; one of a user's own comes back with every answer checked, one of the project's as
 * it is, so that its answers cost nothing.
 *
 * The functions of a policy that is checked throw a {@link PolicyError} where the user's throw, and where what
 * they return is not what {@link SizePolicy} promises.
 */
export function checkedSizePolicy(context: RunContext, compute: string, choice: PolicyChoice): SizePolicy {
  const policy = policyOf('size', choice);
  if (choice.module === undefined) return policy;
  const asked = new AskedPolicy(context, compute, 'size', choice);
  return {
    ...policy,
    start: (...told) => asked.ask('start', STATE_ANSWER, anyState, () => policy.start(...told)),
    look: (...told) => asked.ask('look', SIZE_ANSWER, sizeProblems, () => policy.look(...told)),
  };
}

/** The suspension policy of a compute, checked as {@link checkedSizePolicy} checks that of its size. */
export function checkedSuspendPolicy(
  context: RunContext,
  compute: string,
  choice: PolicyChoice,
): SuspendPolicy {
  const policy = policyOf('suspend', choice);
  if (choice.module === undefined) return policy;
  const asked = new AskedPolicy(context, compute, 'suspend', choice);
  return {
    ...policy,
    start: (...told) => asked.ask('start', STATE_ANSWER, anyState, () => policy.start(...told)),
    idle: (...told) => asked.ask('idle', SUSPEND_ANSWER, suspendProblems, () => policy.idle(...told)),
    busy: (...told) =>
      asked.ask(
        'busy',
        STATE_ANSWER,
        (after) => nextStateProblems(told[0], after),
        () => policy.busy(...told),
      ),
  };
}

/** A policy of a user's own on one compute. */
class AskedPolicy {
  readonly #context: RunContext;
  readonly #compute: string;
  readonly #side: PolicySide;
  readonly #choice: PolicyChoice;

  constructor(context: RunContext, compute: string, side: PolicySide, choice: PolicyChoice) {
    this.#context = context;
    this.#compute = compute;
    this.#side = side;
    this.#choice = choice;
  }

  /**
   * Calls a function of the policy.
   * @param expected what it returns, in words
   * @returns its answer, in which the check has found nothing wrong
   * @throws PolicyError otherwise
   */
  ask<Answer>(
    name: string,
    expected: string,
    check: (answer: Answer) => readonly string[],
    call: () => Answer,
  ): Answer {
    let answer: Answer;
    let problems: readonly string[];
    try {
      answer = callForeign(call, () => this.#stuck(name, expected));
      problems = isPromise(answer)
        ? [`expected ${expected} at once, got a promise; a policy cannot be asynchronous`]
        : check(answer);
    } catch (thrown) {
      const did = thrown instanceof ExitCalled ? thrown.message : `throws ${thrownText(thrown)}`;
      const problem = `${did}; expected it to return ${expected}`;
      throw this.#error(name, [problem], thrown);
    }
    if (problems.length > 0) throw this.#error(name, problems, undefined);
    return answer;
  }

  #stuck(name: string, expected: string): PolicyError {
    const problem = `has not returned for ${ANSWER_LIMIT_SECONDS} s, and was stopped; expected it to return ${expected}`;
    return this.#error(name, [problem], undefined);
  }

  #error(name: string, problems: readonly string[], thrown: unknown): PolicyError {
    const { scenario, now } = this.#context;
    const { name: policy, module } = this.#choice;
    const call = {
      side: this.#side,
      policy,
      module,
      line: module === undefined ? undefined : lineInModule(thrown, module),
      compute: this.#compute,
      function: name,
      time_seconds: now,
      time: new Date((scenario.start_epoch_seconds + now) * 1000).toISOString(),
    };
    return new PolicyError(call, problems);
  }
}

/** `TypeError: no such hour`, on one line. */
function thrownText(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : valueText(thrown);
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** What a policy starts with is its own affair. */
function anyState(): readonly string[] {
  return [];
}
