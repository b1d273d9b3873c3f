/**
 * A trace that cannot be read, or not as requested. The message starts with the file and, if known, the line
 * (`requests.csv:12: ...`), and explains the problem and the remedy; `reason` is the message without the place.
 */
export class TraceError extends Error {
  override readonly name = 'TraceError';
  readonly file: string;
  /** Line of the file, from 1; `undefined` when the problem is the whole file's. */
  readonly line: number | undefined;
  readonly reason: string;

  constructor(file: string, reason: string, place: { readonly line?: number | undefined } = {}) {
    const { line } = place;
    super(`${line === undefined ? file : `${file}:${line}`}: ${reason}`);
    this.file = file;
    this.line = line;
    this.reason = reason;
  }
}
