import { statSync } from 'node:fs';
import { compareReport } from '../../report/answers/compare/compare.js';
import type { RecordedVariant } from '../../report/answers/compare/compare-course.js';
import { candidatesOfComparison, UseOfVariants } from '../../report/figures/candidates-of.js';
import { BaselineRuns } from '../../report/findings/baseline-runs.js';
import { betterVariant, mostUnlike } from '../../report/verdict/comparison-verdict.js';
import { SHORT_NAMES_TEXT } from '../../scenario/document/short-names.js';
import { type Comparison, type ComparisonPlan, compareStudy } from '../../study/compare/comparison.js';
import { refuseWorkbook } from '../../study/elsewhere/vendor-size.js';
import { prepare, type Study, takeFromRuns, unlessInterrupted, unwatched } from '../../study/engine/study.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { comparedVariants } from '../compare/compared-variants.js';
import { figureNames } from '../shared/figure-values.js';
import { commandOf, flagOf, isGiven, type OptionsOf, value } from '../shared/option-table.js';
import { wholeNumber } from '../shared/option-values.js';
import { OPTIONS, studyOptions } from '../shared/options.js';
import { studyCommand } from '../shared/study-command.js';

const COMPARE_OPTIONS = {
  '--variant <name changes...>': value(
    (text: string, before: readonly string[] = []): readonly string[] => [...before, text],
    'a name and the changes path=value that make it; repeatable, after the file',
  ),
  '--replications <n>': value(wholeNumber(2), 'replications of each variant', { default: 10 }),
  '--figures <names>': value(figureNames, 'figures to compare, joined by commas, or all'),
  ...OPTIONS.confidence,
  ...studyOptions('comparison.csv'),
};

/** Makes `neap compare`. */
export const declare = () =>
  commandOf('compare', {
    about:
      'Runs several scenario files, or one under several settings, with the same random numbers in each ' +
      'replication. Prints paired differences from the first with confidence intervals, and which are ' +
      'significant. Two result folders are compared without running anything.',
    argument: [
      '<files...>',
      'scenario files, YAML or JSON; one is enough with --variant; or two result folders',
    ],
    options: COMPARE_OPTIONS,
    help: `Examples:
  $ neap compare before.yaml after.yaml
  $ neap compare my-app.yaml --variant bigger max=4 --variant awake timeout=never
  $ neap compare simulated observed     folders of neap run --out and neap observe --out

In changes, ${SHORT_NAMES_TEXT}.
Separate several changes by spaces or commas. All variants use the seed of the first.
Folders must hold runs of the same duration. A run has intervals when its timeline has ten rows
or more; shorten timeline_interval for a short run.`,
    refuse(called) {
      const paths = called.args;
      if (!paths.some(isFolder)) return undefined;
      if (paths.length !== 2) return `expected two result folders, got ${paths.length}`;
      const without = called.options
        .map((option) => option.attributeName())
        .find((name) => !FOLDER_OPTIONS.includes(name) && isGiven(called, name));
      if (without === undefined) return undefined;
      return `${flagOf(called, without)} has no effect on result folders, which are not simulated; leave it out`;
    },
  });

type CompareOptions = OptionsOf<typeof COMPARE_OPTIONS>;

/** Compares scenario files, one under several settings, or two result folders, and prints the differences. */
export async function act(paths: readonly string[], options: CompareOptions): Promise<number> {
  if (!paths.some(isFolder)) return compareScenarios(paths, options);
  const [first, second] = paths;
  const { compareFolders } = await import('../compare/compare-folders.js');
  return compareFolders(first!, second!, options);
}

/** Options that apply to result folders, or change no result. */
const FOLDER_OPTIONS = ['json', 'md', 'quiet', 'workers'];

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const compareScenarios = studyCommand(async (files: readonly string[], options: CompareOptions) => {
  const { replications, confidence, figures } = options;
  const { variants, not_allowed } = await comparedVariants(files, options);
  refuseWorkbook(
    options.xlsx,
    variants.some(({ scenario }) => scenario.vendor !== undefined),
  );
  const plan = { replications, confidence, figures };
  const uses = new UseOfVariants();
  const baseline = new BaselineRuns(variants[0]!, confidence);
  return {
    command: 'compare',
    files: ['comparison'],
    variants,
    options: { ...plan, names: variants.map(({ name }) => name) },
    runs: replications * variants.length,
    study: comparedStudy(variants, { ...plan, not_allowed }, baseline, options.html !== undefined),
    made(made) {
      uses.add(made);
      baseline.add(made);
    },
    findings({ comparison, summary, recorded }) {
      const made = { variants, baseline: summary };
      const report = compareReport(comparison, made, recorded);
      const { scenario } = variants[0]!;
      return {
        report,
        json: () => comparison,
        async workbook() {
          const { candidatesWorkbook } = await import('../../report/workbook/candidates-workbook.js');
          const candidates = { ...candidatesOfComparison(comparison, uses.list()), title: scenario.name };
          return candidatesWorkbook(candidates, scenario, report);
        },
      };
    },
  };
});

/** @param isShown whether the course of runs is wanted, for a page */
function* comparedStudy(
  variants: readonly SourcedVariant[],
  plan: ComparisonPlan,
  baseline: BaselineRuns,
  isShown: boolean,
) {
  const comparison = yield* compareStudy(variants, plan);
  const summary = yield* baseline.summary();
  if (!isShown) return { comparison, summary, recorded: [] };
  // An interrupted comparison is printed, and has no page.
  const recorded = yield* unlessInterrupted(unwatched(recordedPair(comparison, variants)), []);
  return { comparison, summary, recorded };
}

/**
 * Runs the first replication of the baseline and of the better variant, or else of the one whose cost differs most,
 * once more, and keeps their courses for the page.
 */
function* recordedPair(
  comparison: Comparison,
  variants: readonly SourcedVariant[],
): Study<readonly RecordedVariant[]> {
  const { RecordedCourse } = yield* prepare(() => import('../../report/course/recorded-course.js'));
  const chosen = betterVariant(comparison) ?? mostUnlike(comparison);
  const pair = variants
    .filter(({ name }, index) => index === 0 || name === chosen?.name)
    .map((variant) => {
      const { computes, duration_seconds } = variant.scenario;
      return { variant, course: new RecordedCourse(computes, duration_seconds) };
    });
  const tasks = pair.map(({ variant, course }) => ({ variant, replication: 0, observer: course }));
  yield* takeFromRuns(tasks, () => undefined);
  return pair.map(({ variant: { name, scenario }, course }) => ({ name, scenario, course }));
}
