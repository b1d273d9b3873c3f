import type { PolicyComparison } from '../../planner/policies/policy-comparison.js';
import { policiesVerdict } from '../verdict/policies-verdict.js';
import { answerPage, type PageOf, runFacts } from './answer-page.js';
import { sideSections } from './sections/policies/side-sections.js';
import { wakeFrontSection } from './sections/policies/wake-front-section.js';

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
