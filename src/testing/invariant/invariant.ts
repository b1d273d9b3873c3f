import type { ComputeObservations } from '../../simulation/run/observation.js';
import { checkArguments } from '../arguments/arguments.js';
import type { RunRecord } from './run-record.js';

/** Something that holds for every run of every scenario. */
export interface Invariant {
  /** `INV-1` and so on; a number is never given to another invariant. */
  readonly id: string;
  /** The invariant, in one sentence. */
  readonly name: string;
  /** Words for what is wrong with a run; `undefined` when it holds. */
  readonly check: (record: RunRecord) => string | undefined;
}

/** A function of a run, which throws a TypeError for anything else. */
export function ofRun<Answer>(name: string, answer: (record: RunRecord) => Answer) {
  return (record: RunRecord): Answer => {
    checkArguments(name, { run: record });
    return answer(record);
  };
}

/** Relative tolerance of sums of float64 that were added up in different orders. */
const RELATIVE = 1e-9;

/** Whether two sums agree to 1e−9 of the larger, or of 1 where both are smaller. */
export function agrees(a: number, b: number): boolean {
  return Math.abs(a - b) <= RELATIVE * Math.max(1, Math.abs(a), Math.abs(b));
}

/** Whether a is at most b, or above it by no more than rounding. */
export function atMost(a: number, b: number): boolean {
  return a <= b || agrees(a, b);
}

/** The largest of a figure over items, 0 at least; of any number of them, more than a call takes arguments. */
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
