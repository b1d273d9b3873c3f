import type { ManyRuns } from '../runs/many-runs.js';

/** A figure of the steady state. */
export interface SteadyFigure {
  readonly figure: string;
  readonly unit: 'milliseconds' | 'per_second' | 'count' | 'cu' | 'share' | 'usd';
  readonly mean: number;
  readonly half_width: number;
  /** The same over the whole run, its warm-up included. */
  readonly whole_run: number;
  /** Batches, or sections, that the interval rests on. */
  readonly batches: number;
  /** Whether they are practically independent; `null` if that is not checked. */
  readonly independent: boolean | null;
}

/** The steady state of one long run. */
export interface SteadyRun extends Omit<ManyRuns, 'replications'> {
  readonly scenario: string;
  /** Width of the intervals that the run was cut into, and how many there are. */
  readonly interval_seconds: number;
  readonly intervals: number;
  readonly warm_up: {
    readonly seconds: number;
    /** The series that took longest to settle. */
    readonly because_of: string;
    /** Whether its end was found within the first half of the run, the only part that is searched. */
    readonly settled: boolean;
  };
  /** Empty if the run is too short. */
  readonly figures: readonly SteadyFigure[];
}
