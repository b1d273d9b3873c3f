import { Command } from '@commander-js/extra-typings';
import { SHORT_NAMES_TEXT } from '../../scenario/document/short-names.js';
import { figureNames } from '../shared/figure-values.js';
import { wholeNumber } from '../shared/option-values.js';
import { manyRuns, OPTIONS } from '../shared/options.js';

/** Makes `neap compare`. */
export const compareCommand = () =>
  manyRuns(
    new Command('compare')
      .description(
        'Runs several scenario files, or one under several settings, with the same random numbers in each ' +
          'replication, and prints how each differs from the first: paired differences with confidence intervals, ' +
          'and which of them are significant.',
      )
      .argument('<files...>', 'scenario files, YAML or JSON; one is enough with --variant')
      .option(
        '--variant <name changes...>',
        'a name and the changes path=value that make it; repeatable, after the file',
      )
      .option('--replications <n>', 'replications of each variant', wholeNumber(2), 10)
      .option('--figures <names>', 'figures to compare, joined by commas, or all', figureNames)
      .addOption(OPTIONS.html())
      .addOption(OPTIONS.xlsx()),
    'comparison.csv',
  ).addHelpText(
    'after',
    `
Examples:
  $ neap compare before.yaml after.yaml
  $ neap compare my-app.yaml --variant bigger max=4 --variant awake timeout=never
  $ neap compare my-app.yaml --variant eager primary.min=1 load.web.connection.size=40 --out results

In changes, ${SHORT_NAMES_TEXT}.
Separate several changes by spaces or commas. All variants use the seed of the first.

Exit codes:
  0 done; 2 invalid input; 3 a run failed; 130 interrupted`,
  );
