import type { Command } from 'commander';
import { SHORT_NAMES_TEXT } from '../planner/short-names.js';
import { refuseTwoForms } from './many-runs-options.js';
import {
  collected,
  confidenceOption,
  figureNames,
  resumeOption,
  wholeNumber,
  workersOption,
} from './option-values.js';
import type { SweepOptions } from './sweep-options.js';

/** Registers `neap sweep`. */
export function addSweepCommand(program: Command): void {
  program
    .command('sweep')
    .summary('every combination of some settings, one row each')
    .description(
      'Runs a scenario under every combination of some settings that the size table and the plan allow, all with ' +
        'the same random numbers, and prints a row for each; combinations that are not allowed are listed with ' +
        'the reason.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .requiredOption('--vary <path=values>', 'a setting and its values; may be repeated', collected, [])
    .option('--replications <n>', 'of each combination (5)', wholeNumber(1))
    .option('--figures <names>', 'what the table shows, joined by commas, or all', figureNames)
    .addOption(confidenceOption())
    .addOption(workersOption())
    .addOption(resumeOption())
    .option('-o, --out <dir>', 'directory for sweep.csv, which has every figure; created if need be')
    .option('--html <file>', 'a web page of the sweep in one file that opens offline, with the Pareto front')
    .option('--xlsx <file>', 'a workbook of the sweep whose costs recalculate when a price changes')
    .option('--md <file>', 'the table as Markdown in a file; - is standard output, as --markdown')
    .option('--seed <seed>', "use this seed instead of the scenario's")
    .option('--set <path=value>', 'change a value in all of them; may be repeated', collected, [])
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .option('--markdown', 'print the table as Markdown')
    .addHelpText(
      'after',
      `
Examples:
  $ neap sweep my-app.yaml --vary max=1,2,4
  $ neap sweep my-app.yaml --vary min=0.25..1 --vary max=1..4
  $ neap sweep my-app.yaml --vary timeout=60s..1h:log5,never --vary load.web.rate=10/s,20/s

In --vary, ${SHORT_NAMES_TEXT}.
A range is from..to:lin5 or from..to:log5 for so many values; of a size, from..to
for all sizes in between.

Exit codes:
  0 done; 2 the input is wrong, or no combination is allowed; 3 a run failed;
  130 interrupted`,
    )
    .action(async (file: string, options: SweepOptions, command: Command) => {
      const markdown = options.markdown === true || options.md === '-';
      refuseTwoForms({ ...options, markdown }, command);
      if (options.vary.length === 0) {
        command.error('error: nothing to vary; add --vary max=1,2,4 or another setting and its values');
      }
      const { sweepSettings } = await import('./sweep-settings.js');
      process.exitCode = await sweepSettings(file, { ...options, markdown });
    });
}
