import { readFileSync } from 'node:fs';
import { noteInput } from '../../files/input-files.js';
import { refusal, type ScenarioError } from './diagnostic.js';

/** Code of the error for bytes that are not UTF-8 text. */
export const NO_UTF_8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'this is a directory; name a file',
  EACCES: 'permission denied; check the permissions of the file',
  [NO_UTF_8]: 'not a UTF-8 text file',
};

/**
 * The text of a file named on the command line, without a byte order mark.
 * @param source the option with its file, for messages
 * @param reasons other explanations of system errors, by error code
 * @throws ScenarioError if the file cannot be read, or is not UTF-8
 */
export function inputText(file: string, source: string, reasons?: typeof REASONS): string {
  noteInput(file);
  try {
    return decoded(readFileSync(file));
  } catch (error) {
    throw unreadable(source, error, reasons);
  }
}

/** Decodes UTF-8 bytes. UTF-16 would decode too, with a zero next to each letter. */
export function decoded(bytes: Buffer): string {
  if (bytes.includes(0)) throw Object.assign(new Error('not UTF-8'), { code: NO_UTF_8 });
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

export function unreadable(source: string, error: unknown, reasons: typeof REASONS = {}): ScenarioError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return refusal(source, reasons[code] ?? REASONS[code] ?? `cannot be read: ${message}`);
}

/** Calls a function and rethrows errors of a class as problems of an option or a file. @throws ScenarioError for those */
export function asRefusal<Made>(
  source: string,
  kind: abstract new (...args: never[]) => Error,
  body: () => Made,
): Made {
  try {
    return body();
  } catch (error) {
    if (error instanceof kind) throw refusal(source, error.message);
    throw error;
  }
}
