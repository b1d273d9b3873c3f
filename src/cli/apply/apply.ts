import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { OPTIONS } from '../shared/options.js';
import { baseUrlOption, KEY_HELP } from '../shared/service-connection.js';

/** Makes `neap apply`. */
export const applyCommand = () =>
  new Command('apply')
    .description(
      "Shows the differences between a scenario's computes and a project's, what each change restarts and for how " +
        'long, and what stays as it is; changes nothing without --yes. Sets sizes and suspend timeouts and creates ' +
        'missing computes; deletes computes only with --delete-others, and creates or deletes branches only with ' +
        '--create-branches or --delete-branches.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .addOption(
      new Option('--project-id <id>', 'the project, such as shy-wind-12345678')
        .makeOptionMandatory()
        .argParser(projectId),
    )
    .option('--branch <name>', "branch of computes that name none (main, or else the project's default)")
    .addOption(baseUrlOption())
    .option('--delete-others', 'delete computes that are not in the scenario, on the branches it names')
    .option(
      '--create-branches',
      "create branches of the scenario that are missing, from the project's default one",
    )
    .option(
      '--delete-branches',
      'delete branches that the scenario does not name, with their computes and data; never the default one, protected ones, or parents of those that stay',
    )
    .option('-y, --yes', 'apply the changes, and wait until they have taken effect')
    .addOption(OPTIONS.set())
    .addOption(OPTIONS.json())
    .addHelpText('after', HELP);

const HELP = `
${KEY_HELP}
Ctrl-C stops after the call in flight and reports what was done.

Examples:
  $ neap apply my-app.yaml --project-id shy-wind-12345678          show the difference
  $ neap apply my-app.yaml --project-id shy-wind-12345678 --yes    and apply it
  $ neap apply my-app.yaml --project-id shy-wind-12345678 --base-url http://127.0.0.1:8432/api/v2

Exit codes:
  0 shown, or applied; 2 invalid input, or not allowed by the plan or the size table (nothing was changed);
  3 a call or an operation failed; 130 interrupted`;

function projectId(text: string): string {
  if (/^[a-z0-9-]{1,60}$/.test(text)) return text;
  throw new InvalidArgumentError('expected the id of a project, such as shy-wind-12345678');
}
