import type { Capacity } from '../../planner/growth/capacity-result.js';
import { counted } from '../figures/figure-text.js';
import { capacityVerdict } from '../verdict/capacity-verdict.js';
import { answerPage, type PageOf, runFacts, spreadRemark } from './answer-page.js';
import { limitsSection, loadsSection, resourcesSection } from './sections/growth/capacity-sections.js';

/** The web page of a capacity: one file that opens offline. */
export function capacityPage(capacity: Capacity, of: PageOf): string {
  const { replications, confidence, warnings, levels } = capacity;
  return answerPage({
    question: 'Capacity',
    verdict: capacityVerdict(capacity, of.variant.source),
    facts: [
      `${counted(levels.length, 'load')} simulated`,
      ...runFacts(capacity),
      `${replications} replications`,
    ],
    remark: spreadRemark(confidence, replications),
    warnings,
    sections: [loadsSection(capacity), limitsSection(capacity), ...resourcesSection(capacity)],
    of,
  });
}
