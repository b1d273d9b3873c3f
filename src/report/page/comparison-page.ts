import type { PricedUse } from '../../cost/priced-use.js';
import type { Comparison } from '../../planner/compare/comparison.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { comparisonReport } from '../answers/comparison-report.js';
import { candidatesOfComparison } from '../figures/candidates-of.js';
import { betterVariant, comparisonVerdict } from '../verdict/comparison-verdict.js';
import { candidatesPage } from './candidates-page.js';
import { section } from './markup/section.js';
import type { RecordedVariant } from './recorded/recorded-variant.js';
import { blocksMarkup } from './sections/blocks-markup.js';
import { timelinesSection } from './sections/candidates/timelines-section.js';

/**
 * The web page of a comparison.
 * @param variants what was compared, the baseline first
 * @param uses what each used
 * @param recorded the courses of two of them, to be laid side by side; none where they were not recorded
 */
export function comparisonPage(
  comparison: Comparison,
  variants: readonly SourcedVariant[],
  uses: readonly PricedUse[],
  command: string,
  recorded: readonly RecordedVariant[] = [],
): string {
  const [baseline, ...others] = variants;
  const { blocks } = comparisonReport(comparison);
  const better = betterVariant(comparison);
  return candidatesPage({
    verdict: comparisonVerdict(comparison, variants, uses),
    candidates: { ...candidatesOfComparison(comparison), title: baseline!.scenario.name },
    path: (candidate, name) => {
      const place = comparison.variants[candidate]!.figures.findIndex(({ figure }) => figure === name);
      return `variants.${candidate}.figures.${place}.value.mean`;
    },
    beside: ({ views }) => views.toSorted((a, b) => a.index - b.index),
    best: ({ views }) => views.find(({ index }) => comparison.variants[index] === better),
    timelines: timelinesSection(recorded),
    of: { variant: baseline!, command },
    others,
    further: () => [
      section('differences', 'Differences', 'Differences from the baseline', blocksMarkup(blocks)),
    ],
  });
}
