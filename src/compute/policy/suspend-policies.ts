import type { SuspendPolicy } from './interface/suspend-policy.js';
import { fixed } from './suspend/fixed.js';
import { hybridHistogram } from './suspend/hybrid-histogram.js';
import { observedOptimum } from './suspend/observed-optimum.js';
import { oracle } from './suspend/oracle.js';
import { skiRentalWithPredictions } from './suspend/ski-rental-with-predictions.js';

/** The built-in suspension policies, the default first. */
export const SUSPEND_POLICIES: readonly SuspendPolicy[] = [
  fixed,
  skiRentalWithPredictions,
  observedOptimum,
  hybridHistogram,
  oracle,
];

/** The platform's policy: the compute's `suspend_timeout_seconds`. */
export const DEFAULT_SUSPEND_POLICY: SuspendPolicy = fixed;
