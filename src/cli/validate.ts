import type { Command } from 'commander';
import type { ValidateOptions } from './validate-files.js';

/** Registers `neap validate`. */
export function addValidateCommand(program: Command): void {
  program
    .command('validate')
    .summary('check scenario files without running them')
    .description(
      'Reads scenario files with their traces and says what was understood, a line a file, or everything that ' +
        'is wrong, each with file, line and column. Runs nothing and writes nothing.',
    )
    .argument('<file...>', 'scenario files, YAML or JSON')
    .option('--set <path=value>', 'check with this value changed; may be repeated', collected, [])
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .addHelpText(
      'after',
      `
Examples:
  $ neap validate scenario.yaml
  $ neap validate scenarios/*.yaml --json

Exit codes:
  0 every file is right; 2 a file is wrong`,
    )
    .action(async (files: string[], options: ValidateOptions) => {
      const { validateFiles } = await import('./validate-files.js');
      process.exitCode = await validateFiles(files, options);
    });
}

function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
