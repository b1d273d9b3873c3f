import { Refusal } from '../../workload/trace/reading/question.js';
import type { ImportOptions } from './import-options.js';
import { type Finding, found, type Imported } from './imported.js';
import type { Recording } from './recording.js';
import type { SourceName } from './source-names.js';

/** The beginning of a file. */
export interface Head {
  readonly text: string;
  /** Whole lines that are not empty. */
  readonly lines: readonly string[];
  /** The first value, if the file is JSON lines or one short document; `{}` for the beginning of a long one. */
  readonly json: unknown;
}

/** Reads one line. @returns false for a line of another form */
export type LineReader = (line: string) => boolean;

/** The meaning of a line of a file. */
export type Unit = 'query' | 'request' | 'sample' | 'transaction';

/** A kind of file. To add one, write a file with such an object and list it in `sources/index.ts`. */
export interface Source {
  /** Name on the command line; several kinds of file may share one. */
  readonly name: SourceName;
  /** The kind, in words. */
  readonly form: string;
  /** Thing that is counted; each makes as many queries as --queries-per-request says. */
  readonly unit?: Unit;
  /** Whether a file that begins like this is of this kind. */
  readonly recognise: (head: Head) => boolean;
  /** Starts to read a file line by line. */
  readonly lines?: (to: Recording) => LineReader;
  /** Reads a file that is one document. @throws Refusal */
  readonly document?: (text: string, to: Recording) => void;
  /** Reads all files together. @throws TraceError */
  readonly files?: (files: readonly string[], options: ImportOptions) => Promise<Imported>;
}

/** The assumption of an import whose unit is not a query. @throws Refusal if queries are to be multiplied */
export function assumedQueries(unit: Unit, { queries_per_request: each }: ImportOptions): readonly Finding[] {
  if (unit !== 'query')
    return each === 1
      ? [found('guessed', `one query per ${unit}`, 'change it with --queries-per-request')]
      : [];
  if (each === 1) return [];
  throw new Refusal(
    '--queries-per-request applies to logs of requests, and the file counts queries',
    'multiply the values of a table with --scale',
  );
}

/** Share of the first lines that a pattern matches. */
export function shareOf(head: Head, pattern: RegExp): number {
  const lines = head.lines.slice(0, 200);
  return lines.filter((line) => pattern.test(line)).length / Math.max(1, lines.length);
}
