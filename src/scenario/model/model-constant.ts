import type { z } from 'zod';

/** One constant of the platform's behaviour, with all that is known of it. */
export interface ModelConstant extends ConstantDefault {
  /** How it is written, and in its description what it is; read into base units: seconds, bytes, shares of 1. */
  readonly schema: z.ZodType;
  /** The default under the platform's present rules, where they are not those of the seed. */
  readonly platform?: ConstantDefault;
  /** When it can matter to a run. */
  readonly relevant: Relevance;
  /** What must have happened in a run for it to have mattered. */
  readonly touched: Touch;
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

/** What of a scenario lets a constant matter to its run. */
export type Relevance =
  | 'loaded'
  | 'in_transaction'
  | 'suspends'
  | 'wakes'
  | 'pool_misses'
  | 'long_idle'
  | 'restarts'
  | 'starts'
  | 'fractional'
  | 'bandwidth'
  | 'throttled'
  | 'autoscales'
  | 'agent_decides'
  | 'working_set_decides'
  | 'working_set_read'
  | 'migrates'
  | 'cached'
  | 'cached_by_formula'
  | 'prewarmed'
  | 'pooled';

/** What can happen in a run that a constant has a part in. */
export type Touch =
  | 'queried'
  | 'refused'
  | 'found_stopped'
  | 'ended_in_transaction'
  | 'suspended'
  | 'waited_for_wake'
  | 'started'
  | 'restarted'
  | 'resized'
  | 'migrated'
  | 'memory_short'
  | 'missed'
  | 'missed_or_refused'
  | 'started_cold'
  | 'queued_in_pooler'
  | 'refused_by_pooler'
  | 'timed_out_in_pooler';
