import { z } from 'zod';
import { oneOfForms } from '../form/choice.js';
import { INTERVAL_DEFINITION } from '../form/interval.js';
import { section } from '../form/section.js';
import { API_FAULTS } from '../sections/api-faults.js';
import { compute } from '../sections/computes.js';
import { data } from '../sections/data.js';
import { EVENTS } from '../sections/events.js';
import { FAULTS } from '../sections/faults.js';
import { fleet, isMeantAsFleet } from '../sections/fleet/fleet.js';
import type { ListSection } from '../sections/list-section.js';
import { LOAD } from '../sections/load/load.js';
import { model } from '../sections/model.js';
import { plan } from '../sections/plan.js';
import { previews } from '../sections/previews.js';
import { quota, spendingLimit } from '../sections/quota.js';
import { ignoredFindings, SETTINGS, timelineInterval } from '../sections/settings.js';
import { slo } from '../sections/slo.js';
import { vendor, vendorName } from '../sections/vendor.js';

/** The sections that are lists, in the order of the file. */
export const LISTS = { load: LOAD, events: EVENTS, faults: FAULTS, api_faults: API_FAULTS };

function list<Form>({ item, description }: ListSection<Form>) {
  return z.array(item).describe(description).optional();
}

export const scenarioShape = {
  ...SETTINGS,
  plan: plan.optional(),
  vendor: vendor.optional(),
  timeline_interval: timelineInterval.optional(),
  computes: oneOfForms(
    'a list of computes, or a fleet such as { template: { … }, count: 200 }',
    [
      { name: '*', schema: z.array(compute).min(1, 'expected at least one compute') },
      { name: 'template', schema: fleet, matches: isMeantAsFleet },
    ],
    {
      unknown: (name) =>
        `computes are a list, each with its name: "- name: ${name}"; a fleet is { template: { … }, count: 200 }`,
      description: 'The computes; the first one is the primary. Or a fleet: one compute for each tenant.',
    },
  ),
  load: list(LOAD),
  events: list(EVENTS),
  faults: list(FAULTS),
  api_faults: list(API_FAULTS),
  slo: slo.optional(),
  ignore_findings: ignoredFindings.optional(),
  data: data.optional(),
  previews: previews.optional(),
  quota: quota.optional(),
  spending_limit_cents: spendingLimit.optional(),
  model: model.optional(),
};

export const SCENARIO_KEYS = Object.keys(scenarioShape);

const scenarioSchema = section(
  scenarioShape,
  'A scenario for neap: computes, their load, and what happens to them.',
);

/**
 * JSON Schema (draft 7) of a scenario file.
 * @param vendors the ids that a scenario may name as its vendor
 */
export function jsonSchemaOf(vendors: readonly string[]): object {
  const schema = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    target: 'draft-7',
    override({ zodSchema, jsonSchema }) {
      // Defaults and examples are shown as written in a file, also if reading changes the value.
      const { default: fallback, examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (fallback !== undefined) jsonSchema.default = fallback;
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      // The catch-all of a section produces `not: {}`, which means that other keys are not allowed.
      const other = jsonSchema.additionalProperties;
      if (typeof other === 'object' && 'not' in other) jsonSchema.additionalProperties = false;
      if (zodSchema === vendorName) jsonSchema.enum = [...vendors];
    },
  });
  const definitions = { ...(schema['definitions'] as object), Interval: INTERVAL_DEFINITION };
  const { $schema, ...content } = schema;
  return {
    $schema,
    // A name rather than an address: schema catalogues assign their addresses.
    $id: 'urn:neap:scenario',
    title: 'neap scenario',
    ...content,
    definitions,
  };
}
