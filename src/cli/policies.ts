import { type Command, Option } from 'commander';
import type { PoliciesOptions } from './compare-policies-options.js';
import { POLICIES_HELP } from './policies-help.js';

/** Registers `neap policies`. */
export function addPoliciesCommand(program: Command): void {
  program
    .command('policies')
    .summary('list the policies for size and suspension, or compare them on a scenario')
    .description(
      'Without a file, lists the policies by which the size of a compute follows its load, and by which an idle ' +
        'compute is suspended: what each does, who published it, and its parameters with their defaults. With a ' +
        'scenario file, runs the scenario under each of them and prints what they would cost and how well they serve.',
    )
    .argument('[file]', 'scenario file, YAML or JSON')
    .addOption(new Option('--side <side>', 'what to compare').choices(['size', 'suspend', 'both']))
    .option('-o, --out <dir>', 'directory for policies.csv; created if need be')
    .option('--seed <seed>', "use this seed instead of the scenario's")
    .option(
      '--set <path=value>',
      'change a value of the scenario for this comparison; may be repeated',
      collected,
      [],
    )
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .option('--markdown', 'print the tables as Markdown')
    .addHelpText('after', POLICIES_HELP)
    .action(async (file: string | undefined, options: PoliciesOptions, command: Command) => {
      refuseContradictions(file, options, command);
      if (file === undefined) {
        const { listPolicies } = await import('./list-policies.js');
        listPolicies(options);
        return;
      }
      const { comparePoliciesOf } = await import('./compare-policies.js');
      process.exitCode = await comparePoliciesOf(file, options);
    });
}

function refuseContradictions(file: string | undefined, options: PoliciesOptions, command: Command): void {
  if (options.json === true && options.markdown === true) {
    command.error('error: --json and --markdown exclude each other; leave one of them out');
  }
  if (file !== undefined) return;
  const given = Object.entries(options).find(
    ([name, value]) => name !== 'json' && !(Array.isArray(value) && value.length === 0),
  );
  if (given === undefined) return;
  command.error(
    `error: --${given[0]} is for comparing policies on a scenario, and no file is named; try "neap policies my-app.yaml --${given[0]} ..."`,
  );
}

function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
