import type { ComputeObservations } from '../../simulation/run/observation.js';
import { checkArguments } from '../arguments/arguments.js';
import type { RunRecord } from './run-record.js';

/** A property of every run of every scenario. */
export interface Invariant {
  /** `INV-1` and so on; numbers are never reused. */
  readonly id: string;
  /** The property, in one sentence. */
  readonly name: string;
  /** The violation, in words; `undefined` if the invariant holds. */
  readonly check: (record: RunRecord) => string | undefined;
}

/** A function of a run that throws a TypeError for any other argument. */
export function checkedInvariant<Answer>(name: string, answer: (record: RunRecord) => Answer) {
  return (record: RunRecord): Answer => {
    checkArguments(name, { run: record });
    return answer(record);
  };
}

/** Relative tolerance of float64 sums that were added in different orders. */
const RELATIVE = 1e-9;

/** Whether two sums agree to 1e−9 of the larger, or of 1 if both are smaller. */
export function agrees(a: number, b: number): boolean {
  return Math.abs(a - b) <= RELATIVE * Math.max(1, Math.abs(a), Math.abs(b));
}

/** Whether a is at most b, allowing for rounding. */
export function atMost(a: number, b: number): boolean {
  return a <= b || agrees(a, b);
}

/** The largest of a figure over items, at least 0; items may exceed the number of arguments that a call can take. */
export function largest<T>(items: readonly T[], figure: (item: T) => number): number {
  return items.reduce((most, item) => Math.max(most, figure(item)), 0);
}

export function firstProblem<T>(
  items: Iterable<T>,
  check: (item: T) => string | undefined,
): string | undefined {
  for (const item of items) {
    const problem = check(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function eachCompute(
  record: RunRecord,
  check: (one: ComputeObservations) => string | undefined,
): string | undefined {
  return firstProblem(record.observations.computes, check);
}
