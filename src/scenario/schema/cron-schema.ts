import { cronSchedule } from '../../workload/rate/cron-schedule.js';
import { shown } from '../form/choice.js';
import { readBy } from '../form/read-by.js';

/** A cron expression of five fields. */
export const cronExpression = readBy(
  (value) => (cronProblem(value) === undefined ? (value as string).trim() : undefined),
  (value) => cronProblem(value)!,
).meta({
  type: 'string',
  description:
    'Cron expression of five fields: minute hour day month weekday, by the clock of timezone, UTC by default.',
  examples: ['*/5 * * * *', '0 3 * * MON-FRI'],
});

/** What is wrong with a cron expression; `undefined` for nothing. */
function cronProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') {
    return `expected a cron expression of five fields such as "*/5 * * * *", got ${shown(value)}`;
  }
  try {
    if (Number.isFinite(cronSchedule(value, 0).next(0))) return undefined;
    return `expected a cron expression that fires at some time, got ${shown(value)}, which never does`;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
