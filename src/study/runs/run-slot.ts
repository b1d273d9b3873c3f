import { MARKS } from '../../files/foreign-code.js';

/** Offset of the marks of calls of a user's policy in a slot. */
export const SLOT_MARKS = 3;

/**
 * Figures of a slot, where a worker thread reports its progress: whether the run has begun, the completed share,
 * queries arrived, and the marks of calls of a user's policy.
 */
export const SLOT = SLOT_MARKS + MARKS;
