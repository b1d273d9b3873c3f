import { sum, sumOf } from '../../kernel/sums.js';
import type { CauseObservations } from '../../simulation/run/cause-observations.js';
import type { ComputeObservations } from '../../simulation/run/observation.js';
import { agrees, atMost, checkedInvariant, firstProblem, type Invariant } from './invariant.js';
import type { RunRecord } from './run-record.js';

/** INV-32: figures by cause add up to those of the compute. */
export const causesAddUp = checkedInvariant('causesAddUp', (record) => {
  return eachCompute(record, (one, causes) => {
    const figures: readonly (readonly [string, (cause: CauseObservations) => number, number])[] = [
      ['active seconds', (cause) => cause.active_seconds, one.active_seconds],
      ['CU-seconds', (cause) => cause.cu_seconds, one.cu_seconds],
      ['wakes', (cause) => cause.wakes, one.wakes],
      ['arrived', (cause) => cause.arrived, one.arrived],
      ['completed', (cause) => cause.completed, one.completed],
      ['failed', (cause) => cause.failed, one.failed],
      ['refused', (cause) => sum(Object.values(cause.refused)), one.connections.refused],
      ['delayed', ({ slow }) => (slow['wake'] ?? 0) + (slow['restart'] ?? 0), one.delayed],
      ['waits in pools', ({ slow }) => slow['client_pool'] ?? 0, one.client_pool_wait.count],
      ['waits in the pooler', ({ slow }) => slow['pooler'] ?? 0, one.pooler.queued],
      ...one.cu_seconds_by_month.map(
        ({ month, cu_seconds }, index) =>
          [
            `CU-seconds of ${month}`,
            (cause: CauseObservations) => cause.cu_seconds_by_month[index]!,
            cu_seconds,
          ] as const,
      ),
    ];
    return firstProblem(figures, ([figure, of, expected]) => {
      const sum = sumOf(causes, of);
      return agrees(sum, expected) ? undefined : `${one.name}: ${sum} ${figure} by cause, ${expected} in all`;
    });
  });
});

/** INV-33: a part of a figure by cause is at most the whole, and never negative. */
export const causesAreParts = checkedInvariant('causesAreParts', (record) => {
  return eachCompute(record, ({ name }, causes) =>
    firstProblem(causes, (cause) => {
      const above = sum(Object.values(cause.above_minimum_cu_seconds));
      const parts = [cause.idle_seconds, above, cause.active_seconds, cause.cu_seconds];
      const whole = atMost(cause.idle_seconds, cause.active_seconds) && atMost(above, cause.cu_seconds);
      return whole && parts.every((part) => atMost(0, part))
        ? undefined
        : `${name}: ${cause.name} idle ${cause.idle_seconds} of ${cause.active_seconds} s, ${above} of ${cause.cu_seconds} CU-seconds above the minimum`;
    }),
  );
});

function eachCompute(
  { observations: { computes, causes = [] } }: RunRecord,
  check: (one: ComputeObservations, causes: readonly CauseObservations[]) => string | undefined,
): string | undefined {
  return firstProblem(computes.entries(), ([index, one]) =>
    causes[index] === undefined ? `${one.name} has no causes` : check(one, causes[index]),
  );
}

/** The invariants of causes, INV-32 and INV-33. */
export const CAUSE_INVARIANTS: readonly Invariant[] = [
  { id: 'INV-32', name: 'causes add up', check: causesAddUp },
  { id: 'INV-33', name: 'causes are parts', check: causesAreParts },
];
