import { refusal, ScenarioError } from '../../scenario/document/diagnostic.js';
import { compileVariant, type ScenarioSource, type SourcedVariant } from '../runs/scenario-source.js';
import { pathAndValue } from './setting-change.js';
import { refuseUnknownSetting, settingsOverrides } from './setting-dimension.js';

/** The variant that a scenario is as it stands, and the candidate where its settings are no combination of a space. */
export const AS_IT_IS = 'as it is';

/** A variant by its name, and what it changes: `path=value`, where the path may be the short name of a setting. */
export interface NamedChanges {
  readonly name: string;
  readonly changes: readonly string[];
}

/**
 * A scenario as it is and under each of some changes, all with its seed, so that they meet the same random numbers.
 * @param asked by what the variants were asked for, for messages
 * @throws ScenarioError for two variants of one name, and for what is wrong with them; TraceError
 */
export async function namedVariants(
  source: ScenarioSource,
  variants: readonly NamedChanges[],
  asked: string,
): Promise<readonly SourcedVariant[]> {
  const names = new Set([AS_IT_IS]);
  for (const { name } of variants) {
    if (names.has(name))
      throw refusal(asked, `there are two variants "${name}"; give each a name of its own`);
    names.add(name);
  }
  const first = await compileVariant(source, AS_IT_IS);
  const { seed } = first.scenario;
  const all: SourcedVariant[] = [first];
  for (const { name, changes } of variants) {
    for (const change of changes)
      refuseUnknownSetting(pathAndValue(change)[0], first.scenario, `${asked} ${name} ${change}`);
    const settings = Object.fromEntries(changes.map(pathAndValue));
    const overrides = settingsOverrides(settings, first.scenario, source);
    const set = [...source.set, ...overrides];
    all.push(
      await compileVariant({ ...source, set, seed }, name).catch((error: unknown) => {
        if (!(error instanceof ScenarioError)) throw error;
        throw error.renamed((override) =>
          overrides.includes(override) ? `${asked} ${name} ${changes.join(' ')}` : undefined,
        );
      }),
    );
  }
  return all;
}
