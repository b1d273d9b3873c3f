import type { z } from 'zod';
import { RULE_BOOKS, type RuleBook } from '../../compute/rule-book.js';
import { annotated } from '../form/annotated.js';
import { asWritten } from '../form/as-written.js';
import { AT_KEY, section } from '../form/section.js';
import { text, word } from '../form/text-schema.js';
import type { ModelConstant } from './model-constant.js';
import { CONSTANTS, defaultUnder, type MODEL, type ModelConstants } from './model-constants.js';

export const LONGEST_SOURCE = 300;

type ModelShape = {
  readonly [Name in keyof typeof MODEL]: z.ZodOptional<(typeof MODEL)[Name]['schema']>;
};

/** From what constants were measured, by their names. */
const measuredSchema = section(
  Object.fromEntries(
    CONSTANTS.map(([name]) => [
      name,
      text(
        'a sentence such as "1,000 wakes in wakes.csv"',
        LONGEST_SOURCE,
        'From what the constant of this name was measured.',
      ).optional(),
    ]),
  ),
  'By constants that are set here: from what they were measured. Reports then list them as measured, not as yours.',
);

/** Constants of the platform's behaviour; each has a default among the model's constants. */
export const modelSchema = section(
  {
    measured: measuredSchema.optional(),
    rules: word(
      RULE_BOOKS,
      "Whose rules the defaults of the others and the autoscaling range follow: the specification's (seed), or the platform's present ones (platform).",
    ).optional(),
    ...(Object.fromEntries(
      CONSTANTS.map(([name, constant]) => [name, withDefault(constant)]),
    ) as unknown as ModelShape),
  },
  'Constants of the platform that it has not published, or that you override.',
).superRefine((model, context) => {
  const set: Readonly<Record<string, unknown>> = model;
  for (const name of Object.keys(model.measured ?? {})) {
    if (set[name] !== undefined) continue;
    const message = `nothing is set that was measured: expected ${name} beside "measured"; write it, or leave this out`;
    context.addIssue({ code: 'custom', message, path: ['measured', name], params: AT_KEY });
  }
});

/** Constants that the scenario sets itself. */
export type ModelForm = z.output<typeof modelSchema>;

function withDefault(constant: ModelConstant): z.ZodType {
  const optional = constant.schema.optional();
  const { platform } = constant;
  const present =
    platform === undefined
      ? ''
      : ` With rules: platform it is ${asWritten(platform.default)}, from: ${platform.source}.`;
  const description =
    `${constant.schema.description ?? ''} Default from: ${constant.source}.${present}`.trim();
  // An annotation only: the default itself is applied, and recorded as an assumption, when compiling.
  return annotated(optional, {
    description,
    ...(constant.default === undefined ? {} : { default: constant.default }),
  });
}

/** Whose rules a scenario follows. */
export function ruleBookOf(form: ModelForm | undefined): RuleBook {
  return form?.rules ?? RULE_BOOKS[0];
}

/** The model's constants: what the scenario sets, and the defaults under its rules for the rest. */
export function compileModel(form: ModelForm | undefined): ModelConstants {
  const rules = ruleBookOf(form);
  const entries = CONSTANTS.map(([name, constant]) => {
    const { default: written } = defaultUnder(rules, constant);
    return [name, form?.[name] ?? (written === undefined ? undefined : constant.schema.parse(written))];
  });
  return { rules, ...Object.fromEntries(entries) } as ModelConstants;
}
