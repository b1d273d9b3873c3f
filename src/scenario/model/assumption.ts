import type { z } from 'zod';
import { asWritten } from '../form/as-written.js';

/** One constant of the platform's behaviour, with all that is known of it. */
export interface ModelConstant extends ConstantDefault {
  /** How it is written, and in its description what it is; read into base units: seconds, bytes, shares of 1. */
  readonly schema: z.ZodType;
  /** The default under the platform's present rules, if they differ from those of the seed. */
  readonly platform?: ConstantDefault;
  /** When it can matter to a run: a word that others may share. */
  readonly relevant: string;
  /** The event in a run that makes it matter: another such word. */
  readonly touched: string;
  /** Other values it might have; by default, those that its confidence leaves open. */
  readonly alternatives?: Alternatives;
}

/** The value of a constant that the scenario does not set. */
export interface ConstantDefault {
  /** As a scenario would write it; `undefined` if there is nothing to assume. */
  readonly default: unknown;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

/**
 * Two other values that an assumption might have: given as a scenario would write them (an absent side has none); or,
 * for a share of a whole, moved towards 0 and towards 1.
 */
export type Alternatives = { readonly low?: string; readonly high?: string } | 'towards_one';

/** One assumption as the reports show it. */
export interface Assumption {
  /** Path in the scenario file, such as `model.wake_latency`. */
  readonly name: string;
  /** The value as a person would write it. */
  readonly value: string;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low' | 'yours' | 'measured';
  /** Whether the scenario sets it, or the default applies. */
  readonly set_by: 'scenario' | 'default';
}

/** One assumption as the scenario makes it. */
export interface ScenarioAssumption extends Assumption {
  /** The value as a scenario would write it, as plain data. */
  readonly written: unknown;
  /** Other values it might have, if its confidence does not imply them. */
  readonly alternatives?: Alternatives | undefined;
}

/**
 * A value that the scenario sets.
 * @param written as plain data
 * @param measured from what it was measured, if it was
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

/** A value that a default decides. @param written as a scenario would write it, as plain data */
export function assumed(
  name: string,
  written: unknown,
  { source, confidence }: Pick<ConstantDefault, 'source' | 'confidence'>,
  alternatives?: Alternatives,
): ScenarioAssumption {
  return { name, value: asWritten(written), source, confidence, set_by: 'default', written, alternatives };
}
