import { asWritten } from '../form/as-written.js';
import type { Alternatives, ConstantDefault } from '../model/model-constant.js';
import type { ScenarioAssumption } from '../specification/assumption.js';

/**
 * What a scenario sets itself.
 * @param written as plain data
 * @param measured from what it was measured, where it was
 */
export function chosen(
  name: string,
  written: unknown,
  alternatives?: Alternatives,
  measured?: string,
): ScenarioAssumption {
  const value = asWritten(written);
  return {
    name,
    value,
    source: measured ?? 'the scenario',
    confidence: measured === undefined ? 'yours' : 'measured',
    set_by: 'scenario',
    written,
    alternatives,
  };
}

/** What a default decides. @param written as a scenario would write it, as plain data */
export function assumed(
  name: string,
  written: unknown,
  { source, confidence }: Pick<ConstantDefault, 'source' | 'confidence'>,
  alternatives?: Alternatives,
): ScenarioAssumption {
  return { name, value: asWritten(written), source, confidence, set_by: 'default', written, alternatives };
}
