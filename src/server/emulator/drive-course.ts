/** How far a drive has come. Times are in ms since the epoch. */
export interface DriveCourse {
  readonly ends_ms: number;
  readonly ended: boolean;
  /** Queries that have arrived. */
  readonly queries: number;
  /** The latest first. */
  readonly events: readonly DriveEvent[];
}

/** Something that happened to a compute, and why. */
export interface DriveEvent {
  readonly at_ms: number;
  readonly compute: string;
  readonly what: string;
  readonly reason: string;
}
