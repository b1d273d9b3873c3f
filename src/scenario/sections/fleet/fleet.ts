import { z } from 'zod';
import type { Distribution } from '../../../kernel/distribution.js';
import { suggestion } from '../../../kernel/nearest-name.js';
import { MIX_SOURCE, TENANT_CLASSES } from '../../../workload/tenant-class.js';
import type { DrawnClass } from '../../../workload/tenants.js';
import { quoted } from '../../document/scenario-document.js';
import { oneOfForms } from '../../form/choice.js';
import { countDistribution } from '../../form/distribution-schema.js';
import { plainNumber, quantity, SHARE } from '../../form/quantity-schema.js';
import { refuse } from '../../form/read-by.js';
import { AT_KEY, section } from '../../form/section.js';
import { isMapping } from '../../form/shown.js';
import { entityName, text, word } from '../../form/text-schema.js';
import { assumed, type ScenarioAssumption } from '../../model/assumption.js';
import { CLASS_SETTINGS, COMPUTE_SETTINGS } from '../compute-settings.js';

/** Larger numbers are typing mistakes; the number that one process can run depends on its memory. */
const MAX_TENANTS = 1_000_000;

export const DEFAULT_FLEET_NAME = 'tenant';

/** Tolerance for the sum of shares, so that thirds can be written with a few digits. */
const SUM_TOLERANCE = 1e-4;

const classParameters = section(
  {
    share: quantity(SHARE, 'Share of the tenants, as the probability of each.'),
    rate_factor: countDistribution
      .describe("A tenant's rate as a multiple of the loads' rate, drawn once for each tenant.")
      .optional(),
    working_set_factor: countDistribution
      .describe(
        "A tenant's working set as a multiple of the loads' working set, also drawn once for each tenant.",
      )
      .optional(),
    ...CLASS_SETTINGS,
  },
  'A class of tenants.',
);

export type ClassItem = z.output<typeof classParameters>;

const tenantClass = oneOfForms(
  'a share such as 60%, or { share, rate_factor }',
  [
    { name: '*', schema: quantity(SHARE).transform((share): ClassItem => ({ share })) },
    { name: 'share', schema: classParameters, matches: () => true },
  ],
  { id: 'TenantClass', description: 'Share of a built-in class, or a class of your own.' },
);

const mix = z
  .record(z.string(), tenantClass)
  .superRefine((classes, context) => {
    for (const [name, form] of Object.entries(classes)) {
      if (Object.hasOwn(TENANT_CLASSES, name) || form.rate_factor !== undefined) continue;
      const message = `unknown class "${name}"${suggestion(name, Object.keys(TENANT_CLASSES))}; a new class needs a rate_factor, as in { share: 10%, rate_factor: 5 }`;
      context.addIssue({ code: 'custom', path: [name], message, params: AT_KEY });
    }
    addSumIssue(
      Object.values(classes).map(({ share }) => share),
      context,
    );
  })
  .describe('Classes of tenants with their shares; idle, hobby and business are built in.');

/** A key of a mapping of hours from UTC, which JSON and YAML read as text. */
function isOffset(key: string): boolean {
  const hours = Number(key);
  return key.trim() !== '' && hours >= -12 && hours <= 14 && Number.isInteger(hours * 4);
}

const timeZones = z
  .record(z.string(), quantity(SHARE, 'Share of the tenants.'))
  .superRefine((zones, context) => {
    for (const key of Object.keys(zones)) {
      if (isOffset(key)) continue;
      const message = `expected hours from UTC, from -12 to 14, such as -5 or 1, got ${JSON.stringify(key)}`;
      context.addIssue({ code: 'custom', path: [key], message, params: AT_KEY });
    }
    addSumIssue(Object.values(zones), context);
  })
  .describe('Hours from UTC with the share of tenants in that time zone; all are in UTC by default.');

/** Denotes all tenants without a team. */
export const REST = 'rest';

const teamName = entityName('team', 'Name of a team.');

const LIST_OF_TENANTS = 'expected a list of tenants such as [acme, globex], or rest';

