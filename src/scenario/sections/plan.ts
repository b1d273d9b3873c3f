import { suggestion } from '../../kernel/nearest-name.js';
import {
  DEFAULT_PLAN,
  PLAN_NAMES,
  type PlanChoice,
  type PlanLimits,
  planDays,
  planLimits,
} from '../../vendors/plan-limits.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { oneOfForms } from '../form/choice.js';
import { record } from '../form/record.js';
import { isMapping } from '../form/shown.js';
import { text } from '../form/text-schema.js';
import type { Sections } from '../reading/read-sections.js';
import { DEFAULT_START_EPOCH_SECONDS, day } from './settings.js';

const planName = () => text('the name of a plan such as free, launch or scale', 64);

export const plan = oneOfForms(
  'the name of a plan such as launch, or { name, as_of }',
  [
    { name: '*', schema: planName().transform((name): PlanChoice => ({ name, as_of: undefined })) },
    {
      name: 'name',
      schema: record({
        name: planName().describe('Name of the plan.'),
        as_of: day
          .describe(
            'Day whose rules and prices apply; left out: the newest rules, and the price of each simulated day.',
          )
          .optional(),
      }),
    },
  ],
  { description: 'Plan whose limits and prices apply.' },
);

export function completePlan(named: PlanChoice | undefined): PlanChoice {
  return named ?? { name: DEFAULT_PLAN, as_of: undefined };
}

/** The plan that a document names; the default if it names none, or one that cannot be read. */
export function namedPlan({ value }: ScenarioDocument): PlanChoice {
  return completePlan(plan.safeParse(isMapping(value) ? value['plan'] : undefined).data);
}

/** The first day of a scenario, `YYYY-MM-DD`. */
export function startDay({ start = DEFAULT_START_EPOCH_SECONDS }: Pick<Sections, 'start'>): string {
  return new Date(start * 1000).toISOString().slice(0, 10);
}

/** Limits of a plan on the first day of the scenario, or why they are unknown. */
export function resolvePlan(
  sections: Pick<Sections, 'plan' | 'start'>,
  document: ScenarioDocument,
): { readonly limits: PlanLimits | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const { name, as_of } = completePlan(sections.plan);
  const limits = planLimits({ name, as_of }, startDay(sections));
  if (limits !== undefined) return { limits, diagnostics: [] };
  if (PLAN_NAMES.includes(name)) {
    const message = `the ${name} plan has no known limits on ${as_of}; expected ${planDays(name)}, or no as_of`;
    return { limits, diagnostics: [document.diagnostic(['plan', 'as_of'], message)] };
  }
  const hasMapping = isMapping(document.value) && isMapping(document.value['plan']);
  const message = `unknown plan "${name}"${suggestion(name, PLAN_NAMES)}`;
  return { limits, diagnostics: [document.diagnostic(hasMapping ? ['plan', 'name'] : ['plan'], message)] };
}
