import { TraceError } from '../../workload/trace/trace-error.js';

/** What the reader of traces advises for a scenario has an option of the same name here. */
const ADVICE =
  /(?<![\w"-]|the )(time|value|kind|scale|interval|counter|gaps|per|duplicates|from|to): (?=["\w])/g;

/** A message of the trace reader with options instead of the keys of a scenario. */
export function asOptions(text: string): string {
  return text.replace(/(?<![\w"-])values: all/g, '--fleet').replace(ADVICE, '--$1 ');
}

/** The same error, in the words of the command line. */
export function errorAsOptions(error: unknown): unknown {
  if (!(error instanceof TraceError)) return error;
  return new TraceError(error.file, asOptions(error.reason), { line: error.line, column: error.column });
}
