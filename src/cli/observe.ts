import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration, QUANTITY_EXAMPLES } from '../scenario/quantity.js';
import type { ObserveCliOptions } from './observe-options.js';
import { collected } from './option-values.js';
import { baseUrlOption, KEY_HELP } from './service-connection.js';

/** Registers `neap observe`. */
export function addObserveCommand(program: Command): void {
  program
    .command('observe')
    .summary("carry a scenario's timeline out on a real platform, and watch")
    .description(
      "Creates a project with the scenario's branches and computes, carries its events out (update, restart, " +
        'start, suspend) when they are due, and asks for states and operations all the while; then deletes what ' +
        'it has created, also after an error or Ctrl-C. Writes the files that "neap run" writes, so that both can ' +
        'be laid next to each other; what cannot be seen from outside stays empty. Load is not driven: whoever ' +
        'connects to the computes wakes them.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .addOption(
      new Option('--adapter <kind>', 'http: a service, in wall-clock time; simulated: the rules in process')
        .choices(['http', 'simulated'])
        .default('http'),
    )
    .addOption(baseUrlOption())
    .option('-o, --out <dir>', 'directory for the result files; created if need be')
    .addOption(
      new Option('--poll <duration>', 'time between two looks at states and operations')
        .default(1, '1s')
        .argParser(pollSeconds),
    )
    .option('--project-id <id>', 'create the branches and computes in this project, not in a new one')
    .option('--allow-existing', 'with --project-id: edit, restart and suspend computes that exist already')
    .option('--org-id <id>', 'create the project in this organization')
    .option('--region-id <id>', 'create the project in this region')
    .option('--set <path=value>', 'change a value of the scenario; may be repeated', collected, [])
    .option('--dry-run', 'show what would be called, and call nothing that changes anything')
    .option('-y, --yes', 'do not ask before calling anything that costs money')
    .option('--json', 'print the content of summary.json on standard output, and nothing else')
    .addHelpText('after', HELP)
    .action(async (file: string, options: ObserveCliOptions, command: Command) => {
      refuseContradictions(options, command);
      const { observe } = await import('./observe-command.js');
      process.exitCode = await observe(file, options);
    });
}

const HELP = `
Examples:
  $ neap observe trial.yaml --dry-run
  $ neap observe trial.yaml --yes --out observed
  $ neap observe trial.yaml --base-url http://127.0.0.1:8432/api/v2 --yes --out observed
  $ neap run trial.yaml --out simulated                   the other side

${KEY_HELP}
A second Ctrl-C stops at once, and says what is left and how to delete it.

Exit codes:
  0 done; 1 done and an objective was missed; 2 the input or the call is wrong, or the answer was no; 3 the
  platform refused or failed, or something could not be deleted; 130 interrupted`;

const LEAST_POLL_SECONDS = 0.2;

function pollSeconds(text: string): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds >= LEAST_POLL_SECONDS) return seconds;
  throw new InvalidArgumentError(`expected ${QUANTITY_EXAMPLES.duration}, 200ms or more`);
}

function refuseContradictions(options: ObserveCliOptions, command: Command): void {
  if (options.allowExisting === true && options.projectId === undefined) {
    command.error('error: --allow-existing is about the computes of a project; name it with --project-id');
  }
  for (const [name, value] of [
    ['--org-id', options.orgId],
    ['--region-id', options.regionId],
  ]) {
    if (value !== undefined && options.projectId !== undefined) {
      command.error(`error: ${name} is for a new project, and --project-id names one that exists`);
    }
  }
  if (options.adapter === 'http') return;
  for (const [name, value] of [
    ['--base-url', options.baseUrl],
    ['--project-id', options.projectId],
    ['--org-id', options.orgId],
    ['--region-id', options.regionId],
  ]) {
    if (value !== undefined) command.error(`error: ${name} is for --adapter http`);
  }
}
