import type { PolicyComparison } from '../../study/policies/policy-comparison.js';
import { wakeFrontBlock } from '../answers/wake-front-block.js';
import { policiesVerdict } from '../verdict/policies-verdict.js';
import { answerPage, type PageOf, runFacts } from './answer-page.js';
import { type Section, section } from './markup/section.js';
import { blocksMarkup } from './sections/blocks-markup.js';
import { sideSections } from './sections/policies/side-sections.js';

/** The web page of a comparison of policies: one file that opens offline. */
export function policiesPage(comparison: PolicyComparison, of: PageOf): string {
  return answerPage({
    question: 'Policies',
    verdict: policiesVerdict(comparison, of.variant.scenario, of.variant.source),
    facts: runFacts(comparison),
    remark:
      'All policies ran with the same arrivals and demands, each with its default parameters; one run each, so small differences may be due to chance.',
    warnings: of.variant.scenario.warnings,
    sections: [...sideSections(comparison), ...wakeFrontSection(comparison)],
    of,
  });
}

/** The suspension policies by what a wake is worth; no section where they are not compared. */
function wakeFrontSection({ front }: PolicyComparison): readonly Section[] {
  if (front === null) return [];
  const { title = '', ...block } = wakeFrontBlock(front);
  return [section('worth', 'What a wake is worth', title, blocksMarkup([block]))];
}
