import { Command, Option } from '@commander-js/extra-typings';
import { SHORT_NAMES_TEXT } from '../../scenario/document/short-names.js';
import { figureNames } from '../shared/figure-values.js';
import { collected, wholeNumber } from '../shared/option-values.js';
import { manyRuns, OPTIONS } from '../shared/options.js';

/** Makes `neap sweep`. */
export const sweepCommand = () =>
  manyRuns(
    new Command('sweep')
      .description(
        'Runs a scenario under every combination of some settings that the size table and the plan allow, all with ' +
          'the same random numbers, and prints one row per combination. Combinations that are not allowed are listed ' +
          'with the reason.',
      )
      .argument('<file>', 'scenario file, YAML or JSON')
      .addOption(
        new Option(
          '--vary <path=values>',
          'a setting and its values, or one of the names below alone; repeatable',
        )
          .argParser(collected)
          .makeOptionMandatory(),
      )
      .option('--replications <n>', 'replications of each combination', wholeNumber(1), 5)
      .option('--figures <names>', 'figures to show, joined by commas, or all', figureNames)
      .addOption(OPTIONS.html())
      .addOption(OPTIONS.xlsx()),
    'sweep.csv, which has every figure,',
  ).addHelpText(
    'after',
    `
Examples:
  $ neap sweep my-app.yaml --vary max=1,2,4
  $ neap sweep my-app.yaml --vary min=0.25..1 --vary max=1..4
  $ neap sweep my-app.yaml --vary timeout=60s..1h:log5,never --vary load.web.rate=10/s,20/s
  $ neap sweep my-app.yaml --vary pooling --vary replicas=0,1,2
  $ neap sweep my-app.yaml --vary max=1,2,4 --cluster redis://10.0.0.5:6379   on many machines

In --vary, ${SHORT_NAMES_TEXT}.
A range is from..to:lin5 or from..to:log5 for five values; for sizes, from..to
means all sizes in between.

Exit codes:
  0 done; 2 invalid input, or no combination is allowed; 3 a run failed;
  130 interrupted`,
  );
