import { z } from 'zod';
import { ANYTHING } from './annotated.js';

/** A value that a function reads; of one that it cannot read, for which it gives `undefined`, `problem` says why. */
export function readBy<Value>(
  read: (value: unknown) => Value | undefined,
  problem: (value: unknown) => string,
) {
  return ANYTHING.transform((value, context): Value => {
    const found = read(value);
    if (found !== undefined) return found;
    refuse(context, problem(value));
    return z.NEVER;
  });
}

/** Says what is wrong with a value that is being read, or with a part of it. @param path to that part */
export function refuse(
  context: z.core.$RefinementCtx,
  message: string,
  ...path: readonly (string | number)[]
): void {
  context.addIssue({ code: 'custom', path: [...path], message });
}