const tenantsOfTeam = z
  .preprocess(
    (tenants) => (tenants === REST ? [REST] : tenants),
    // A union, whose JSON Schema is replaced as a whole by that of the metadata.
    z.union([z.array(text('the name of a tenant', 256), LIST_OF_TENANTS).min(1, LIST_OF_TENANTS)]),
  )
  .meta({
    description: 'A list of the tenants, or rest.',
    anyOf: [{ const: REST }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
  });

const isList = (tenants: unknown) => Array.isArray(tenants) || tenants === REST;

const teams = oneOfForms(
  'shares such as { shop: 70%, search: 30% }, lists of tenants, or a CSV file with the columns tenant and team',
  [
    {
      name: '*',
      schema: text('the path of a CSV file', 4096).transform((file) => ({ kind: 'file' as const, file })),
    },
    {
      name: 'lists',
      schema: z.record(teamName, tenantsOfTeam).transform((lists) => ({ kind: 'lists' as const, lists })),
      matches: (mapping) => Object.values(mapping).some(isList),
    },
    {
      name: 'shares',
      schema: z
        .record(teamName, quantity(SHARE, 'Share of the tenants, or a list of tenants.'))
        .superRefine((each, context) => addSumIssue(Object.values(each), context))
        .transform((shares) => ({ kind: 'shares' as const, shares })),
      matches: () => true,
    },
  ],
  {
    description:
      'Teams or other cost centres: for each name a share of the tenants, or a list of tenants (`rest`: all others); or a CSV file with the columns tenant and team.',
  },
);

export type TeamsItem = z.output<typeof teams>;

function addSumIssue(shares: readonly number[], context: z.core.$RefinementCtx): void {
  const sum = shares.reduce((total, share) => total + share, 0);
  if (Math.abs(sum - 1) <= SUM_TOLERANCE) return;
  const percent = Number((100 * sum).toPrecision(6));
  refuse(context, `expected shares that sum to 100 %, got ${percent} %`);
}

export const fleetShape = {
  name: entityName('fleet', 'Prefix of the names of its computes; "tenant" by default.').prefault(
    DEFAULT_FLEET_NAME,
  ),
  description: text('a sentence', 1000, 'What the fleet is about.').optional(),
  template: section(COMPUTE_SETTINGS, 'The compute that each tenant has.'),
  count: plainNumber(
    `a whole number of tenants from 1 to ${MAX_TENANTS}`,
    isTenantCount,
    { type: 'integer', minimum: 1, maximum: MAX_TENANTS },
    'Number of tenants, each with a separate compute.',
  ),
  mix: mix.optional(),
  time_zones: timeZones.optional(),
  teams: teams.optional(),
  rows: word(
    ['fleet', 'tenants'],
    'Rows of timeline.csv and decisions.csv: the fleet as a whole and anything out of the ordinary (fleet, the default), or every tenant (tenants).',
  ).prefault('fleet'),
};

export function isTenantCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TENANTS;
}

export const fleet = section(fleetShape, 'A fleet: computes made from one template, one per tenant.');

export function isMeantAsFleet(mapping: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(mapping);
  return !keys.every((key) => isMapping(mapping[key])) || keys.some((key) => Object.hasOwn(fleetShape, key));
}

export type FleetItem = z.output<typeof fleet>;

const ONE: Distribution = { kind: 'constant', value: 1 };

/** The classes of a fleet in the order of the file; by default the built-in ones with their usual shares. */
export function classesOf({ mix }: FleetItem): readonly (DrawnClass & { readonly form: ClassItem })[] {
  const written: Readonly<Record<string, ClassItem>> =
    mix ?? Object.fromEntries(Object.entries(TENANT_CLASSES).map(([name, { share }]) => [name, { share }]));
  return Object.entries(written).map(([name, form]) => {
    const known = Object.hasOwn(TENANT_CLASSES, name) ? TENANT_CLASSES[name] : undefined;
    return {
      name,
      share: form.share,
      form,
      rate_factor: form.rate_factor ?? known?.rate_factor.distribution ?? ONE,
      working_set_factor: form.working_set_factor ?? known?.working_set_factor.distribution ?? ONE,
    };
  });
}

/** Assumptions about tenants that the scenario does not replace. */
export function fleetAssumptions(fleet: FleetItem): readonly ScenarioAssumption[] {
  const guess = (key: string, written: unknown, source: string) =>
    assumed(`computes.${key}`, written, { source, confidence: 'low' });
  const classes = classesOf(fleet);
  const shares = Object.fromEntries(classes.map(({ name, share }) => [name, share]));
  const mix = fleet.mix === undefined ? [guess('mix', shares, MIX_SOURCE)] : [];
  const one_zone = 'all tenants are assumed to be in UTC, so that their days peak together';
  const zones = fleet.time_zones === undefined ? [guess('time_zones', { 0: 1 }, one_zone)] : [];
  const factors = classes.flatMap(({ name, form }) => {
    const known = TENANT_CLASSES[name];
    return (['rate_factor', 'working_set_factor'] as const).flatMap((factor) => {
      // All of them were measured on systems other than databases.
      return known === undefined || form[factor] !== undefined
        ? []
        : [guess(`mix.${quoted(name)}.${factor}`, known[factor].written, known[factor].source)];
    });
  });
  return [...mix, ...zones, ...factors];
}
