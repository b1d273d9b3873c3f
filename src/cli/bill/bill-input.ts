import { refusal } from '../../scenario/document/diagnostic.js';
import type { ScenarioError } from '../../scenario/load-scenario.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a directory; name a file',
  EACCES: 'the file may not be read; check its permissions',
};

/** Why a file that an option names could not be read. */
export function inputError(source: string, error: unknown): ScenarioError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return refusal(source, REASONS[code] ?? `cannot be read: ${message}`);
}

/** Prices something; a plan without an invoice of these lines is a matter of the scenario. */
export function priced<Priced>(file: string, body: () => Priced): Priced {
  try {
    return body();
  } catch (error) {
    if (error instanceof RangeError) throw refusal(file, error.message);
    throw error;
  }
}
