import type { Command } from 'commander';

/** Registers `neap schema`. */
export function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .summary('print the JSON Schema of scenario files')
    .description(
      'Prints the JSON Schema (draft 7) of scenario files on standard output, so that editors complete keys, ' +
        'explain them and mark mistakes.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ neap schema > neap.schema.json
  and as the first line of a scenario:
  # yaml-language-server: $schema=neap.schema.json`,
    )
    .action(async () => {
      const { scenarioJsonSchema } = await import('../scenario/load-scenario.js');
      process.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
    });
}
