import { stringify } from 'yaml';
import type { z } from 'zod';

/** One constant of the platform's behaviour, with its documentation. */
export interface ModelConstant extends ConstantDefault {
  /** Its syntax, with a description; read into base units: seconds, bytes, shares of 1. */
  readonly schema: z.ZodType;
  /** The default under the platform's current rules, if it differs from that of the seed. */
  readonly platform?: ConstantDefault;
  /** It can matter if the scenario has a feature, and does once something happens in a run: both are shared words. */
  readonly matters: { readonly if: string; readonly once: string };
  /** Other plausible values; by default, those that its confidence implies. */
  readonly alternatives?: Alternatives;
}

export interface ConstantDefault {
  /** As written in a scenario; `undefined` if there is nothing to assume. */
  readonly default: unknown;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

/**
 * Two other plausible values of an assumption: as written in a scenario (an absent side has none); or,
 * for a share of a whole, moved towards 0 and towards 1.
 */
export type Alternatives = { readonly low?: string; readonly high?: string } | 'towards_one';

/** One assumption as reports show it. */
export interface Assumption {
  /** Path in the scenario file, such as `model.wake_latency`. */
  readonly name: string;
  /** The formatted value. */
  readonly value: string;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low' | 'yours' | 'measured';
  /** Whether the scenario or the vendor that it names sets it, or the default applies. */
  readonly set_by: 'scenario' | 'vendor' | 'default';
}

/** A confidence in words: `low confidence`; `yours` and `measured` as they are. */
export function confidenceText(confidence: Assumption['confidence']): string {
  return confidence === 'yours' || confidence === 'measured' ? confidence : `${confidence} confidence`;
}

/** One assumption as made by the scenario. */
export interface ScenarioAssumption extends Assumption {
  /** The value as written in a scenario, as plain data. */
  readonly written: unknown;
  /** Other plausible values, if its confidence does not imply them. */
  readonly alternatives?: Alternatives | undefined;
}

/** A value on one line, as written in a scenario or after `--set`. Keys without a value are left out. */
export function asWritten(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}

/**
 * A value that the scenario sets.
 * @param written as plain data
 * @param measured the source of the measurement, if the value was measured
 */
export function chosen(
  name: string,
  written: unknown,
  alternatives?: Alternatives,
  measured?: string,
): ScenarioAssumption {
  return {
    name,
    value: asWritten(written),
    source: measured ?? 'the scenario',
    confidence: measured === undefined ? 'yours' : 'measured',
    set_by: 'scenario',
    written,
    alternatives,
  };
}

/** A default value. @param written as written in a scenario, as plain data */
export function assumed(
  name: string,
  written: unknown,
  { source, confidence }: Pick<ConstantDefault, 'source' | 'confidence'>,
  alternatives?: Alternatives,
): ScenarioAssumption {
  return { name, value: asWritten(written), source, confidence, set_by: 'default', written, alternatives };
}
