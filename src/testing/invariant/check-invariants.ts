import { checkArguments } from '../arguments/arguments.js';
import { CAUSE_INVARIANTS } from './cause-invariants.js';
import { CLIENT_INVARIANTS } from './client-invariants.js';
import type { Invariant } from './invariant.js';
import { LIFECYCLE_INVARIANTS } from './lifecycle-invariants.js';
import { LIVENESS_INVARIANTS } from './liveness-invariants.js';
import { QUERY_INVARIANTS } from './query-invariants.js';
import type { RunRecord } from './run-record.js';
import { SIZE_INVARIANTS } from './size-invariants.js';
import { TIMELINE_INVARIANTS } from './timeline-invariants.js';

/** Every invariant of every run of every scenario, by number. */
export const INVARIANTS: readonly Invariant[] = [
  ...QUERY_INVARIANTS,
  ...LIFECYCLE_INVARIANTS,
  ...SIZE_INVARIANTS,
  ...TIMELINE_INVARIANTS,
  ...LIVENESS_INVARIANTS,
  ...CLIENT_INVARIANTS,
  ...CAUSE_INVARIANTS,
];

/** The violations of a run, one line for each invariant that does not hold; empty if all hold. */
export function checkInvariants(record: RunRecord): readonly string[] {
  checkArguments('checkInvariants', { run: record });
  return INVARIANTS.flatMap(({ id, name, check }) => {
    const problem = check(record);
    return problem === undefined ? [] : [`${id} (${name}): ${problem}`];
  });
}

/**
 * Checks a run against every invariant.
 * @throws Error with the violations, the seed, the replication and the scenario as JSON, which together replay the run
 */
export function assertInvariants(record: RunRecord): void {
  const problems = checkInvariants(record);
  if (problems.length === 0) return;
  const { scenario, replication, document } = record;
  throw new Error(
    [
      ...problems,
      `seed ${scenario.seed}, replication ${replication}, scenario:`,
      JSON.stringify(document ?? scenario, plainArrays),
    ].join('\n'),
  );
}

/** Converts typed arrays, which JSON would write as objects. */
function plainArrays(_key: string, value: unknown): unknown {
  return value instanceof Float64Array ? Array.from(value) : value;
}
