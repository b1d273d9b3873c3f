import { z } from 'zod';

/** Text of any length. */
export const text = z.string();
/** A whole number. */
export const whole = z.int();
/** A moment, in ms since the epoch. */
export const moment = z.number();
/** So much of something: 0 or more. */
export const amount = z.number().nonnegative();

/** What is kept of whatever is created: its place in the order of creation, and when that was. */
export const CREATED = { sequence: whole, created_at_ms: moment };

/** What names a thing, and its place in the order of creation. */
export const NAMED = { id: text, sequence: whole };
/** What the platform keeps of most things, beside what they are. */
export const ROW = { id: text, ...CREATED, updated_at_ms: moment };
