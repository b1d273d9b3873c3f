/** Where in a trace file a problem is. */
export interface TracePlace {
  /** Line of the file, from 1. */
  readonly line?: number | undefined;
  /** Character of that line, from 1. */
  readonly column?: number | undefined;
}

/**
 * A trace that cannot be read, or not as requested. The message starts with the file and, if known, line and column
 * (`requests.csv:12:22: ...`), and explains the problem and the remedy; `reason` is the message without the place.
 */
export class TraceError extends Error {
  override readonly name = 'TraceError';
  readonly file: string;
  /** Line of the file, from 1; `undefined` when the problem is the whole file's. */
  readonly line: number | undefined;
  /** Character of that line, from 1; `undefined` when no field is the cause, or the row is quoted. */
  readonly column: number | undefined;
  readonly reason: string;

  constructor(file: string, reason: string, place: TracePlace = {}) {
    super(`${placeText(file, place)}: ${reason}`);
    this.file = file;
    this.line = place.line;
    this.column = place.column;
    this.reason = reason;
  }
}

function placeText(file: string, place: TracePlace): string {
  const parts = [file, place.line, place.column];
  return parts.filter((part) => part !== undefined).join(':');
}

/** The reason given for a file without a row. */
export const EMPTY_FILE = 'the file is empty; expected one row a line, with a time and a value';
