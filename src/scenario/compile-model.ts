import { ASSUMPTION_CATALOGUE } from './assumption-catalogue.js';
import { defaultUnder, RULE_BOOKS } from './catalogue/catalogue-entry.js';
import type { ModelConstants } from './scenario.js';
import type { ModelForm } from './schema/model-schema.js';

/** The model's constants: what the scenario sets, and the catalogue's defaults under its rules for the rest. */
export function compileModel(form: ModelForm | undefined): ModelConstants {
  const rules = form?.rules ?? RULE_BOOKS[0];
  const entries = Object.entries(ASSUMPTION_CATALOGUE).map(([key, entry]) => {
    const own = form?.[key as keyof ModelConstants];
    if (own !== undefined) return [key, own];
    const { default: written } = defaultUnder(rules, entry);
    return [key, written === undefined ? undefined : entry.schema.parse(written)];
  });
  return Object.fromEntries(entries) as ModelConstants;
}
