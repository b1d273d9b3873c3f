import fc from 'fast-check';
import { AUTOSCALING_MAX_CU, FIXED_SIZES_CU, sizeProblem } from '../../compute/size.js';
import { type PlanLimits, planLimits, planProblem } from '../../platform/plan-limits.js';
import { durationDistributions, type Json } from './distribution-arbitrary.js';

/** The two limits of a compute's size, in CU; equal for a fixed size. */
export interface SizeLimits {
  readonly autoscaling_limit_min_cu: number;
  readonly autoscaling_limit_max_cu: number;
}

/** Plans whose rules apply today, from the least allowed to the most. */
export const PLANS = ['free', 'launch', 'scale'] as const;

/** Every pair of limits that the size table and a plan allow, ascending. */
export function allowedSizes(plan: string): readonly SizeLimits[] {
  const limits = limitsOf(plan);
  return FIXED_SIZES_CU.flatMap((min) =>
    FIXED_SIZES_CU.filter((max) => sizeProblem(min, max) === undefined).map((max) => ({
      autoscaling_limit_min_cu: min,
      autoscaling_limit_max_cu: max,
    })),
  ).filter((size) => planProblem(limits, { ...size, suspend_timeout_seconds: 0 }) === undefined);
}

/**
 * Sizes of a compute that a plan allows: fixed ones and autoscaling ranges, each equally often. Shrinks
 * towards the smallest fixed size.
 */
export function computeSizes(plan = 'scale'): fc.Arbitrary<SizeLimits> {
  const sizes = allowedSizes(plan);
  const isFixed = (size: SizeLimits) => size.autoscaling_limit_min_cu === size.autoscaling_limit_max_cu;
  return fc.oneof(
    fc.constantFrom(...sizes.filter(isFixed)),
    fc.constantFrom(...sizes.filter((size) => !isFixed(size))),
  );
}

/** Values of `suspend_timeout_seconds` that a plan allows; the short ones where it leaves a choice. */
export function suspendTimeouts(plan = 'scale'): fc.Arbitrary<number> {
  const { min_suspend_timeout_seconds: shortest, may_disable_suspend } = limitsOf(plan);
  const range = plan === 'scale' ? [fc.integer({ min: shortest, max: shortest + 600 })] : [];
  return fc.oneof(fc.constantFrom(shortest, 0, ...(may_disable_suspend ? [-1] : [])), ...range);
}

/**
 * The `computes` section of a scenario document: one primary and read replicas, each with sizes, timeouts
 * and an initial state that go together under the plan.
 * @param most how many computes at most
 */
export function computeDocuments(
  plan = 'scale',
  most = 3,
): fc.Arbitrary<readonly { readonly [key: string]: Json }[]> {
  return fc
    .array(computeSettings(plan), { minLength: 1, maxLength: most })
    .map((computes) =>
      computes.map((compute, index) =>
        index === 0
          ? { name: 'primary', type: 'read_write', ...compute }
          : { name: `replica-${index}`, type: 'read_only', ...compute },
      ),
    );
}

function computeSettings(plan: string): fc.Arbitrary<{ readonly [key: string]: Json }> {
  return computeSizes(plan).chain((size): fc.Arbitrary<{ readonly [key: string]: Json }> => {
    const sized = { ...size };
    if (size.autoscaling_limit_max_cu > AUTOSCALING_MAX_CU) {
      return fc.constantFrom('active', 'init').map((initial_state) => ({ ...sized, initial_state }));
    }
    return fc
      .tuple(
        suspendTimeouts(plan),
        fc.option(durationDistributions(120_000), { nil: undefined, freq: 5 }),
        fc.option(fc.constantFrom('idle', 'active', 'init'), { nil: undefined }),
      )
      .map(([timeout, timer, initial_state]) => ({
        ...sized,
        suspend_timeout_seconds: timeout,
        ...(timer === undefined || timeout === -1 ? {} : { suspend_timer: timer }),
        ...(initial_state === undefined ? {} : { initial_state }),
      }));
  });
}

function limitsOf(plan: string): PlanLimits {
  const limits = planLimits({ name: plan, as_of: undefined });
  if (limits === undefined) throw new RangeError(`plan: expected one of ${PLANS.join(', ')}, got ${plan}`);
  return limits;
}
