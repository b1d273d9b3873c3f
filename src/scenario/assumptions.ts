import { stringify } from 'yaml';
import { ASSUMPTION_CATALOGUE, DEFAULT_POPULARITY } from './assumption-catalogue.js';
import { defaultUnder, RULE_BOOKS, type RuleBook } from './catalogue/catalogue-entry.js';
import { readsPages } from './reads-pages.js';
import { RELEVANT, type RunShape } from './relevance.js';
import type { Assumption, ModelConstants } from './scenario.js';

/** What a scenario says itself, as written. */
export interface WrittenValues {
  readonly model: Readonly<Record<string, unknown>>;
  readonly plan: unknown;
  /** Names of the loads that set `query.popularity`. */
  readonly popularity: ReadonlySet<string>;
  /** The parameters of its policies, as assumptions already. */
  readonly policies: readonly Assumption[];
  /** What the presets of its pools decide, likewise. */
  readonly pools: readonly Assumption[];
  /** What its fleet draws its tenants from, likewise. */
  readonly fleet: readonly Assumption[];
}

/** The constants that a run can use, in the order of the catalogue; those that cannot matter are left out. */
export function listAssumptions(
  run: RunShape,
  default_plan: string,
  written: WrittenValues,
): readonly Assumption[] {
  const plan: readonly Assumption[] =
    written.plan === undefined ? [assumed('plan', default_plan, 'the scenario names no plan', 'low')] : [];
  const rules = (written.model['rules'] ?? RULE_BOOKS[0]) as RuleBook;
  const ruled = written.model['rules'] === undefined ? [] : [chosen('model.rules', rules)];
  const model = (Object.keys(ASSUMPTION_CATALOGUE) as (keyof ModelConstants)[]).flatMap((key) => {
    const entry = ASSUMPTION_CATALOGUE[key];
    const own = written.model[key];
    const taken = defaultUnder(rules, entry);
    if (!RELEVANT[key](run) || (own === undefined && taken.default === undefined)) return [];
    const name = `model.${key}`;
    if (own !== undefined) return [chosen(name, own)];
    const source = taken === entry.platform ? `model.rules: ${rules}; ${taken.source}` : taken.source;
    return [assumed(name, taken.default, source, taken.confidence)];
  });
  const popularity = run.load
    .filter(({ name, query }) => readsPages(query) && !written.popularity.has(name))
    .map(({ name }) => {
      const { source, confidence } = DEFAULT_POPULARITY;
      return assumed(`load.${name}.query.popularity`, DEFAULT_POPULARITY.default, source, confidence);
    });
  return [
    ...plan,
    ...ruled,
    ...model,
    ...popularity,
    ...written.pools,
    ...written.policies,
    ...written.fleet,
  ];
}

function chosen(name: string, value: unknown): Assumption {
  return { name, value: asWritten(value), source: 'the scenario', confidence: 'yours', set_by: 'scenario' };
}

/** An assumption that a default makes. */
export function assumed(
  name: string,
  value: unknown,
  source: string,
  confidence: Assumption['confidence'],
): Assumption {
  return { name, value: asWritten(value), source, confidence, set_by: 'default' };
}

/** A value on one line, as it would stand in a scenario. */
function asWritten(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
