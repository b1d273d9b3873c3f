import { GIB } from '../kernel/units.js';
import { DEFAULT_PLAN, limitOn } from '../vendors/plan-limits.js';
import type { RuleBook } from './rule-book.js';

/**
 * Fixed sizes in CU: .25, .5, every integer from 1 to 16, then every even integer from 18 to 56.
 * Source: the platform's size table.
 */
export const FIXED_SIZES_CU: readonly number[] = [
  0.25,
  0.5,
  ...Array.from({ length: 16 }, (_, index) => index + 1),
  ...Array.from({ length: 20 }, (_, index) => 18 + 2 * index),
];

/** The largest autoscaling size; larger sizes are fixed, and their computes always active. */
export const AUTOSCALING_MAX_CU = 16;

const AUTOSCALING_SIZES_CU = FIXED_SIZES_CU.filter((cu) => cu <= AUTOSCALING_MAX_CU);

/**
 * The maximum difference between the limits of an autoscaling compute. The size table allows any two sizes from .25 to
 * 16 CU; the platform's documentation limits the difference.
 */
export const AUTOSCALING_MAX_SPAN_CU: Readonly<Record<RuleBook, number>> = {
  seed: Number.POSITIVE_INFINITY,
  platform: limitOn({ name: DEFAULT_PLAN, as_of: undefined }, 'autoscaling_spread_cu')!.value,
};

/** The autoscaler's size step: one agent unit of .25 vCPU. */
export const AUTOSCALING_UNIT_CU = 0.25;

/** Bytes of RAM per connection slot: the divisor behind `max_connections`. */
const BYTES_PER_CONNECTION = 9_531_392;
const MIN_MAX_CONNECTIONS = 100;
const MAX_MAX_CONNECTIONS = 4000;
/** With autoscaling, `max_connections` counts at most this multiple of the minimum size. */
const CONNECTIONS_SPAN = 8;

/**
 * `max_connections` of a compute: floor(RAM / 9,531,392) of the effective size min(max, 8 × min), kept within 100 to
 * 4000. Automatic resizes do not change it.
 * @param min_cu the autoscaling minimum, in CU
 * @param max_cu the autoscaling maximum, in CU; equal to the minimum for a fixed size
 * @param memory_per_cu bytes of RAM per CU; 4 GiB reproduces the size table
 */
export function maxConnections(min_cu: number, max_cu: number, memory_per_cu: number): number {
  const effective_cu = Math.min(max_cu, CONNECTIONS_SPAN * min_cu);
  const slots = Math.floor((effective_cu * memory_per_cu) / BYTES_PER_CONNECTION);
  return Math.min(MAX_MAX_CONNECTIONS, Math.max(MIN_MAX_CONNECTIONS, slots));
}

/**
 * `max_connections` of a compute with these settings: the model's value if it has one, otherwise that of the size
 * table. Only an edit of the limits changes it.
 */
export function configuredMaxConnections(
  settings: { readonly autoscaling_limit_min_cu: number; readonly autoscaling_limit_max_cu: number },
  model: { readonly max_connections: number | undefined; readonly memory_per_cu: number },
): number {
  const { autoscaling_limit_min_cu, autoscaling_limit_max_cu } = settings;
  return (
    model.max_connections ??
    maxConnections(autoscaling_limit_min_cu, autoscaling_limit_max_cu, model.memory_per_cu)
  );
}

/** Bytes of local disk for temporary files: the greater of 20 GiB and 15 GiB times the maximum size. */
export function tempDiskBytes(max_cu: number): number {
  return Math.max(20 * GIB, 15 * GIB * max_cu);
}

/**
 * The problem with a pair of limits, in words; `undefined` if they are valid. Each limit is a size of the table;
 * autoscaling stays within 16 CU.
 * @param max_span_cu maximum difference between the limits, from {@link AUTOSCALING_MAX_SPAN_CU}
 * @param plan_max_cu largest size that the plan allows, so that no larger one is suggested
 */
export function sizeProblem(
  min_cu: number,
  max_cu: number,
  max_span_cu: number,
  plan_max_cu = Number.POSITIVE_INFINITY,
): string | undefined {
  for (const cu of [min_cu, max_cu]) {
    if (!FIXED_SIZES_CU.includes(cu)) {
      const range = min_cu === max_cu ? FIXED_SIZES_CU : AUTOSCALING_SIZES_CU;
      const sizes =
        range === FIXED_SIZES_CU
          ? '0.25, 0.5, 1 to 16, and even numbers to 56'
          : '0.25, 0.5, 1 to 16 with autoscaling';
      const nearest = nearestSize(
        cu,
        range.filter((size) => size <= plan_max_cu),
      );
      return `${cu} CU is not a size; the nearest is ${nearest} (sizes are ${sizes})`;
    }
  }
  if (min_cu > max_cu) return `the minimum of ${min_cu} CU is above the maximum of ${max_cu} CU`;
  if (min_cu === max_cu) return undefined;
  if (max_cu > AUTOSCALING_MAX_CU) {
    return `autoscaling reaches ${AUTOSCALING_MAX_CU} CU at most; ${max_cu} CU can only be a fixed size (minimum equal to maximum)`;
  }
  if (max_cu - min_cu > max_span_cu) {
    const largest = FIXED_SIZES_CU.findLast(
      (size) => size <= AUTOSCALING_MAX_CU && size - min_cu <= max_span_cu,
    );
    return `the limits are ${max_cu - min_cu} CU apart; at most ${max_span_cu} are allowed, so a minimum of ${min_cu} CU goes with a maximum of ${largest} CU or less`;
  }
  return undefined;
}

function nearestSize(cu: number, sizes: readonly number[]): number {
  return sizes.reduce((best, size) => (Math.abs(size - cu) < Math.abs(best - cu) ? size : best));
}
