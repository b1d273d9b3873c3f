import { asWritten } from '../form/as-written.js';
import type { Alternatives, ConstantDefault } from '../model/model-constant.js';

/** One assumption as the reports show it. */
export interface Assumption {
  /** Path in the scenario file, such as `model.wake_latency`. */
  readonly name: string;
  /** The value as a person would write it. */
  readonly value: string;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low' | 'yours' | 'measured';
  /** Whether the scenario sets it, or the default stands. */
  readonly set_by: 'scenario' | 'default';
}

/** One assumption as the scenario makes it. */
export interface ScenarioAssumption extends Assumption {
  /** The value as a scenario would write it, as plain data. */
  readonly written: unknown;
  /** What it might be instead, where its confidence does not say it. */
  readonly alternatives?: Alternatives | undefined;
}

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
