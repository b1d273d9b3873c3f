import type { Fidelity } from '../../simulation/simulation.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { Constraint } from '../replicate/constraint.js';
import type { ResourcePressure } from '../replicate/resource-use.js';
import type { ManyRuns } from '../runs/many-runs.js';
import type { LoadGrowth } from './load-growth.js';

/** The question about a configuration. */
export interface CapacityPlan {
  /** One or more. */
  readonly objectives: readonly Constraint[];
  /** Two or more, for the range. */
  readonly replications: number;
  /** Width of the range of an end, as a share, within which three replications of a busy load will do; absent: none. */
  readonly enough?: number | undefined;
  /** Confidence level of the range, strictly between 0 and 1. */
  readonly confidence: number;
  /** Precision of the load, as a share of it. */
  readonly tolerance: number;
  readonly growth?: LoadGrowth;
}

/** An end of the passing loads, as a multiple of the scenario's load, known within a range. */
export interface LoadEstimate {
  readonly factor: number;
  /** On one side of the range all objectives are clearly met, on the other side one is clearly missed. */
  readonly low: number;
  readonly high: number;
}

/** An objective, and the loads at which it breaks, regardless of the others. */
export interface ObjectiveCapacity extends Pick<Constraint, 'figure' | 'comparison' | 'bound'> {
  /** Such as `latency_p99 <= 300ms`. */
  readonly objective: string;
  /** Derived from the simulated loads; `null` if those were all alike. */
  readonly factor: number | null;
  /** The same for a lower limit: an objective that improves with load, such as one on wakes. */
  readonly least_factor: number | null;
  /** Whether the mean at the scenario's load meets it. */
  readonly met: boolean;
  /** The figure at the scenario's load, and at the load that was found; `null`: not measured. */
  readonly at_present: MeanInterval | null;
  readonly at_capacity: MeanInterval | null;
}

/** A level of load that was simulated. */
export interface CapacityLevel {
  readonly factor: number;
  /** `hybrid`: simulated only on the way to an end; its figures do not describe the end. */
  readonly fidelity: Fidelity;
  readonly replications: number;
  readonly queries_per_second: number;
  /** By the objectives' figures, in their order. */
  readonly figures: readonly (MeanInterval | null)[];
  /** Whether the means meet all objectives. */
  readonly met: boolean;
}

/** When a growing load will reach the limit; days in UTC, `null` if it never will. */
export interface CapacityDate {
  /** As it was written. */
  readonly growth: string;
  readonly date: string | null;
  /** With the ends of the range, and of the growth. */
  readonly earliest: string | null;
  readonly latest: string | null;
  /** When the load is first large enough; `null` if it always is, or never. */
  readonly met_from: string | null;
}

/** The loads that a configuration carries. */
export interface Capacity extends ManyRuns {
  readonly scenario: string;
  /** Confidence level of the range, for all objectives together. */
  readonly confidence: number;
  /** The largest load at which all objectives are met; `null` if no larger load was found that misses one. */
  readonly load: LoadEstimate | null;
  /** The smallest such load; `null` if no smaller load was found that misses one. */
  readonly least: LoadEstimate | null;
  /** Met within a range with at least one known end; at all tested loads, or at none; or undetermined. */
  readonly verdict: 'range' | 'all' | 'none' | 'unknown';
  /** Why an end is `null`, and which loads were not simulated. */
  readonly why: string | null;
  /** Queries per second of the scenario, and at the ends that were found. */
  readonly queries_per_second: number;
  readonly queries_per_second_at_capacity: number | null;
  readonly queries_per_second_at_least: number | null;
  /** The objective that breaks first as the load grows, and the one that does as it shrinks; `null` if none does. */
  readonly first: string | null;
  readonly first_below: string | null;
  readonly objectives: readonly ObjectiveCapacity[];
  /** The resources under pressure at the largest load, highest pressure first. */
  readonly binds: readonly ResourcePressure[];
  /** `undefined` without growth. */
  readonly date: CapacityDate | undefined;
  /** Ascending by load. */
  readonly levels: readonly CapacityLevel[];
}
