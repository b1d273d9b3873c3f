import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/**
 * A command as the first screen lists it. The rest, options included, is loaded when the command is called.
 */
export interface CommandEntry {
  readonly name: string;
  /** One line, for lists of commands. */
  readonly summary: string;
  /**
   * Makes the command whole.
   * @param ended called with the exit code afterwards
   */
  load(ended: (exit_code: number) => void): Promise<CommandUnknownOpts>;
}

interface CommandModule<Called extends unknown[]> {
  /** Name, arguments, options and help. */
  declare(): CommandUnknownOpts;
  /** Runs the command. @returns the exit code; files are written only if it is below 2 */
  readonly act: (...called: Called) => Promise<number>;
}

function entry<Called extends unknown[]>(
  name: string,
  summary: string,
  module: () => Promise<CommandModule<Called>>,
): CommandEntry {
  return {
    name,
    summary,
    async load(ended) {
      const { declare, act } = await module();
      // Commander passes what the command declares.
      return declare()
        .summary(summary)
        .action(async (...args: unknown[]) => ended(await act(...(args as Called))));
    },
  };
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}

export const FIRST_COMMANDS: readonly CommandGroup[] = [
  {
    title: 'Start',
    commands: [
      entry('init', 'write a commented scenario to start from', () => import('./commands/init.js')),
      entry('run', 'simulate a scenario: cost, latency, errors', () => import('./run/run-file.js')),
      entry('validate', 'check scenario files without running them', () => import('./commands/validate.js')),
      entry('studio', 'turn settings on a page, and see the month', () => import('./commands/studio.js')),
    ],
  },
  {
    title: 'Decide',
    commands: [
      entry('plan', 'find the cheapest settings that meet objectives', () => import('./commands/plan.js')),
      entry('compare', 'compare settings, or two result folders', () => import('./commands/compare.js')),
      entry('sweep', 'simulate every combination of some settings', () => import('./commands/sweep.js')),
      entry(
        'capacity',
        'find the highest load, and what fails first',
        () => import('./commands/capacity.js'),
      ),
      entry('forecast', 'forecast monthly bills as the load grows', () => import('./commands/forecast.js')),
      entry('policies', 'compare scaling and suspension policies', () => import('./commands/policies.js')),
    ],
  },
  {
    title: 'Cost',
    commands: [entry('bill', 'print the monthly invoice line by line', () => import('./commands/bill.js'))],
  },
  {
    title: 'From real traffic',
    commands: [
      entry('import', 'inspect traffic, or build a scenario from it', () => import('./commands/import.js')),
      entry('calibrate', 'fit the model to measured latencies', () => import('./commands/calibrate.js')),
      entry(
        'observe',
        'run a scenario on a real service and record it',
        () => import('./observe/observe-command.js'),
      ),
      entry('probe', 'measure how long your database takes to wake', () => import('./commands/probe.js')),
    ],
  },
  {
    title: 'Test and operate',
    commands: [
      entry('serve', 'emulate the management API on this machine', () => import('./commands/serve.js')),
      entry('apply', "apply a scenario's settings to a project", () => import('./commands/apply.js')),
    ],
  },
];

/** The commands that only `neap help all` lists. */
export const FURTHER_COMMANDS: CommandGroup = {
  title: 'Further commands',
  commands: [
    entry('schema', 'print the JSON Schema of scenario files', () => import('./commands/schema.js')),
    entry(
      'mcp',
      'serve the simulator to assistants (Model Context Protocol)',
      () => import('./commands/mcp.js'),
    ),
    entry(
      'worker',
      'run simulations for commands started with --cluster',
      () => import('./commands/worker.js'),
    ),
  ],
};

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [...FIRST_COMMANDS, FURTHER_COMMANDS].flatMap(
  ({ commands }) => commands,
);
