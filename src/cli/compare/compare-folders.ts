import { basename, resolve } from 'node:path';
import { runsJson, runsReport } from '../../report/answers/compare-runs.js';
import { duration } from '../../report/figures/figure-text.js';
import { headlineFigures } from '../../report/figures/headline-figures.js';
import { halfWidth } from '../../report/figures/run-intervals.js';
import { readSavedRun } from '../../report/figures/saved-run.js';
import { summaryDifference } from '../../report/figures/summary-difference.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { type OutputOptions, withOutputs } from '../shared/outputs.js';

/**
 * Compares the runs in two result folders.
 * @throws ScenarioError for a folder without a run, and for runs of different duration
 */
export async function compareFolders(
  first: string,
  second: string,
  options: Pick<OutputOptions, 'json' | 'md'>,
): Promise<number> {
  const runs = { before: readSavedRun(first), now: readSavedRun(second) };
  const [before, now] = [runs.before.summary, runs.now.summary];
  if (before.duration_seconds !== now.duration_seconds) {
    const [one, other] = [before, now].map((run) => duration(run.duration_seconds));
    throw refusal(
      second,
      `it lasts ${other}, and ${first} ${one}; counts and costs grow with the duration: compare runs of the same`,
    );
  }
  const difference = summaryDifference(now, before, {
    before: `in ${first}`,
    now: `in ${second}`,
    intervals: (run, figure) => halfWidth(runs[run], figure),
  });
  const [one, other] = [basename(resolve(first)), basename(resolve(second))];
  // Folders with the same name are distinguished by their paths.
  const names = one === other ? { first, second } : { first: one, second: other };
  const checked = [before, now].map((run) => run.prices_checked_until);
  const prices_checked_until = checked.includes(undefined) ? null : (checked.sort()[0] ?? null);
  const compared = { ...names, ...difference, prices_checked_until };
  const paths = new Set(headlineFigures(now).map(({ path }) => path));
  const shown = difference.figures.filter(({ figure }) => paths.has(figure.path));
  return withOutputs(options, [], (report) =>
    report({
      json: () => runsJson({ ...difference, first, second, prices_checked_until }),
      report: runsReport({ ...compared, figures: shown }),
    }),
  );
}
