import type { Command } from 'commander';
import { SHORT_NAMES_TEXT } from '../planner/short-names.js';
import type { CompareOptions } from './compare-options.js';
import { refuseTwoForms } from './many-runs-options.js';
import {
  collected,
  confidenceOption,
  figureNames,
  resumeOption,
  wholeNumber,
  workersOption,
} from './option-values.js';

/** Registers `neap compare`. */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .summary('the same load under several settings: what differs, and what is chance')
    .description(
      'Runs several scenario files, or one under several settings, with the same random numbers in each ' +
        'replication, and prints how each differs from the first: paired differences with confidence intervals, ' +
        'and which of them are not by chance.',
    )
    .argument('<files...>', 'scenario files, YAML or JSON; one is enough with --variant')
    .option(
      '--variant <name changes...>',
      'a name and the changes path=value that make it; may be repeated, and stands after the file',
    )
    .option('--replications <n>', 'of each (10)', wholeNumber(2))
    .option('--figures <names>', 'what to compare, joined by commas, or all', figureNames)
    .addOption(confidenceOption())
    .addOption(workersOption())
    .addOption(resumeOption())
    .option('-o, --out <dir>', 'directory for comparison.csv; created if need be')
    .option('--html <file>', 'a web page of the comparison in one file that opens offline')
    .option('--xlsx <file>', 'a workbook of the comparison whose costs recalculate when a price changes')
    .option('--md <file>', 'the table as Markdown in a file; - is standard output, as --markdown')
    .option('--seed <seed>', "use this seed instead of the first scenario's")
    .option('--set <path=value>', 'change a value in all of them; may be repeated', collected, [])
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .option('--markdown', 'print the tables as Markdown')
    .addHelpText(
      'after',
      `
Examples:
  $ neap compare before.yaml after.yaml
  $ neap compare my-app.yaml --variant bigger max=4 --variant awake timeout=never
  $ neap compare my-app.yaml --variant eager primary.min=1 load.web.connection.size=40 --out results

In changes, ${SHORT_NAMES_TEXT}.
Several changes stand one after the other, or are joined by commas.

Exit codes:
  0 done; 2 the input is wrong; 3 a run failed; 130 interrupted`,
    )
    .action(async (files: readonly string[], options: CompareOptions, command: Command) => {
      const markdown = options.markdown === true || options.md === '-';
      refuseTwoForms({ ...options, markdown }, command);
      const { compareSettings } = await import('./compare-settings.js');
      process.exitCode = await compareSettings(files, { ...options, markdown });
    });
}
