import { z } from 'zod';
import { INTERVAL_DEFINITION } from '../form/interval.js';
import { scenarioSchema } from './scenario-schema.js';

/**
 * JSON Schema (draft 7) of a scenario file, with descriptions and defaults, for editors to complete and
 * explain from. It knows the shape of the file; what spans several values is checked when a file is read.
 */
export function scenarioJsonSchema(): object {
  const schema = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    target: 'draft-7',
    override({ zodSchema, jsonSchema }) {
      // Defaults and examples stand as they are written in a file, also where reading changes the value.
      const { default: fallback, examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (fallback !== undefined) jsonSchema.default = fallback;
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      // `not: {}` is how the catch-all of a section says that there are no other keys.
      const other = jsonSchema.additionalProperties;
      if (typeof other === 'object' && 'not' in other) jsonSchema.additionalProperties = false;
    },
  });
  const definitions = { ...(schema['definitions'] as object), Interval: INTERVAL_DEFINITION };
  const { $schema, ...content } = schema;
  return {
    $schema,
    // A name and no address: catalogues of schemas give it their own.
    $id: 'urn:neap:scenario',
    title: 'neap scenario',
    ...content,
    definitions,
  };
}
