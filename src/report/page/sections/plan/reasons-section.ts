import type { PlanResult } from '../../../../planner/plan/plan-result.js';
import { planWords, selectionWords } from '../../../answers/plan-words.js';
import { capitalised } from '../../../text/verdict.js';
import { htmlLine } from '../../markup/markup.js';
import { appendix, type Section } from '../../markup/section.js';

/** Why a plan says what it says, and what the selection is worth. */
export function reasonsSection(plan: PlanResult): Section {
  const sentences = [...planWords(plan), selectionWords(plan)];
  return appendix(
    'reasons',
    'Why',
    'Why',
    htmlLine`<ul>${sentences.map((text) => htmlLine`<li>${capitalised(text)}.</li>`)}</ul>`,
  );
}
