import { Command } from '@commander-js/extra-typings';
import { OPTIONS } from '../shared/options.js';

/** Makes `neap validate`. */
export const validateCommand = () =>
  new Command('validate')
    .summary('check scenario files without running them')
    .description(
      'Reads scenario files with their traces and prints one line per file with what was understood, or every ' +
        'error with its file, line and column. Runs nothing and writes nothing.',
    )
    .argument('<file...>', 'scenario files, YAML or JSON')
    .addOption(OPTIONS.set())
    .addOption(OPTIONS.json())
    .addHelpText(
      'after',
      `
Examples:
  $ neap validate scenario.yaml
  $ neap validate scenarios/*.yaml --json

Exit codes:
  0 every file is valid; 2 a file is invalid`,
    );
