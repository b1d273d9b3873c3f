import { Command } from '@commander-js/extra-typings';
import { OPTIONS, refuseTwoForms } from '../shared/options.js';

/** Makes `neap compare-runs`. */
export const compareRunsCommand = () =>
  refuseTwoForms(
    new Command('compare-runs')
      .description(
        'Reads the folders that "neap run --out" and "neap observe --out" have written, and prints their figures, the ' +
          'differences, and whether chance explains them by the interval of each run. Nothing is run.',
      )
      .argument('<first>', 'result folder')
      .argument('<second>', 'result folder that is held against the first')
      .addOption(OPTIONS.md())
      .addOption(OPTIONS.stepSummary())
      .addOption(OPTIONS.json()),
  ).addHelpText(
    'after',
    `
Examples:
  $ neap run my-app.yaml --out simulated
  $ neap observe my-app.yaml --load --yes --out observed
  $ neap compare-runs simulated observed

Runs of different duration are refused, since counts and costs grow with it. What else
differs, such as scenario, seed or plan, is said. A run has intervals when its timeline
has ten rows or more; shorten timeline_interval for a short run.

Exit codes:
  0 done; 2 invalid input`,
  );
