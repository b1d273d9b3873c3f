import { readFileSync } from 'node:fs';
import { noteInput } from '../../files/input-files.js';
import { refusal, unreadable } from '../../scenario/document/diagnostic.js';

const REASONS = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a directory; name a file',
};

/** First bytes of UTF-16 in either order. */
const UTF_16 = /^(fffe|feff)/;

/**
 * The text of a file that an option names, without a byte order mark.
 * @param source the option with its file, for messages
 * @throws ScenarioError for a file that cannot be read, and for one that is not UTF-8
 */
export function inputText(file: string, source: string): string {
  noteInput(file);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw unreadable(source, error, REASONS);
  }
  if (UTF_16.test(bytes.toString('hex', 0, 2))) {
    throw refusal(source, 'the file is encoded in UTF-16; save it as UTF-8');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(source, 'the file is not text in UTF-8; save it as UTF-8');
  }
}

/** Does something whose errors of a kind are refusals of what an option or a file says. @throws ScenarioError for those */
export function refusing<Made>(
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
