import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ApplyOptions } from './apply-options.js';
import { collected } from './option-values.js';
import { baseUrlOption, KEY_HELP } from './service-connection.js';

/** Registers `neap apply`. */
export function addApplyCommand(program: Command): void {
  program
    .command('apply')
    .summary("bring a project's computes to a scenario's settings")
    .description(
      "Shows what differs between a scenario's computes and a project's, what each change restarts and for how " +
        'long, and what is not touched; changes nothing unless --yes is given. Sizes and suspend timeouts are ' +
        'set, computes that are missing are created; none is deleted without --delete-others, and no branch is ' +
        'created or deleted.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .addOption(
      new Option('--project-id <id>', 'the project, such as shy-wind-12345678')
        .makeOptionMandatory()
        .argParser(projectId),
    )
    .option('--branch <name>', "the branch of computes that name none; main or else the project's default")
    .addOption(baseUrlOption())
    .option('--delete-others', 'delete computes that the scenario does not have, on the branches it names')
    .option('-y, --yes', 'apply the changes, and wait until they are carried out')
    .option('--set <path=value>', 'change a value of the scenario; may be repeated', collected, [])
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .addHelpText('after', HELP)
    .action(async (file: string, options: ApplyOptions) => {
      const { applyScenario } = await import('./apply-scenario.js');
      process.exitCode = await applyScenario(file, options);
    });
}

const HELP = `
${KEY_HELP}
Ctrl-C ends it after the call in flight and says what was done.

Examples:
  $ neap apply my-app.yaml --project-id shy-wind-12345678          show the difference
  $ neap apply my-app.yaml --project-id shy-wind-12345678 --yes    and apply it
  $ neap apply my-app.yaml --project-id shy-wind-12345678 --base-url http://127.0.0.1:8432/api/v2

Exit codes:
  0 shown, or applied; 2 the input is wrong, or the plan or the size table forbid it (nothing was changed);
  3 a call or an operation failed; 130 interrupted`;

function projectId(text: string): string {
  if (/^[a-z0-9-]{1,60}$/.test(text)) return text;
  throw new InvalidArgumentError('expected the id of a project, such as shy-wind-12345678');
}
