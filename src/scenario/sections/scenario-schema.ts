import { z } from 'zod';
import { oneOfForms, shown } from '../form/choice.js';
import { DURATION, decided, positive } from '../form/quantity-schema.js';
import { readBy } from '../form/read-by.js';
import { section } from '../form/section.js';
import { text, word } from '../form/text-schema.js';
import { modelSchema } from '../model/model-schema.js';
import { apiFaultSchema } from '../schema/api-fault-schema.js';
import { computeSchema } from '../schema/compute-schema.js';
import { dataSchema } from '../schema/data-schema.js';
import { fleetSchema, isMeantAsFleet } from '../schema/fleet-schema.js';
import type { ListSection } from '../schema/list-section.js';
import { objectivesSchema } from '../schema/objective-schema.js';
import { previewsSchema } from '../schema/previews-schema.js';
import { quotaSchema, spendingLimitSchema } from '../schema/quota-schema.js';
import { timeZone } from '../schema/time-zone-schema.js';
import { FINDING_IDS } from '../specification/finding-ids.js';
import { EVENTS } from './events.js';
import { FAULTS } from './faults.js';
import { LOAD } from './load/load.js';

/** Where a scenario begins that names no start: Monday, 2026-01-05T00:00:00Z. */
export const DEFAULT_START_EPOCH_SECONDS = 1_767_571_200;

/** Longer runs are taken for a slip of the pen. */
const LONGEST_DURATION_SECONDS = 100 * 366 * 86_400;

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.0+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Before it, weeks and months are not counted; after it, a year has no four digits at the end of the longest run. */
const [EARLIEST_START, LATEST_START] = [0, Date.UTC(9900, 0, 1) / 1000 - 1];

/** Unix time of an ISO 8601 day or timestamp, whole seconds; `undefined` when it is none, or has a time without a zone. */
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

const seed = readBy(
  (value) => {
    // Beyond it, different seeds are the same number.
    if (Number.isSafeInteger(value)) return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
  },
  (value) =>
    `expected a whole number or a text such as 42, got ${shown(value)}${typeof value === 'number' ? '; put it in quotes' : ''}`,
).meta({
  anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1 }],
  description: 'Seeds every random stream.',
});

const day = readBy(
  (value) =>
    typeof value === 'string' && value.length === 10 && parseStart(value) !== undefined ? value : undefined,
  (value) => `expected a day such as 2026-01-05, got ${shown(value)}`,
).meta({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const planName = () => text('the name of a plan such as free, launch or scale', 64);

const plan = oneOfForms(
  'the name of a plan such as launch, or { name, as_of }',
  [
    { name: '*', schema: planName().transform((name) => ({ name, as_of: undefined as string | undefined })) },
    {
      name: 'name',
      schema: section({
        name: planName().describe('Name of the plan.'),
        as_of: day
          .describe(
            'Day whose rules and prices apply; left out: the newest rules, and the price of each simulated day.',
          )
          .optional(),
      }).transform(({ name, as_of }) => ({ name, as_of })),
    },
  ],
  { description: 'Plan whose limits and prices apply.' },
);

const duration = positive(
  decided(DURATION),
  'How long the run is; may be left out when a load has a trace.',
).refine((seconds) => seconds <= LONGEST_DURATION_SECONDS, 'expected a duration of 100 years at most');

function list<Form>({ item, description }: ListSection<Form>) {
  return z.array(item).describe(description).optional();
}

/** The keys of a scenario file, each with its schema. */
export const scenarioShape = {
  name: text(
    'the name of the scenario',
    200,
    'Name of the scenario; the name of the file by default.',
  ).optional(),
  description: text('a sentence', 10_000, 'What the scenario is about.').optional(),
  seed: seed.optional(),
  start: start.optional(),
  timezone: timeZone('By whose clock days, weeks and cron expressions are read; UTC by default.').optional(),
  duration: duration.optional(),
  plan: plan.optional(),
  timeline_interval: positive(
    decided(DURATION),
    'Width of a row of the timeline; chosen by the duration by default.',
  ).optional(),
  computes: oneOfForms(
    'a list of computes, or a fleet such as { template: { … }, count: 200 }',
    [
      { name: '*', schema: z.array(computeSchema).min(1, 'expected at least one compute') },
      { name: 'template', schema: fleetSchema, matches: isMeantAsFleet },
    ],
    {
      unknown: (name) =>
        `computes are a list, each with its name: "- name: ${name}"; a fleet is { template: { … }, count: 200 }`,
      description:
        'The computes, of which the first is the primary; or a fleet of them, one for each tenant.',
    },
  ),
  load: list(LOAD),
  events: list(EVENTS),
  faults: list(FAULTS),
  api_faults: z
    .array(apiFaultSchema)
    .describe('What goes wrong with the management API, for neap serve and observe.')
    .optional(),
  slo: objectivesSchema.optional(),
  ignore_findings: z
    .array(word(FINDING_IDS))
    .describe('Findings that validate --advise and run leave out.')
    .optional(),
  data: dataSchema.optional(),
  previews: previewsSchema.optional(),
  quota: quotaSchema.optional(),
  spending_limit_cents: spendingLimitSchema.optional(),
  model: modelSchema.optional(),
};

/** The keys of a scenario file. */
export const SCENARIO_KEYS = Object.keys(scenarioShape);

/** A whole scenario file. */
export const scenarioSchema = section(
  scenarioShape,
  'A scenario for neap: computes, their load, and what happens to them.',
);
