import type { PlanResult } from '../../planner/plan-result.js';
import type { SourcedVariant } from '../../planner/scenario-source.js';
import { candidatesOfPlan } from '../candidates-of-plan.js';
import { planNotes } from '../plan-table.js';
import { planTables } from '../plan-tables.js';
import { planWords } from '../plan-words.js';
import { candidatesPage } from './candidates-page.js';
import { html } from './markup.js';
import type { Section } from './section.js';
import { tableNotes, textTables } from './tables-section.js';

/** The web page of a plan. @param today the scenario with the settings it has */
export function planPage(plan: PlanResult, { scenario, source }: SourcedVariant, command: string): string {
  return candidatesPage({
    candidates: candidatesOfPlan(plan),
    path: (candidate, name) => `candidates.${candidate}.figures.${name}.mean`,
    assumptions: scenario.assumptions,
    source: { files: source === undefined ? [] : [{ name: source.file, text: source.text }], command },
    answer: [reasonsSection(plan)],
  });
}

/** Why the recommendation is what it is, and what would change it. */
function reasonsSection(plan: PlanResult): Section {
  return {
    id: 'reasons',
    short: 'Why',
    title:
      plan.recommendation === null
        ? 'No allowed setting meets every constraint'
        : `Recommended: ${plan.recommendation}`,
    content: [
      html`<ul>${planWords(plan).map((words) => html`<li>${words}</li>`)}</ul>
`,
      textTables(planTables(plan)),
      tableNotes(planNotes(plan)),
    ],
  };
}
