import { ASSUMPTION_CATALOGUE } from './assumption-catalogue.js';
import type { ModelConstants } from './scenario.js';
import type { ModelForm } from './schema/model-schema.js';

/** The model's constants: what the scenario sets, and the catalogue's defaults for the rest. */
export function compileModel(form: ModelForm | undefined): ModelConstants {
  const entries = Object.entries(ASSUMPTION_CATALOGUE).map(([key, entry]) => {
    const own = form?.[key as keyof ModelConstants];
    if (own !== undefined) return [key, own];
    return [key, entry.default === undefined ? undefined : entry.schema.parse(entry.default)];
  });
  return Object.fromEntries(entries) as ModelConstants;
}
