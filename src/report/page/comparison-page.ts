import type { Comparison } from '../../planner/compare/comparison.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { comparisonReport } from '../answers/comparison-report.js';
import { candidatesOfComparison } from '../figures/candidates-of.js';
import { candidatesPage } from './candidates-page.js';

/** The web page of a comparison. @param variants what was compared, the baseline first */
export function comparisonPage(
  comparison: Comparison,
  variants: readonly SourcedVariant[],
  command: string,
): string {
  const { blocks } = comparisonReport(comparison);
  return candidatesPage({
    candidates: { ...candidatesOfComparison(comparison), title: variants[0]?.scenario.name ?? '' },
    path: (candidate, name) => {
      const place = comparison.variants[candidate]!.figures.findIndex(({ figure }) => figure === name);
      return `variants.${candidate}.figures.${place}.value.mean`;
    },
    variants,
    command,
    further: { id: 'differences', short: 'Differences', title: 'Differences', blocks },
  });
}
