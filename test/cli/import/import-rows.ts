import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { SourceName } from '../../../src/ingest/recording/source-names.js';

/** An import of exported files, and the load that it reads from them or the message of the refusal. */
export interface ImportRow {
  readonly rule: string;
  readonly source: SourceName;
  /** Files in `exports/`, or texts. */
  readonly files: readonly string[];
  /** Literal replacements in the files. */
  readonly edit?: Readonly<Record<string, string>>;
  /** A text after the end of the files. */
  readonly append?: string;
  readonly gzip?: boolean;
  /** The end of the last file in bytes, after compression; counted from its end if negative. */
  readonly cut?: number;
  readonly options?: string;
  readonly reads?: Readonly<Record<string, unknown>>;
  /** Parts of the answer, and parts of the scenario that is written or is not. */
  readonly says?: readonly string[];
  readonly writes?: readonly string[];
  readonly hides?: readonly string[];
  readonly refused?: string | readonly string[];
}

const FOLDER = new URL('rows/', import.meta.url);
export const IMPORT_ROWS: readonly ImportRow[] = readdirSync(FOLDER).flatMap(
  (file) => parse(readFileSync(new URL(file, FOLDER), 'utf8')) as readonly ImportRow[],
);
