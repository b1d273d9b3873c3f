import { refusal } from '../../scenario/document/diagnostic.js';
import { inputText } from '../../scenario/document/input-text.js';
import { valueAt } from '../../scenario/document/value-at.js';
import type { Summary } from '../../study/run/summary.js';
import type { LoadSummary } from './load-summary.js';

/** The guaranteed part of a saved `summary.json`; older ones may lack newer figures. */
export type SavedSummary = Pick<
  Summary,
  'scenario' | 'seed' | 'duration_seconds' | 'start' | 'plan' | 'total'
> &
  Partial<
    Pick<Summary, 'replications' | 'prices_checked_until' | 'slo' | 'ci' | 'computes' | 'findings'> &
      Pick<LoadSummary, 'load_sent'>
  >;

/**
 * Reads the summary of an earlier run.
 * @param source of the file, for messages: an option with its value, or the file itself
 * @param priced whether its costs are needed, which loads sent to a database lack
 * @throws ScenarioError when there is none in the file
 */
export function readSavedSummary(file: string, source = `--baseline ${file}`, priced = true): SavedSummary {
  return parseSavedSummary(inputText(file, source, REASONS), source, priced);
}

/** As {@link readSavedSummary}, from its text. @throws ScenarioError for any other text */
export function parseSavedSummary(text: string, source: string, priced = true): SavedSummary {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal(source, `this is not JSON; expected the summary.json that "neap run --out DIR" writes`);
  }
  const required = Object.entries(priced ? { ...KINDS, ...COST_KINDS } : KINDS);
  const missing = required.find(([path, kind]) => typeof valueAt(value, path.split('.')) !== kind)?.[0];
  if (missing !== undefined) {
    throw refusal(source, `it has no ${missing}; expected the summary.json that "neap run --out DIR" writes`);
  }
  return value as SavedSummary;
}

const REASONS = {
  ENOENT: 'no such file; "neap run --out DIR" writes DIR/summary.json',
  EISDIR: 'this is a directory; name the summary.json inside it',
  ERR_STRING_TOO_LONG:
    'larger than half a gigabyte, which happens for very large fleets; expected a smaller run',
};

const KINDS: Readonly<Record<string, string>> = {
  scenario: 'string',
  seed: 'string',
  start: 'string',
  duration_seconds: 'number',
  'plan.name': 'string',
  'plan.price.usd_per_cu_hour': 'number',
};
const COST_KINDS: Readonly<Record<string, string>> = {
  'total.cost_usd': 'number',
  'total.cost_usd_per_month': 'number',
};
