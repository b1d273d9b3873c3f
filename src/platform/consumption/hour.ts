import { z } from 'zod';
import { amount, moment, text, whole } from '../resource/row.js';
import type { Shaped } from '../resource/schema.js';

/** A branch's consumption in one hour, as stored; older hours hold a day's or a month's total in its first hour. */
export const HOUR_ROW = z.object({
  /** `<branch id>/<start of the hour, in hours since the epoch>`, with the project's id for deleted branches. */
  id: text,
  project_id: text,
  /** Empty: deleted branches. */
  branch_id: text,
  hour: whole,
  compute_seconds: amount,
  /** Absent in rows of versions that did not count it. */
  active_seconds: amount.optional(),
  /** Amounts by metric that deleted branches added while they existed; absent if there were none. */
  hourly: z.record(text, amount).optional(),
});

export type HourRecord = Shaped<typeof HOUR_ROW>;

const HOURS_PER_DAY = 24;

/** The index key of an hour's project and day. */
export function projectDay({ project_id, hour }: Pick<HourRecord, 'project_id' | 'hour'>): string {
  return `${project_id} ${Math.floor(hour / HOURS_PER_DAY)}`;
}

/** The consumption of a project or a branch in one billing period, as stored. */
export const USAGE_ROW = z.object({
  /** Project or branch. */
  id: text,
  project_id: text,
  /** Start of the billing period the totals belong to. */
  period_start_ms: moment,
  active_seconds: amount,
  compute_seconds: amount,
});
