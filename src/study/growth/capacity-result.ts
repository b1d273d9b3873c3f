import type { Fidelity } from '../../simulation/simulation.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { Constraint } from '../replicate/constraint.js';
import type { ResourcePressure } from '../replicate/resource-use.js';
import type { ManyRuns } from '../runs/many-runs.js';
import type { LoadGrowth } from './load-growth.js';

/** What is asked about a configuration. */
export interface CapacityPlan {
  /** One or more. */
  readonly objectives: readonly Constraint[];
  /** Two or more, for the range. */
  readonly replications: number;
  /** Width of the range of an end, as a share, within which three replications of a busy load will do; absent: none. */
  readonly enough?: number | undefined;
  /** Of the range, strictly between 0 and 1. */
  readonly confidence: number;
  /** How closely the load is searched for, as a share of it. */
  readonly tolerance: number;
  readonly growth?: LoadGrowth;
}

/** An end of the loads that are met, as a multiple of the scenario's, known to lie within a range. */
export interface LoadEstimate {
  readonly factor: number;
  /** On one side of these all objectives are met beyond doubt, on the other one is missed beyond doubt. */
  readonly low: number;
  readonly high: number;
}

/** An objective, and the loads at which it breaks by itself. */
export interface ObjectiveCapacity extends Pick<Constraint, 'figure' | 'comparison' | 'bound'> {
  /** Such as `latency_p99 <= 300ms`. */
  readonly objective: string;
  /** As far as the loads that were simulated tell; `null` where they were all alike. */
  readonly factor: number | null;
  /** The same where it breaks below: an objective that gets better with load, such as one on wakes. */
  readonly least_factor: number | null;
  /** Whether the mean at the scenario's own load meets it. */
  readonly met: boolean;
  /** The figure at the scenario's own load, and at the load that was found; `null`: not measured. */
  readonly at_present: MeanInterval | null;
  readonly at_capacity: MeanInterval | null;
}

/** A level of load that was simulated. */
export interface CapacityLevel {
  readonly factor: number;
  /** `hybrid`: only looked at on the way to an end; its figures are not said of the end. */
  readonly fidelity: Fidelity;
  readonly replications: number;
  readonly queries_per_second: number;
  /** By the objectives' figures, in their order. */
  readonly figures: readonly (MeanInterval | null)[];
  /** Whether the means meet all objectives. */
  readonly met: boolean;
}

/** When a load will be reached, given how it grows; days of UTC, `null` where it never will. */
export interface CapacityDate {
  /** As it was written. */
  readonly growth: string;
  readonly date: string | null;
  /** With the ends of the range, and of the growth. */
  readonly earliest: string | null;
  readonly latest: string | null;
  /** When the load is first large enough; `null` where it always is, or never. */
  readonly met_from: string | null;
}

/** The loads that a configuration carries. */
export interface Capacity extends ManyRuns {
  readonly scenario: string;
  /** Of the range, all objectives together. */
  readonly confidence: number;
  /** The largest load at which all objectives are met; `null` where none was found beyond which one is missed. */
  readonly load: LoadEstimate | null;
  /** The smallest such load; `null` where none was found below which one is missed. */
  readonly least: LoadEstimate | null;
  /** Met between ends of which one or both are known; at all loads that were tried, or at none; or it cannot be told. */
  readonly verdict: 'range' | 'all' | 'none' | 'unknown';
  /** Why an end is `null`, and what was not looked at. */
  readonly why: string | null;
  /** The scenario's queries a second, and those at the ends that were found. */
  readonly queries_per_second: number;
  readonly queries_per_second_at_capacity: number | null;
  readonly queries_per_second_at_least: number | null;
  /** The objective that breaks first as the load grows, and the one that does as it shrinks; `null` where none does. */
  readonly first: string | null;
  readonly first_below: string | null;
  readonly objectives: readonly ObjectiveCapacity[];
  /** What the largest load presses on, hardest first. */
  readonly binds: readonly ResourcePressure[];
  /** `undefined` where no growth was given. */
  readonly date: CapacityDate | undefined;
  /** Ascending by load. */
  readonly levels: readonly CapacityLevel[];
}
