import type { z } from 'zod';
import { RULE_BOOKS, type RuleBook } from '../../compute/rule-book.js';
import { annotated } from '../form/annotated.js';
import { AT_KEY, section } from '../form/section.js';
import { isMapping } from '../form/shown.js';
import { text, word } from '../form/text-schema.js';
import {
  assumed,
  asWritten,
  chosen,
  type ModelConstant,
  type ScenarioAssumption,
} from '../model/assumption.js';
import { CONSTANTS, effectiveDefault, type MODEL, type ModelConstants } from '../model/model-constants.js';
import { RELEVANT, type ScenarioFeatures } from './relevance.js';

export const MAX_SOURCE_LENGTH = 300;

type ModelShape = {
  readonly [Name in keyof typeof MODEL]: z.ZodOptional<(typeof MODEL)[Name]['schema']>;
};

const measured = section(
  Object.fromEntries(
    CONSTANTS.map(([name]) => [
      name,
      text(
        'a sentence such as "1,000 wakes in wakes.csv"',
        MAX_SOURCE_LENGTH,
        'Source of the measurement of this constant.',
      ).optional(),
    ]),
  ),
  'For constants that this section sets: the source of their measurement. Reports then list them as measured, not as yours.',
);

export const model = section(
  {
    measured: measured.optional(),
    rules: word(
      RULE_BOOKS,
      "Rules for the defaults of the other constants and for the autoscaling range: the specification's (seed), or the platform's current ones (platform).",
    ).optional(),
    ...(Object.fromEntries(
      CONSTANTS.map(([name, constant]) => [name, withDefault(constant)]),
    ) as unknown as ModelShape),
  },
  'Constants of the platform that it has not published, or that you override.',
).superRefine((item, context) => {
  const set: Readonly<Record<string, unknown>> = item;
  for (const name of Object.keys(item.measured ?? {})) {
    if (set[name] !== undefined) continue;
    const message = `expected ${name} in addition to "measured"; set it, or leave this out`;
    context.addIssue({ code: 'custom', message, path: ['measured', name], params: AT_KEY });
  }
});

export type ModelItem = z.output<typeof model>;

function withDefault(constant: ModelConstant): z.ZodType {
  const optional = constant.schema.optional();
  const { platform } = constant;
  const present =
    platform === undefined
      ? ''
      : ` With rules: platform it is ${asWritten(platform.default)}, from: ${platform.source}.`;
  const description =
    `${constant.schema.description ?? ''} Default from: ${constant.source}.${present}`.trim();
  // An annotation only: completeModel applies the default, and modelAssumptions records it.
  return annotated(optional, {
    description,
    ...(constant.default === undefined ? {} : { default: constant.default }),
  });
}

export function ruleBookOf(item: ModelItem | undefined): RuleBook {
  return item?.rules ?? RULE_BOOKS[0];
}

/** The model's constants: those of the scenario, with the defaults under its rules for the rest. */
export function completeModel(item: ModelItem | undefined): ModelConstants {
  const rules = ruleBookOf(item);
  const entries = CONSTANTS.map(([name, constant]) => {
    const { default: written } = effectiveDefault(rules, constant);
    return [name, item?.[name] ?? (written === undefined ? undefined : constant.schema.parse(written))];
  });
  return { rules, ...Object.fromEntries(entries) } as ModelConstants;
}

/**
 * The constants of the model that a run can use, in the order of the model.
 * @param written the section as written
 */
export function modelAssumptions(run: ScenarioFeatures, written: unknown): readonly ScenarioAssumption[] {
  const own = isMapping(written) ? written : {};
  const { rules } = run.model;
  // A valid scenario has strings there.
  const sources = (own['measured'] ?? {}) as Readonly<Record<string, string>>;
  const ruled = own['rules'] === undefined ? [] : [chosen('model.rules', rules)];
  const constants = CONSTANTS.flatMap(([key, constant]) => {
    const taken = effectiveDefault(rules, constant);
    if (!RELEVANT[constant.matters.if](run) || (own[key] === undefined && taken.default === undefined))
      return [];
    const name = `model.${key}`;
    if (own[key] !== undefined) return [chosen(name, own[key], constant.alternatives, sources[key])];
    const source = taken === constant.platform ? `model.rules: ${rules}; ${taken.source}` : taken.source;
    return [assumed(name, taken.default, { ...taken, source }, constant.alternatives)];
  });
  return [...ruled, ...constants];
}
