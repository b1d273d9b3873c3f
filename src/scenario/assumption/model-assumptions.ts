import { isMapping } from '../form/choice.js';
import { CONSTANTS, defaultUnder } from '../model/model-constants.js';
import type { ScenarioAssumption } from '../specification/assumption.js';
import { assumed, chosen } from '../specification/assumption.js';
import { RELEVANT, type ScenarioFeatures } from './relevance.js';

/** What a scenario says itself, as written. */
export interface WrittenValues {
  readonly model: Readonly<Record<string, unknown>>;
  readonly plan: unknown;
}

/** The plan, if by default, and the constants of the model that a run can use, in the order of the model. */
export function modelAssumptions(
  run: ScenarioFeatures,
  default_plan: string,
  written: WrittenValues,
): readonly ScenarioAssumption[] {
  const plan =
    written.plan === undefined
      ? [assumed('plan', default_plan, { source: 'the scenario names no plan', confidence: 'low' })]
      : [];
  const { rules } = run.model;
  const sources = written.model['measured'];
  // A valid scenario has texts there.
  const measured = (isMapping(sources) ? sources : {}) as Readonly<Record<string, string>>;
  const ruled = written.model['rules'] === undefined ? [] : [chosen('model.rules', rules)];
  const model = CONSTANTS.flatMap(([key, constant]) => {
    const own = written.model[key];
    const taken = defaultUnder(rules, constant);
    if (!RELEVANT[constant.relevant](run) || (own === undefined && taken.default === undefined)) return [];
    const name = `model.${key}`;
    if (own !== undefined) return [chosen(name, own, constant.alternatives, measured[key])];
    const source = taken === constant.platform ? `model.rules: ${rules}; ${taken.source}` : taken.source;
    return [assumed(name, taken.default, { ...taken, source }, constant.alternatives)];
  });
  return [...plan, ...ruled, ...model];
}
