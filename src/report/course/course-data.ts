/** Figures over time, each with a value for every interval. */
export type SeriesName = 'size' | 'waiting' | 'queries' | 'latency' | 'connections' | 'load' | 'cache';

/** A value for each interval; `null` without a measurement. */
export type Series = readonly (number | null)[];

/** Kinds of trouble that are marked at their moments. */
export const EVENT_KINDS = ['restart', 'refusal', 'failed', 'fault'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Number of parts of the run that separate events. */
export const EVENT_SLOTS = 4096;

/** The course of one compute, or of all together. */
export interface Lane {
  readonly name: string;
  readonly series: Readonly<Record<SeriesName, Series>>;
  /** By kind, the parts of the run with such events, ascending. */
  readonly events: Readonly<Record<EventKind, readonly number[]>>;
}

/** Limits to compare curves with; `null` if there is none, or if they differ. */
export interface LaneLimits {
  readonly min_cu: number | null;
  readonly max_cu: number | null;
  readonly latency_p99_ms: number | null;
  readonly max_connections: number | null;
}

/** A decision: milliseconds since the run's beginning, compute, kind, size afterwards in CU, reason. */
export type LoggedDecision = readonly [
  time_ms: number,
  compute: string,
  decision: string,
  cu: number,
  reason: string,
];

/** The data of the script of a run's page. */
export interface CourseData {
  /** Unix time of the run's beginning. */
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
  /** Width of an interval; the last may be shorter. */
  readonly width_seconds: number;
  readonly lanes: readonly Lane[];
  readonly limits: readonly LaneLimits[];
  /** The interval with the highest latency; absent if no query completed. */
  readonly worst?: WorstInterval | undefined;
  readonly decisions: readonly LoggedDecision[];
}

export interface WorstInterval {
  /** Its beginning, since the start of the run. */
  readonly seconds: number;
  readonly moment: string;
  readonly text: string;
}
