import { MARKS } from '../../scenario/policy/foreign-code.js';

/** Where the marks of calls of a user's own policy begin in a slot. */
export const SLOT_MARKS = 3;

/**
 * Figures of a slot, in which a worker thread says how far its run is: whether it has begun, the share of it that is done,
 * queries arrived, and the marks of calls of a user's own policy.
 */
export const SLOT = SLOT_MARKS + MARKS;
