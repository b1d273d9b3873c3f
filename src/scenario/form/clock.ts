import { suggestion } from '../../kernel/nearest-name.js';
import { cronSchedule } from '../../workload/rate/cron-schedule.js';
import { TimeZone } from '../../workload/rate/time-zone.js';
import { readBy } from './read-by.js';
import { shown } from './shown.js';

export const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export const cronExpression = readBy(
  (value) => (cronProblem(value) === undefined ? (value as string).trim() : undefined),
  (value) => cronProblem(value)!,
).meta({
  type: 'string',
  description:
    'Cron expression of five fields: minute hour day month weekday, by the clock of timezone, UTC by default.',
  examples: ['*/5 * * * *', '0 3 * * MON-FRI'],
});

/** `undefined` for an expression that fires at some time. */
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

export function timeZone(description: string) {
  return readBy(
    (value) => (typeof value === 'string' && isTimeZone(value) ? value : undefined),
    (value) => {
      const nearest = typeof value === 'string' ? suggestion(value, zoneNames()) : '';
      return `expected the IANA name of a time zone such as Europe/Berlin or UTC, got ${shown(value)}${nearest}`;
    },
  ).meta({ type: 'string', description, examples: ['Europe/Berlin', 'America/New_York'] });
}

/** Intl lists canonical names only, without abbreviations. */
function zoneNames(): readonly string[] {
  return [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', 'CET', 'EET', 'MET', 'WET'];
}

/** Rejects offsets such as +01:00: only some versions of Node accept them, and they have no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new TimeZone(name);
    return true;
  } catch {
    return false;
  }
}
