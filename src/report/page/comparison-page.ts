import type { PricedUse } from '../../cost/priced-use.js';
import type { Comparison } from '../../planner/compare/comparison.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { comparisonReport } from '../answers/comparison-report.js';
import { candidatesOfComparison } from '../figures/candidates-of.js';
import { betterVariant, comparisonVerdict } from '../verdict/comparison-verdict.js';
import { candidatesPage } from './candidates-page.js';
import { section } from './markup/section.js';
import { blocksMarkup } from './sections/blocks-markup.js';

/**
 * The web page of a comparison.
 * @param variants what was compared, the baseline first
 * @param uses what each used
 */
export function comparisonPage(
  comparison: Comparison,
  variants: readonly SourcedVariant[],
  uses: readonly PricedUse[],
  command: string,
): string {
  const { blocks } = comparisonReport(comparison);
  const better = betterVariant(comparison);
  return candidatesPage({
    verdict: comparisonVerdict(comparison, variants, uses),
    candidates: { ...candidatesOfComparison(comparison), title: variants[0]?.scenario.name ?? '' },
    path: (candidate, name) => {
      const place = comparison.variants[candidate]!.figures.findIndex(({ figure }) => figure === name);
      return `variants.${candidate}.figures.${place}.value.mean`;
    },
    variants,
    beside: ({ views }) => views.toSorted((a, b) => a.index - b.index),
    best: ({ views }) => views.find(({ index }) => comparison.variants[index] === better),
    command,
    further: () => [
      section('differences', 'Differences', 'Differences from the baseline', blocksMarkup(blocks)),
    ],
  });
}
