import { NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { AUTOSCALING_MAX_CU, FIXED_SIZES_CU } from '../../compute/size.js';

/** Sizes of the size sliders: the autoscaling range. */
export const SIZES_CU: readonly number[] = FIXED_SIZES_CU.filter((cu) => cu <= AUTOSCALING_MAX_CU);

/** Longer texts are rejected before they are parsed, sent or saved. */
export const MAX_TEXT_LENGTH = 2_000_000;

/** Maximum factor of a what-if's load. */
export const MAX_LOAD_FACTOR = 100;

/** Maximum of the growth slider, per month. */
export const MAX_GROWTH_PERCENT = 30;

/** Values of the timeout slider. */
export const TIMEOUTS_SECONDS: readonly number[] = [
  60,
  120,
  300,
  600,
  900,
  1800,
  3600,
  21_600,
  86_400,
  NEVER_SUSPEND,
];
