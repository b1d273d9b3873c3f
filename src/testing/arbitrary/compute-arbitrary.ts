import fc from 'fast-check';
import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import { settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { impliedSuspendTimeout, isAlwaysActive } from '../../compute/lifecycle/suspend-timeout.js';
import { RULE_BOOKS, type RuleBook } from '../../compute/rule-book.js';
import { FIXED_SIZES_CU } from '../../compute/size.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import { type PlanLimits, planLimits } from '../../vendors/plan-limits.js';
import { checkArguments } from '../arguments/arguments.js';
import { durationDistributions, type JsonMapping } from './distribution-arbitrary.js';

/** The two limits of a compute's size, in CU; equal for a fixed size. */
export type ArbitraryLimits = Omit<ComputeSettings, 'suspend_timeout_seconds'>;

/** Plans with current rules, from the most restrictive to the least. */
export const PLANS = ['free', 'launch', 'scale'] as const;

/** Every pair of limits allowed by the size table, the rules and a plan, in ascending order. */
export function allowedSizes(plan: string, book: RuleBook = RULE_BOOKS[0]): readonly ArbitraryLimits[] {
  return getOrCreate(SIZES, `${plan} ${book}`, () => sizesAllowed(plan, book));
}

/** Cached: every random document needs them, and computing them takes longer than anything else. */
const SIZES = new Map<string, readonly ArbitraryLimits[]>();

function sizesAllowed(plan: string, book: RuleBook): readonly ArbitraryLimits[] {
  const limits = limitsOf(plan);
  return FIXED_SIZES_CU.flatMap((min) =>
    FIXED_SIZES_CU.map((max) => ({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max })),
  ).filter((size) => {
    const settings = { ...size, suspend_timeout_seconds: impliedSuspendTimeout(size) };
    return settingsProblems(settings, { plan: limits, book }).length === 0;
  });
}

/**
 * Sizes of a compute that a plan allows: fixed ones and autoscaling ranges with equal probability. Shrinks towards the
 * smallest fixed size.
 */
export function computeSizes(plan = 'scale', book: RuleBook = RULE_BOOKS[0]): fc.Arbitrary<ArbitraryLimits> {
  checkArguments('computeSizes', { plan, rules: book });
  const sizes = allowedSizes(plan, book);
  const isFixed = (size: ArbitraryLimits) => size.autoscaling_limit_min_cu === size.autoscaling_limit_max_cu;
  return fc.oneof(
    fc.constantFrom(...sizes.filter(isFixed)),
    fc.constantFrom(...sizes.filter((size) => !isFixed(size))),
  );
}

/** Values of `suspend_timeout_seconds` that a plan allows, with short ones if there is a choice. */
export function suspendTimeouts(plan = 'scale'): fc.Arbitrary<number> {
  checkArguments('suspendTimeouts', { plan });
  const { min_suspend_timeout_seconds: shortest, may_disable_suspend } = limitsOf(plan);
  const range = plan === 'scale' ? [fc.integer({ min: shortest, max: shortest + 600 })] : [];
  return fc.oneof(fc.constantFrom(shortest, 0, ...(may_disable_suspend ? [-1] : [])), ...range);
}

/**
 * The `computes` section of a scenario document: one primary and read replicas, each with sizes, timeouts and an
 * initial state that are valid together under the plan.
 * @param most maximum number of computes
 */
export function computeDocuments(
  plan = 'scale',
  most = 3,
  book: RuleBook = RULE_BOOKS[0],
): fc.Arbitrary<readonly JsonMapping[]> {
  checkArguments('computeDocuments', { plan, at_least_one: most, rules: book });
  return fc
    .array(computeSettings(plan, book), { minLength: 1, maxLength: most })
    .map((computes) =>
      computes.map((compute, index) =>
        index === 0
          ? { name: 'primary', type: 'read_write', ...compute }
          : { name: `replica-${index}`, type: 'read_only', ...compute },
      ),
    );
}

function computeSettings(plan: string, book: RuleBook): fc.Arbitrary<JsonMapping> {
  return computeSizes(plan, book).chain((size): fc.Arbitrary<JsonMapping> => {
    const sized = { ...size };
    if (isAlwaysActive(size)) {
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
