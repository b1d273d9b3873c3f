import type { PolicySide } from '../../scenario/policy/own-policies.js';
import { roundedInput } from '../record/decision-log.js';

/** Which call of a policy of a user's own went wrong. */
export interface PolicyCall {
  /** What the policy decides about. */
  readonly side: PolicySide;
  /** As the policy calls itself. */
  readonly policy: string;
  /** Absolute path of its module; `undefined` for a policy that was handed over as a value. */
  readonly module: string | undefined;
  /** Line of the module, counted from 1, where one is known. */
  readonly line: number | undefined;
  /** Name of the compute that it rules. */
  readonly compute: string;
  /** The function of the policy: `start`, `look`, `idle` or `busy`. */
  readonly function: string;
  readonly time_seconds: number;
  /** The same as ISO 8601 UTC. */
  readonly time: string;
}

/**
 * A policy of a user's own threw during a run, or answered what is no answer: a mistake in its module, never a
 * defect of the simulator. Its message is a line for each problem, `module:line: error: call: problem`.
 */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';

  /** @param problems what it did and what was expected, in words */
  constructor(
    readonly call: PolicyCall,
    readonly problems: readonly string[],
  ) {
    super(problems.map((problem) => `${placeOf(call)}error: ${callText(call)}: ${problem}`).join('\n'));
  }
}

function placeOf({ module, line }: PolicyCall): string {
  if (module === undefined) return '';
  return line === undefined ? `${module}: ` : `${module}:${line}: `;
}

function callText(call: PolicyCall): string {
  const { policy, side, compute, time_seconds, time } = call;
  return `policy "${policy}", ${side} of compute ${compute}: ${call.function} at ${roundedInput(time_seconds)} s (${time})`;
}
