import { FIXED_SIZES_CU } from '../../compute/size.js';
import { sumOf } from '../../kernel/sums.js';
import { reaches } from '../../kernel/whole-steps.js';
import type { Scenario } from '../../scenario/scenario.js';
import { sizeLimits } from '../../scenario/sections/events.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { HOURS_PER_MONTH } from '../compute-cost.js';
import type { RunRecord } from './run-record.js';

/** The share of time that the method covers: in the rest a fixed machine may be too small. */
export const PROVISIONED_WITHIN = 0.995;
/** By what the size that is left is multiplied. */
const HEADROOM = 1.2;
/** From this size on a machine is priced as a large one. */
const LARGE_FROM_CU = 1;

/**
 * Hourly price of another vendor's fixed machine per CU. Source: the platform's autoscaling report, December
 * 2025 (its provisioned peers, large and small).
 */
const USD_PER_CU_HOUR = { small: 0.065, large: 0.1 } as const;

/** The fixed machine that would do instead of a compute. */
export interface Provisioned {
  /** For each compute, within its own limits. */
  readonly sizes_cu: readonly number[];
  readonly cu: number;
  readonly usd_per_month: number;
  /** Cost of the same computes if they never suspend; 0 if the plan does not charge compute. */
  readonly always_on_usd_per_month: number;
  /** Monthly CU-hours above which it is cheaper; `null` if the plan does not charge compute. */
  readonly break_even_cu_hours: number | null;
}

/** How large a compute has been, and may be. */
export interface ComputePeak {
  /** The size that it exceeds for at most half a percent of the time. */
  readonly peak_cu: number;
  /** Its own limits. */
  readonly least_cu: number;
  readonly most_cu: number;
  /** Its mean size if it never suspended, and was at its smallest instead. */
  readonly always_on_cu: number;
}

/**
 * The sizes of the fixed machines that would do, by the method of the platform's capacity planning: the largest size
 * except for half a percent of the time, a fifth more, and up to the next size. A compute that has sufficed within its
 * limits needs no size outside them.
 */
export function provisionedSizes(peaks: readonly ComputePeak[]): readonly number[] {
  const largest = FIXED_SIZES_CU[FIXED_SIZES_CU.length - 1]!;
  return peaks.map(({ peak_cu, least_cu, most_cu }) => {
    const size = FIXED_SIZES_CU.find((each) => reaches(each, peak_cu * HEADROOM)) ?? largest;
    return Math.min(most_cu, Math.max(least_cu, size));
  });
}

/** The peaks of a run's computes; `undefined` if the record lacks one, as that of a fleet does. */
export function computePeaks(
  { events, computes }: Scenario,
  { duration_seconds, quota_exhausted_seconds, computes: ran }: RunObservations,
  record: RunRecord,
): readonly ComputePeak[] | undefined {
  const sizes = ran.map(({ name }) => record.size(name));
  if (sizes.includes(undefined)) return undefined;
  const run_seconds = duration_seconds - quota_exhausted_seconds;
  return computes.map((compute, index) => {
    const limits = sizeLimits(events, compute);
    const least_cu = Math.min(...limits.map(([least]) => least));
    const { cu_seconds, active_seconds } = ran[index]!;
    return {
      peak_cu: sizes[index]!.quantile(PROVISIONED_WITHIN, duration_seconds),
      least_cu,
      most_cu: Math.max(...limits.map(([, most]) => most)),
      always_on_cu: (cu_seconds + Math.max(0, run_seconds - active_seconds) * least_cu) / run_seconds,
    };
  });
}

/**
 * The fixed machines that would do.
 * @param usd_per_cu_hour the plan's rate
 */
export function provisioned(peaks: readonly ComputePeak[], usd_per_cu_hour: number): Provisioned {
  const sizes_cu = provisionedSizes(peaks);
  const rate = (cu: number): number => (cu >= LARGE_FROM_CU ? USD_PER_CU_HOUR.large : USD_PER_CU_HOUR.small);
  const cu = sumOf(sizes_cu, (size) => size);
  const usd_per_month = sumOf(sizes_cu, (size) => size * rate(size) * HOURS_PER_MONTH);
  return {
    sizes_cu,
    cu,
    usd_per_month,
    always_on_usd_per_month:
      sumOf(peaks, ({ always_on_cu }) => always_on_cu) * usd_per_cu_hour * HOURS_PER_MONTH,
    break_even_cu_hours: usd_per_cu_hour > 0 ? usd_per_month / usd_per_cu_hour : null,
  };
}
