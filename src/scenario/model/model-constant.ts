import type { z } from 'zod';

/** One constant of the platform's behaviour, with all that is known of it. */
export interface ModelConstant extends ConstantDefault {
  /** How it is written, and in its description what it is; read into base units: seconds, bytes, shares of 1. */
  readonly schema: z.ZodType;
  /** The default under the platform's present rules, where they are not those of the seed. */
  readonly platform?: ConstantDefault;
  /** When it can matter to a run: a word that others may share. */
  readonly relevant: string;
  /** What must have happened in a run for it to have mattered: another such word. */
  readonly touched: string;
  /** What it might be instead; what its confidence leaves open by default. */
  readonly alternatives?: Alternatives;
}

/** What a constant is where the scenario does not set it. */
export interface ConstantDefault {
  /** As a scenario would write it; `undefined` where there is nothing to assume. */
  readonly default: unknown;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

/**
 * Two other values that an assumption might have: given as a scenario would write them (an absent side has none); or,
 * for a share of a whole, moved towards 0 and towards 1.
 */
export type Alternatives = { readonly low?: string; readonly high?: string } | 'towards_one';
