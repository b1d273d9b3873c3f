/**
 * Does something while errors have no stack traces: for every formula the library makes an error that it throws away, and
 * its stack would be most of the time that this takes.
 */
export function withoutStacks(work: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
