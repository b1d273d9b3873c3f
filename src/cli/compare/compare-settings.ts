import { compareReport, comparisonTable } from '../../report/answers/compare/compare.js';
import { candidatesOfComparison, UseOfVariants } from '../../report/figures/candidates-of.js';
import type { RecordedVariant } from '../../report/page/recorded/recorded-variant.js';
import { betterVariant, mostUnlike } from '../../report/verdict/comparison-verdict.js';
import {
  COMPARED_FIGURES,
  type Comparison,
  type ComparisonPlan,
  compareStudy,
} from '../../study/compare/comparison.js';
import { Interrupted, prepare, type Study, takeFromRuns, unwatched } from '../../study/engine/study.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import type { OptionsOf } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { studyCommand } from '../shared/study-command.js';
import type { compareCommand } from './compare.js';
import { comparedVariants } from './compared-variants.js';

/** Compares scenario files, or one under several settings, and prints the differences. */
export const compareSettings = studyCommand(
  async (files: readonly string[], options: OptionsOf<typeof compareCommand>) => {
    const { replications, confidence, figures = COMPARED_FIGURES } = options;
    const variants = await comparedVariants(files, options);
    const plan = { replications, confidence, figures };
    const uses = new UseOfVariants();
    return {
      files: ['comparison.csv'],
      identity: {
        options: { command: 'compare', ...plan, names: variants.map(({ name }) => name) },
        scenarios: variants.map(({ scenario }) => scenario),
      },
      study: comparedStudy(variants, plan, options.html !== undefined),
      made: (made) => uses.add(made),
      findings({ comparison, recorded }) {
        const report = compareReport(comparison, variants, uses.list(), recorded);
        const all = variants as readonly [SourcedVariant, ...SourcedVariant[]];
        const [{ scenario }] = all;
        return {
          ...inEveryForm(report, all),
          about: ['compare', scenario.name],
          json: () => comparison,
          async workbook() {
            const { candidatesWorkbook } = await import('../../report/workbook/candidates-workbook.js');
            const candidates = { ...candidatesOfComparison(comparison, uses.list()), title: scenario.name };
            return candidatesWorkbook(candidates, scenario, report.verdict, comparisonTable(comparison));
          },
        };
      },
    };
  },
);

/** @param isShown whether the course of runs is wanted, for a page */
function* comparedStudy(variants: readonly SourcedVariant[], plan: ComparisonPlan, isShown: boolean) {
  const comparison = yield* compareStudy(variants, plan);
  if (!isShown) return { comparison, recorded: [] };
  try {
    return { comparison, recorded: yield* unwatched(recordedPair(comparison, variants)) };
  } catch (error) {
    // An interrupted comparison is printed, and has no page.
    if (error instanceof Interrupted) return { comparison, recorded: [] };
    throw error;
  }
}

/**
 * Runs the first replication of the baseline and of the better variant, or else of the one whose cost differs most, once
 * more, and keeps their courses for the page.
 */
function* recordedPair(
  comparison: Comparison,
  variants: readonly SourcedVariant[],
): Study<readonly RecordedVariant[]> {
  const { recordedVariant } = yield* prepare(() => import('../../report/page/recorded/recorded-variant.js'));
  const chosen = betterVariant(comparison) ?? mostUnlike(comparison);
  const pair = variants
    .filter(({ name }, index) => index === 0 || name === chosen?.name)
    .map((variant) => ({ variant, course: recordedVariant(variant.name, variant.scenario) }));
  const tasks = pair.map(({ variant, course: { observer } }) => ({ variant, replication: 0, observer }));
  yield* takeFromRuns(tasks, () => undefined);
  return pair.map(({ course }) => course);
}
