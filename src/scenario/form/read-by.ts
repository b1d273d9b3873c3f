import { z } from 'zod';
import { ANYTHING } from './annotated.js';

/** A value that a function reads. If it returns `undefined`, `problem` explains why the value cannot be read. */
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

/** Reports a problem of a value that is being read, or of a part of it. @param path to that part */
export function refuse(
  context: z.core.$RefinementCtx,
  message: string,
  ...path: readonly (string | number)[]
): void {
  context.addIssue({ code: 'custom', path: [...path], message });
}
