import { z } from 'zod';
import { INTERVAL_DEFINITION } from '../form/interval.js';
import { scenarioSchema } from './scenario-schema.js';

/**
 * JSON Schema (draft 7) of a scenario file, with descriptions and defaults, for completion and
 * help in editors. It covers the structure of the file; rules on several values are checked when a file is read.
 */
export function scenarioJsonSchema(): object {
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
