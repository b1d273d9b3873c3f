import type { z } from 'zod';
import { ASSUMPTION_CATALOGUE } from '../assumption-catalogue.js';
import type { ModelConstants } from '../scenario.js';
import { section } from './section.js';

type ModelShape = {
  readonly [Key in keyof ModelConstants]-?: z.ZodOptional<z.ZodType<Exclude<ModelConstants[Key], undefined>>>;
};

/** Constants of the platform's behaviour; each has a default in the assumption catalogue. */
export const modelSchema = section(
  Object.fromEntries(
    Object.entries(ASSUMPTION_CATALOGUE).map(([key, entry]) => [key, withDefault(entry)]),
  ) as unknown as ModelShape,
  'Constants of the platform that it has not published, or that you override.',
);

/** Constants that the scenario sets itself. */
export type ModelForm = z.output<typeof modelSchema>;

function withDefault(entry: {
  readonly schema: z.ZodType;
  readonly default: unknown;
  readonly source: string;
}): z.ZodType {
  const optional = entry.schema.optional();
  const description = `${entry.schema.description ?? ''} Default from: ${entry.source}.`.trim();
  // An annotation only: the default itself is applied, and recorded as an assumption, when compiling.
  return optional.meta({ description, ...(entry.default === undefined ? {} : { default: entry.default }) });
}
