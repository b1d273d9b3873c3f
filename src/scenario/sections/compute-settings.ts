import {
  effectiveSuspendTimeout,
  NEVER_SUSPEND,
  SUSPEND_TIMEOUT_VALUES,
  suspendTimeoutProblem,
} from '../../compute/lifecycle/suspend-timeout.js';
import { durationDistribution } from '../form/distribution-schema.js';
import { parseDuration } from '../form/quantity.js';
import { exact, plainNumbers, type Quantity, quantity } from '../form/quantity-schema.js';
import { refuse } from '../form/read-by.js';
import { section } from '../form/section.js';
import { readValue } from '../form/setting-value.js';
import { word } from '../form/text-schema.js';
import { policySchema } from '../policy/policy-schema.js';

export const SIZE_CU = exact(
  plainNumbers('a size in CU such as 0.25, 2 or 8', (value) => value > 0, { exclusiveMinimum: 0 }),
);

const limit = (description: string) => quantity(SIZE_CU, description);

/** The name ends in its unit, so a bare number is seconds; a duration is accepted as well. */
export const SUSPEND_TIMEOUT: Quantity = exact({
  name: 'SuspendTimeout',
  expected: 'a suspend timeout such as 5m, 300 or never',
  words: { never: NEVER_SUSPEND },
  parse: (value) => (typeof value === 'number' ? value : parseDuration(value)),
  json: { anyOf: [{ type: 'integer', minimum: -1, maximum: 604_800 }, { type: 'string' }] },
  is_ruled: true,
});

/** Seconds of inactivity before a suspend for a written timeout, `Infinity` for never; `undefined` if it is invalid. */
export function readSuspendTimeout(written: unknown): number | undefined {
  const seconds = readValue(SUSPEND_TIMEOUT, written);
  return seconds === undefined ? undefined : effectiveSuspendTimeout(seconds);
}

const suspendTimeout = quantity(
  SUSPEND_TIMEOUT,
  'Inactivity before a suspend, in seconds or as a duration; 0 is the default of 300 s, -1 is never.',
  (value) => (suspendTimeoutProblem(value) === undefined ? undefined : `expected ${SUSPEND_TIMEOUT_VALUES}`),
).optional();

/** The keys that computes and templates of fleets share. */
export const COMPUTE_SETTINGS = {
  autoscaling_limit_min_cu: limit('Smallest size, in CU.'),
  autoscaling_limit_max_cu: limit('Largest size, in CU; equal to the smallest for a fixed size.'),
  suspend_timeout_seconds: suspendTimeout,
  suspend_timer: durationDistribution.describe('Draws a new idle timeout for each idle period.').optional(),
  policy: policySchema.optional(),
  initial_state: word(
    ['init', 'active', 'idle'],
    'At time 0: idle (suspended, the default), active, or init (created and starting).',
  ).optional(),
};

const changed = (least: string, most: string) => ({
  autoscaling_limit_min_cu: limit(least).optional(),
  autoscaling_limit_max_cu: limit(most).optional(),
  suspend_timeout_seconds: suspendTimeout,
});

export const CLASS_SETTINGS = changed(
  "Smallest size, in CU, instead of the template's.",
  "Largest size, in CU, instead of the template's.",
);

export const computeUpdateSchema = section(
  changed('New smallest size, in CU.', 'New largest size, in CU.'),
).superRefine((value, context) => {
  if (Object.values(value).some((setting) => setting !== undefined)) return;
  refuse(context, 'expected at least one setting to change, such as autoscaling_limit_max_cu');
});
