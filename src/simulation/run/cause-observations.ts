/** Requests for more than the minimum size: the autoscaler's three goals, or another policy. */
export const SIZE_GOALS = ['cpu', 'memory', 'lfc', 'policy'] as const;

export type SizeGoal = (typeof SIZE_GOALS)[number];

/** Effects of a load, or of a platform cause, on one compute, and the outcomes of its queries. */
export interface CauseObservations {
  /** The name of a load, or one of the platform's causes. */
  readonly name: string;
  readonly kind: 'load' | 'platform';
  /** Active time that it caused, and the idle part of it. */
  readonly active_seconds: number;
  readonly idle_seconds: number;
  /** Billed CU-seconds, and the part of them above the minimum size, by the goal that requested it. */
  readonly cu_seconds: number;
  readonly above_minimum_cu_seconds: Readonly<Partial<Record<SizeGoal, number>>>;
  /** The CU-seconds of each month of the compute, in their order. */
  readonly cu_seconds_by_month: readonly number[];
  readonly wakes: number;
  readonly arrived: number;
  readonly completed: number;
  readonly failed: number;
  /** Times that work inside the database did not run because the compute was not active; absent if there were none. */
  readonly skipped?: number;
  /** Attempts refused, by SQLSTATE; attempts cut, by cause; waits, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  readonly cut: Readonly<Record<string, number>>;
  readonly slow: Readonly<Record<string, number>>;
  /** Attempts of any load that were refused because no slot was free while this load held the most. */
  readonly refusals_caused: number;
}
