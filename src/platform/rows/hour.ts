/** What a branch has consumed in one hour, as stored; of hours long ago a day's, or a month's, in its first hour. */
export interface HourRecord {
  /** `<branch id>/<start of the hour, in hours since the epoch>`, with the project's id where branches are gone. */
  readonly id: string;
  readonly project_id: string;
  /** Empty: of branches that are gone. */
  readonly branch_id: string;
  readonly hour: number;
  readonly compute_seconds: number;
  /** Absent in rows of versions that did not count it. */
  readonly active_seconds?: number | undefined;
}

const HOURS_PER_DAY = 24;

/** Names the day that an hour of a project belongs to. */
export function projectDay({ project_id, hour }: Pick<HourRecord, 'project_id' | 'hour'>): string {
  return `${project_id} ${Math.floor(hour / HOURS_PER_DAY)}`;
}
