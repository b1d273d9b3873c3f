import { parse } from 'yaml';
import { type BilledUse, BilledUseError, readBilledUse } from '../cost/bill/billed-use.js';
import { refusal } from '../scenario/document/diagnostic.js';
import { asRefusal, inputText } from '../scenario/document/input-text.js';

/** JSON is YAML, but its parser is much faster; only the YAML parser reports duplicate keys. */
function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > TYPED_LENGTH ? value : parse(text);
  } catch {
    return parse(text);
  }
}

/** Anything that a person types is shorter. */
const TYPED_LENGTH = 10_000;

/**
 * Reads a real invoice: consumption history as JSON, or typed totals as YAML.
 * @param option that names the file, for messages
 * @throws ScenarioError for anything else
 */
export function readInvoice(file: string, option: string): BilledUse {
  const source = `${option} ${file}`;
  const text = inputText(file, source);
  let value: unknown;
  try {
    value = /^\s*[[{]/.test(text) ? fromJson(text) : parse(text);
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    throw refusal(source, `this is neither JSON nor YAML: ${first}`);
  }
  return asRefusal(source, BilledUseError, () => readBilledUse(value));
}
