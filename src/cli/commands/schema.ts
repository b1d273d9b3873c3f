import { commandOf } from '../shared/option-table.js';

/** Makes `neap schema`. */
export const declare = () =>
  commandOf('schema', {
    about:
      'Prints the JSON Schema (draft 7) of scenario files. Editors use it to complete keys, explain them and ' +
      'mark mistakes.',
    help: `Examples:
  $ neap schema > neap.schema.json
  and as the first line of a scenario:
  # yaml-language-server: $schema=neap.schema.json

scenarios/neap.schema.json in the package is the same file, for the scenarios in that folder.`,
  });

/** Prints the schema. @returns the exit code */
export async function act(): Promise<number> {
  const { scenarioJsonSchema } = await import('../../scenario/load-scenario.js');
  process.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
  return 0;
}
