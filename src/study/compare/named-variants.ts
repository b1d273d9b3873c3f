import { refusal, ScenarioError } from '../../scenario/document/diagnostic.js';
import { DEFAULT_VENDOR } from '../../scenario/sections/vendor.js';
import { elsewhereSource, vendorEnds } from '../elsewhere/vendor-size.js';
import { compileVariant, type ScenarioSource, type SourcedVariant } from '../runs/scenario-source.js';
import type { VariantNotAllowed } from './comparison.js';
import { pathAndValue, refuseTimeoutElsewhere } from './setting-change.js';
import { refuseUnknownSetting, settingsOverrides } from './setting-dimension.js';

/** The name of the unchanged scenario as a variant, and as a candidate outside a space of settings. */
export const AS_IT_IS = 'as it is';

/** A variant by its name, and its changes: `path=value`, where the path may be the short name of a setting. */
export interface NamedChanges {
  readonly name: string;
  readonly changes: readonly string[];
}

/** The variants of a comparison, and those that another vendor's platform cannot run. */
export interface NamedVariants {
  readonly variants: readonly SourcedVariant[];
  readonly not_allowed: readonly VariantNotAllowed[];
}

/**
 * The unchanged scenario and its variants, all with its seed, so that they use the same random numbers.
 * @param asked the option that named the variants, for messages
 * @throws ScenarioError for two variants of one name, for invalid ones, and if no variant is left; TraceError
 */
export async function namedVariants(
  source: ScenarioSource,
  variants: readonly NamedChanges[],
  asked: string,
): Promise<NamedVariants> {
  const names = new Set([AS_IT_IS]);
  for (const { name } of variants) {
    if (names.has(name)) throw refusal(asked, `there are two variants "${name}"; give each a unique name`);
    names.add(name);
  }
  const first = await compileVariant(await elsewhereSource(source), AS_IT_IS);
  const { seed } = first.scenario;
  const all: SourcedVariant[] = [first];
  const refused: { readonly name: string; readonly error: ScenarioError }[] = [];
  for (const { name, changes } of variants) {
    for (const change of changes)
      refuseUnknownSetting(pathAndValue(change)[0], first.scenario, `${asked} ${name} ${change}`);
    const settings = Object.fromEntries(changes.map(pathAndValue));
    const overrides = settingsOverrides(settings, first.scenario, source);
    for (const { written, end } of vendorEnds(settings['vendor'] ?? DEFAULT_VENDOR)) {
      const set = [...source.set, ...overrides, ...(end === undefined ? [] : [`vendor=${written}`])];
      const called = end === undefined ? name : `${name} (${end})`;
      try {
        const variant = await compileVariant(await elsewhereSource({ ...source, set, seed }), called);
        refuseTimeoutElsewhere(variant.scenario, settings);
        all.push(variant);
      } catch (caught) {
        if (!(caught instanceof ScenarioError)) throw caught;
        const error = caught.renamed((override) =>
          overrides.includes(override) || override.startsWith('vendor=')
            ? `${asked} ${name} ${changes.join(' ')}`
            : undefined,
        );
        const isOfVendor = error.diagnostics.every(
          (each) => each.path === 'vendor' && error.forbidden.has(each),
        );
        if (!isOfVendor) throw error;
        refused.push({ name: called, error });
      }
    }
  }
  if (all.length === 1 && refused.length > 0) throw refused[0]!.error;
  const not_allowed = refused.map(({ name, error }) => ({ name, reason: error.diagnostics[0]!.message }));
  return { variants: all, not_allowed };
}
