import { z } from 'zod';
import { timeZone } from '../form/clock.js';
import { DURATION, exact, positive } from '../form/quantity-schema.js';
import { readBy } from '../form/read-by.js';
import { shown } from '../form/shown.js';
import { text, word } from '../form/text-schema.js';

/** The default start of a scenario: Monday, 2026-01-05T00:00:00Z. */
export const DEFAULT_START_EPOCH_SECONDS = 1_767_571_200;

/** Rejects typing mistakes. */
const MAX_DURATION_SECONDS = 100 * 366 * 86_400;

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.0+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Weeks and months are counted from 1970; after 9899, the longest run would end in a year of five digits. */
const [EARLIEST_START, LATEST_START] = [0, Date.UTC(9900, 0, 1) / 1000 - 1];

/** Unix time of an ISO 8601 day or timestamp with a zone, in whole seconds. */
function parseStart(value: unknown): number | undefined {
  const match = typeof value === 'string' ? TIMESTAMP.exec(value.trim()) : null;
  if (match === null) return undefined;
  const [, day, minutes, seconds = '00', zone] = match;
  if (minutes !== undefined && zone === undefined) return undefined;
  const offset = zone === undefined || zone === 'Z' ? 'Z' : zone.replace(/^(.\d\d)(\d\d)$/, '$1:$2');
  const time = Date.parse(`${day}T${minutes ?? '00:00'}:${seconds}${offset}`) / 1000;
  const sameDay = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(sameDay.getTime()) && sameDay.toISOString().startsWith(day!);
  return exists && time >= EARLIEST_START && time <= LATEST_START ? time : undefined;
}

const start = readBy(
  parseStart,
  (value) =>
    `expected a UTC timestamp such as 2026-01-05T00:00:00Z or a day such as 2026-01-05, from 1970 to 9899, got ${shown(value)}`,
).meta({
  type: 'string',
  description: 'When the run begins: ISO 8601, UTC.',
  examples: ['2026-01-05T00:00:00Z'],
});

/** `YYYY-MM-DD`. */
export const day = readBy(
  (value) =>
    typeof value === 'string' && value.length === 10 && parseStart(value) !== undefined ? value : undefined,
  (value) => `expected a day such as 2026-01-05, got ${shown(value)}`,
).meta({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const seed = readBy(
  (value) => {
    // Beyond this range, different seeds would be read as the same number.
    if (Number.isSafeInteger(value)) return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
  },
  (value) =>
    `expected a whole number or a text such as 42, got ${shown(value)}${typeof value === 'number' ? '; put it in quotes' : ''}`,
).meta({
  anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1 }],
  description: 'Seeds every random stream.',
});

const duration = positive(exact(DURATION), 'Length of the run; optional if a load has a trace.').refine(
  (seconds) => seconds <= MAX_DURATION_SECONDS,
  'expected a duration of 100 years at most',
);

export const FINDING_IDS = [
  'poll_under_timeout',
  'kept_awake',
  'pool_outlives_suspend',
  'crons_share_a_minute',
  'deploy_exhausts_slots',
  'pool_per_frozen_function',
  'pooler_breaks_session',
  'slot_removed',
  'minimum_never_used',
  'maximum_binds',
  'memory_runs_out',
  'quota_runs_out',
  'platform_refuses',
  'plan_outgrown',
  'job_unlike_month',
  'jobs_skipped',
] as const;

export type FindingId = (typeof FINDING_IDS)[number];

export const SETTINGS = {
  name: text(
    'the name of the scenario',
    200,
    'Name of the scenario; the name of the file by default.',
  ).optional(),
  description: text('a sentence', 10_000, 'What the scenario is about.').optional(),
  seed: seed.optional(),
  start: start.optional(),
  timezone: timeZone('Time zone of days, weeks and cron expressions; UTC by default.').optional(),
  duration: duration.optional(),
};

export const timelineInterval = positive(
  exact(DURATION),
  'Width of a row of the timeline; chosen by the duration by default.',
);

export const ignoredFindings = z
  .array(word(FINDING_IDS))
  .describe('Findings that validate --advise and run leave out.');

/** Widths that divide minutes, hours and days evenly; seconds. */
const WIDTHS = [1, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400];

/** A week at five minutes. */
const MAX_ROWS = 2016;

/** Width in seconds of a timeline row by default: the finest even width with at most 2,016 rows. */
export function defaultTimelineInterval(duration_seconds: number): number {
  return WIDTHS.find((width) => duration_seconds / width <= MAX_ROWS) ?? WIDTHS[WIDTHS.length - 1]!;
}
