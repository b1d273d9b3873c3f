import type { MeanInterval } from '../statistics/confidence-interval.js';
import type { Constraint } from './constraint.js';
import type { LoadGrowth } from './load-growth.js';
import type { ResourcePressure } from './resource-use.js';
import type { FigureName } from './run-figures.js';

/** What is asked about a configuration. */
export interface CapacityPlan {
  /** One or more. */
  readonly objectives: readonly Constraint[];
  /** Two or more, for the range. */
  readonly replications: number;
  /** Of the range, strictly between 0 and 1. */
  readonly confidence: number;
  /** How closely the load is searched for, as a share of it. */
  readonly tolerance: number;
  readonly growth?: LoadGrowth;
}

/** A load, as a multiple of the scenario's, known to lie within a range. */
export interface LoadEstimate {
  readonly factor: number;
  /** At the last load below all objectives are met beyond doubt, at the first above one is missed beyond doubt. */
  readonly low: number;
  readonly high: number;
}

/** An objective, and the load at which it breaks by itself. */
export interface ObjectiveCapacity {
  /** Such as `latency_p99 <= 300ms`. */
  readonly objective: string;
  readonly figure: FigureName;
  readonly bound: number;
  /** As far as the loads that were simulated tell; `null` where they were all alike. */
  readonly factor: number | null;
  /** Whether the mean at the scenario's own load meets it. */
  readonly met: boolean;
  /** The figure at the scenario's own load, and at the load that was found; `null`: not measured. */
  readonly at_present: MeanInterval | null;
  readonly at_capacity: MeanInterval | null;
}

/** A level of load that was simulated. */
export interface CapacityLevel {
  readonly factor: number;
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
}

/** The load that a configuration carries. */
export interface Capacity {
  readonly scenario: string;
  readonly seed: string;
  readonly start: string;
  readonly duration_seconds: number;
  readonly replications: number;
  /** Of the range, all objectives together. */
  readonly confidence: number;
  /** `null` where no load was found that breaks an objective, or none that breaks none; `why` says which. */
  readonly load: LoadEstimate | null;
  readonly why: string | null;
  /** The scenario's queries a second, and those at the load that was found. */
  readonly queries_per_second: number;
  readonly queries_per_second_at_capacity: number | null;
  /** The objective that breaks first; `null` where none does. */
  readonly first: string | null;
  readonly objectives: readonly ObjectiveCapacity[];
  /** What that load presses on, hardest first. */
  readonly binds: readonly ResourcePressure[];
  /** `undefined` where no growth was given. */
  readonly date: CapacityDate | undefined;
  /** Ascending by load. */
  readonly levels: readonly CapacityLevel[];
  readonly warnings: readonly string[];
}
