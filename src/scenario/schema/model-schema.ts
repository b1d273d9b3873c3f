import type { z } from 'zod';
import { ASSUMPTION_CATALOGUE } from '../assumption-catalogue.js';
import { type CatalogueEntry, RULE_BOOKS } from '../catalogue/catalogue-entry.js';
import type { ModelConstants } from '../scenario.js';
import { section } from './section.js';
import { word } from './text-schema.js';

type ModelShape = {
  readonly [Key in keyof ModelConstants]-?: z.ZodOptional<z.ZodType<Exclude<ModelConstants[Key], undefined>>>;
};

/** Constants of the platform's behaviour; each has a default in the assumption catalogue. */
export const modelSchema = section(
  {
    rules: word(
      RULE_BOOKS,
      "Whose rules the defaults of the others follow: the specification's (seed), or the platform's present ones (platform).",
    ).optional(),
    ...(Object.fromEntries(
      Object.entries(ASSUMPTION_CATALOGUE).map(([key, entry]) => [key, withDefault(entry)]),
    ) as unknown as ModelShape),
  },
  'Constants of the platform that it has not published, or that you override.',
);

/** Constants that the scenario sets itself. */
export type ModelForm = z.output<typeof modelSchema>;

function withDefault(entry: CatalogueEntry<unknown>): z.ZodType {
  const optional = entry.schema.optional();
  const { platform } = entry;
  const present =
    platform === undefined
      ? ''
      : ` With rules: platform it is ${String(platform.default)}, from: ${platform.source}.`;
  const description = `${entry.schema.description ?? ''} Default from: ${entry.source}.${present}`.trim();
  // An annotation only: the default itself is applied, and recorded as an assumption, when compiling.
  return optional.meta({ description, ...(entry.default === undefined ? {} : { default: entry.default }) });
}
