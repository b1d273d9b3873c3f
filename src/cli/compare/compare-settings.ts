import { COMPARED_FIGURES, type Comparison, compare } from '../../study/compare/comparison.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { runVariant } from '../../study/runs/variant.js';
import { compareReport, comparisonTable } from '../../report/answers/compare.js';
import { candidatesOfComparison, UseOfVariants } from '../../report/figures/candidates-of.js';
import type { RecordedVariant } from '../../report/page/recorded/recorded-variant.js';
import { betterVariant, mostUnlike } from '../../report/verdict/comparison-verdict.js';
import type { OptionsOf } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { reportedRuns } from '../shared/reported-runs.js';
import type { compareCommand } from './compare.js';
import { comparedVariants } from './compared-variants.js';

/**
 * Compares scenario files, or one under several settings, and prints the differences.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError for a
 *   failed run
 */
export async function compareSettings(
  files: readonly string[],
  options: OptionsOf<typeof compareCommand>,
): Promise<number> {
  const { replications, confidence, figures = COMPARED_FIGURES } = options;
  const variants = await comparedVariants(files, options);
  const plan = { replications, confidence, figures };
  const uses = new UseOfVariants();
  const identity = {
    options: { command: 'compare', ...plan, names: variants.map(({ name }) => name) },
    scenarios: variants.map(({ scenario }) => scenario),
  };
  return reportedRuns(
    options,
    ['comparison.csv'],
    identity,
    async (work) => {
      const comparison = await compare(variants, plan, { ...work, made: (made) => uses.add(made) });
      const recorded =
        options.html === undefined ? [] : await recordedPair(comparison, variants, work.signal);
      return { comparison, recorded };
    },
    ({ comparison, recorded }) => {
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
  );
}

/**
 * Runs the first replication of the baseline and of the variant that is better, or else of the one whose cost differs most,
 * once more, and keeps their courses for the page.
 * @throws the signal's reason; InvariantError, PolicyError as a run does
 */
async function recordedPair(
  comparison: Comparison,
  variants: readonly SourcedVariant[],
  signal: AbortSignal | undefined,
): Promise<readonly RecordedVariant[]> {
  const { recordedVariant } = await import('../../report/page/recorded/recorded-variant.js');
  const recorded: RecordedVariant[] = [];
  const chosen = betterVariant(comparison) ?? mostUnlike(comparison);
  const pair = variants.filter(({ name }, index) => index === 0 || name === chosen?.name);
  for (const variant of pair) {
    const course = recordedVariant(variant.name, variant.scenario);
    await runVariant(variant, {
      observer: course.observer,
      async progress() {
        // So that somebody who asks to stop is heard.
        await new Promise((next) => setImmediate(next));
        signal?.throwIfAborted();
      },
    });
    recorded.push(course);
  }
  return recorded;
}
