import { DAY_SECONDS } from '../../kernel/units.js';
import { cronSchedule } from '../../workload/rate/cron-schedule.js';
import { TimeZone } from '../../workload/rate/time-zone.js';
import { cronExpression, DAY_NAMES } from '../form/clock.js';
import { parseDuration } from '../form/quantity.js';
import { DURATION, quantity } from '../form/quantity-schema.js';
import { readBy } from '../form/read-by.js';
import { as } from '../form/record.js';
import { shown } from '../form/shown.js';
import type { Item, Problem } from './list-section.js';

const DAY_GROUPS: Readonly<Record<string, string>> = { weekdays: 'MON-FRI', weekends: 'SAT,SUN' };

/** Maximum number of events that one recurring event amounts to. */
const MAX_OCCURRENCES = 10_000;

/** A fixed period in seconds, the days of the week as in cron, or a whole cron expression. */
type Every = { readonly seconds: number } | { readonly days: string } | { readonly cron: string };

const EXPECTED =
  'expected a duration such as 1d or 7d, days such as weekdays, monday or monday..friday, or a cron expression such as "0 8 * * MON-FRI"';

/** Keys of an item that recurs; `at` is its first time. */
export const RECURRENCE = {
  every: readBy(parseEvery, (value) => `${EXPECTED}, got ${shown(value)}`)
    .meta({
      type: 'string',
      description:
        'How often it recurs from `at` on: a duration (`1d` is 24 h), days at the time of day of `at` (`weekdays`, `weekends`, `monday`, `monday..friday`), or a cron expression. Days and cron go by the clock of timezone, UTC by default.',
      examples: ['1d', 'weekdays', 'monday..friday', '0 8 * * MON-FRI'],
    })
    .optional(),
  until: as(
    'until_seconds',
    quantity(DURATION, 'End of the recurrence, from the start of the scenario.').optional(),
  ),
};

function parseEvery(value: unknown): Every | undefined {
  const seconds = parseDuration(value);
  if (seconds !== undefined) return seconds > 0 ? { seconds } : undefined;
  if (typeof value !== 'string') return undefined;
  const words = value.trim().toLowerCase();
  if (Object.hasOwn(DAY_GROUPS, words)) return { days: DAY_GROUPS[words]! };
  const ends = words.split('..').map((day) => DAY_NAMES.indexOf(day));
  if (ends.length <= 2 && !ends.includes(-1)) {
    const [first, last = first!] = ends as [number, number?];
    const count = ((last - first + 7) % 7) + 1;
    const days = Array.from({ length: count }, (_, index) => DAY_NAMES[(first + index) % 7]!.slice(0, 3));
    return { days: days.join(',').toUpperCase() };
  }
  const cron = cronExpression.safeParse(value);
  return cron.success ? { cron: cron.data } : undefined;
}

interface Recurring {
  readonly at_seconds: number;
  readonly every?: Every | undefined;
  readonly until_seconds?: number | undefined;
}

/** A recurring item as one that happens once. */
export type Once<Form> = Form extends unknown ? Omit<Form, 'every' | 'until_seconds'> : never;

/** The clock of a scenario, and its end; Infinity if it is not known yet. */
export interface RunClock {
  readonly start_epoch_seconds: number;
  readonly timezone: string | undefined;
  readonly duration_seconds: number;
}

/** Each occurrence of the items within the run as a separate item, at the index of the item in the file. */
export function occurrences<Form extends Recurring>(
  items: readonly Item<Form>[],
  clock: RunClock,
): readonly Item<Form>[] {
  return items.flatMap(({ index, form }) =>
    timesOf(form, clock).map((at_seconds) => ({
      index,
      form: { ...form, at_seconds, every: undefined, until_seconds: undefined },
    })),
  );
}

function timesOf(
  { at_seconds: first, every, until_seconds = Number.POSITIVE_INFINITY }: Recurring,
  clock: RunClock,
): readonly number[] {
  if (every === undefined) return [first];
  const end = Math.min(until_seconds, clock.duration_seconds);
  const next = followed(every, first, clock);
  const times = [next(undefined)];
  if (times[0]! >= until_seconds) return [];
  // Without a known end only the first one can be checked.
  while (Number.isFinite(end) && times.length <= MAX_OCCURRENCES) {
    const time = next(times.at(-1));
    if (!(time < end)) break;
    times.push(time);
  }
  return times;
}

/** Returns the first time, or the one after a given time. */
function followed(
  every: Every,
  first: number,
  { start_epoch_seconds, timezone }: RunClock,
): (before: number | undefined) => number {
  if ('seconds' in every) return (before) => (before === undefined ? first : before + every.seconds);
  const epoch = start_epoch_seconds + first;
  const second_of_day =
    (((epoch + new TimeZone(timezone).at(epoch).offset) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const minutes = Math.floor(second_of_day / 60);
  const beyond = 'days' in every ? second_of_day - minutes * 60 : 0;
  const cron = 'days' in every ? `${minutes % 60} ${Math.floor(minutes / 60)} * * ${every.days}` : every.cron;
  const schedule = cronSchedule(cron, start_epoch_seconds, timezone);
  return (before) => schedule.next(before === undefined ? first - beyond - 1e-3 : before - beyond) + beyond;
}

/** Reports recurring items without an occurrence, and those with too many. */
export function checkRecurrence<Form extends Recurring>(
  items: readonly Item<Form>[],
  clock: RunClock,
  problem: Problem,
): void {
  for (const { index, form } of items) {
    const { every, until_seconds, at_seconds } = form;
    if (until_seconds !== undefined && every === undefined) {
      problem([index, 'until'], 'until ends an event that recurs; expected every as well, such as every: 1d');
    } else if (until_seconds !== undefined && until_seconds <= at_seconds) {
      problem([index, 'until'], 'expected a time after at, when the event happens first', {
        related: [[index, 'at']],
      });
    } else if (timesOf(form, clock).length === 0) {
      problem([index, 'until'], 'nothing happens before until; expected a later end', {
        related: [[index, 'every']],
      });
    } else if (timesOf(form, clock).length > MAX_OCCURRENCES) {
      problem(
        [index, 'every'],
        `recurs more than ${MAX_OCCURRENCES} times; expected a longer period, or until`,
      );
    }
  }
}
