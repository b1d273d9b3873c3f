import type { PolicySide } from '../../compute/policy/own-policies.js';
import { roundedInput } from '../record/decision-log.js';

/** The failed call of a user-defined policy. */
export interface PolicyCall {
  readonly side: PolicySide;
  /** Name of the policy, as declared by it. */
  readonly policy: string;
  /** Absolute path of its module; `undefined` for a policy that was passed as a value. */
  readonly module: string | undefined;
  /** Line of the module, counted from 1, if known. */
  readonly line: number | undefined;
  /** Name of the compute that it controls. */
  readonly compute: string;
  /** The function of the policy: `start`, `look`, `idle` or `busy`. */
  readonly function: string;
  readonly time_seconds: number;
  /** The same as ISO 8601 UTC. */
  readonly time: string;
}

/**
 * A user-defined policy threw during a run, or returned an invalid answer: a mistake in its module, never a defect of
 * the simulator. Its message has one line for each problem, `module:line: error: call: problem`.
 */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';

  /** @param problems descriptions of the behaviour and the expected value */
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
