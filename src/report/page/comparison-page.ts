import type { Comparison } from '../../planner/comparison.js';
import type { SourcedVariant } from '../../planner/scenario-source.js';
import { candidatesOfComparison } from '../candidates-of.js';
import { candidatesPage } from './candidates-page.js';
import { differencesSection } from './differences-section.js';

/** The web page of a comparison. @param variants what was compared, the baseline first */
export function comparisonPage(
  comparison: Comparison,
  variants: readonly SourcedVariant[],
  command: string,
): string {
  // Variants of one file have their text in common.
  const files = new Map(
    variants.flatMap(({ source }) => (source === undefined ? [] : [[source.file, source.text] as const])),
  );
  return candidatesPage({
    candidates: { ...candidatesOfComparison(comparison), title: variants[0]?.scenario.name ?? '' },
    path: (candidate, name) => {
      const place = comparison.variants[candidate]!.figures.findIndex(({ figure }) => figure === name);
      return `variants.${candidate}.figures.${place}.value.mean`;
    },
    assumptions: variants[0]?.scenario.assumptions ?? [],
    source: { files: [...files].map(([name, text]) => ({ name, text })), command },
    further: [differencesSection(comparison)],
  });
}
