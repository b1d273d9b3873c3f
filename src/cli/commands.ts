import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';

/**
 * A command as the first screen lists it. The rest, options included, is loaded when the command is called, and
 * what the command does only after its options have been read.
 */
export interface CommandEntry {
  readonly name: string;
  /** One line, for lists of commands. */
  readonly summary: string;
  /**
   * Makes the command whole.
   * @param ended told the exit code after it was called
   */
  load(ended: (exit_code: number) => void): Promise<CommandUnknownOpts>;
}

/** What the action of a command is given. */
type Called<Made> = Made extends Command<infer Args, infer Options> ? [...Args, Options, Made] : never;

/**
 * @param act does what the command is for, and returns the exit code; what a command finds is written only where that
 *   is below 2
 */
function entry<Made extends CommandUnknownOpts>(
  name: string,
  summary: string,
  made: { declare: () => Promise<Made>; act: () => Promise<(...args: Called<Made>) => Promise<number>> },
): CommandEntry {
  return {
    name,
    summary,
    async load(ended) {
      const command = await made.declare();
      command.summary(summary);
      // Commander hands over what the command declares.
      command.action(async (...args: unknown[]) =>
        ended(await (await made.act())(...(args as Called<Made>))),
      );
      return command;
    },
  };
}

/** Commands for one purpose. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}

/** The commands of the first screen. */
export const FIRST_COMMANDS: readonly CommandGroup[] = [
  {
    title: 'Start',
    commands: [
      entry('init', 'write a commented scenario to start from', {
        declare: async () => (await import('./init/init.js')).initCommand(),
        act: async () => (await import('./init/init-scenario.js')).initScenario,
      }),
      entry('run', 'simulate a scenario: cost, latency, errors', {
        declare: async () => (await import('./run/run.js')).runCommand(),
        act: async () => (await import('./run/run-file.js')).runFile,
      }),
      entry('validate', 'check scenario files without running them', {
        declare: async () => (await import('./validate/validate.js')).validateCommand(),
        act: async () => (await import('./validate/validate-files.js')).validateFiles,
      }),
    ],
  },
  {
    title: 'Decide',
    commands: [
      entry('plan', 'find the cheapest settings that meet objectives', {
        declare: async () => (await import('./plan/plan.js')).planCommand(),
        act: async () => (await import('./plan/plan-settings.js')).planSettings,
      }),
      entry('compare', 'compare settings under the same load', {
        declare: async () => (await import('./compare/compare.js')).compareCommand(),
        act: async () => (await import('./compare/compare-settings.js')).compareSettings,
      }),
      entry('sweep', 'simulate every combination of some settings', {
        declare: async () => (await import('./sweep/sweep.js')).sweepCommand(),
        act: async () => (await import('./sweep/sweep-settings.js')).sweepSettings,
      }),
      entry('capacity', 'find the highest load, and what fails first', {
        declare: async () => (await import('./capacity/capacity.js')).capacityCommand(),
        act: async () => (await import('./capacity/find-capacity.js')).findCapacity,
      }),
      entry('forecast', 'forecast monthly bills as the load grows', {
        declare: async () => (await import('./forecast/forecast.js')).forecastCommand(),
        act: async () => (await import('./forecast/make-forecast.js')).makeForecast,
      }),
      entry('policies', 'compare scaling and suspension policies', {
        declare: async () => (await import('./policies/policies.js')).policiesCommand(),
        act: async () => (await import('./policies/compare-policies.js')).policies,
      }),
    ],
  },
  {
    title: 'Cost',
    commands: [
      entry('bill', 'print the monthly invoice line by line', {
        declare: async () => (await import('./bill/bill.js')).billCommand(),
        act: async () => (await import('./bill/print-bill.js')).printBill,
      }),
    ],
  },
  {
    title: 'From real traffic',
    commands: [
      entry('trace', 'inspect recorded traffic', {
        declare: async () => (await import('./trace/trace.js')).traceCommand(),
        act: async () => (await import('./trace/inspect-trace-file.js')).inspectTraceFile,
      }),
      entry('import', 'build a scenario from recorded traffic and logs', {
        declare: async () => (await import('./import/import.js')).importCommand(),
        act: async () => (await import('./import/import-files.js')).importFiles,
      }),
      entry('calibrate', 'fit the model to measured latencies', {
        declare: async () => (await import('./calibrate/calibrate.js')).calibrateCommand(),
        act: async () => (await import('./calibrate/calibrate-files.js')).calibrateFiles,
      }),
      entry('observe', 'run a scenario on a real service and record it', {
        declare: async () => (await import('./observe/observe.js')).observeCommand(),
        act: async () => (await import('./observe/observe-command.js')).observe,
      }),
      entry('probe', 'measure how long your database takes to wake', {
        declare: async () => (await import('./probe/probe.js')).probeCommand(),
        act: async () => (await import('./probe/probe-database.js')).probeDatabase,
      }),
    ],
  },
  {
    title: 'Test and operate',
    commands: [
      entry('serve', 'emulate the management API on this machine', {
        declare: async () => (await import('./serve/serve.js')).serveCommand(),
        act: async () => (await import('./serve/serve-emulator.js')).serveEmulator,
      }),
      entry('apply', "apply a scenario's settings to a project", {
        declare: async () => (await import('./apply/apply.js')).applyCommand(),
        act: async () => (await import('./apply/apply-scenario.js')).applyScenario,
      }),
    ],
  },
];

/** The commands that only `neap help all` lists. */
export const FURTHER_COMMANDS: CommandGroup = {
  title: 'Further commands',
  commands: [
    entry('compare-runs', 'compare two result folders', {
      declare: async () => (await import('./compare-runs/compare-runs.js')).compareRunsCommand(),
      act: async () => (await import('./compare-runs/compare-folders.js')).compareFolders,
    }),
    entry('schema', 'print the JSON Schema of scenario files', {
      declare: async () => (await import('./schema.js')).schemaCommand(),
      act: async () => (await import('./schema.js')).printSchema,
    }),
    entry('mcp', 'serve the simulator to assistants (Model Context Protocol)', {
      declare: async () => (await import('./mcp/mcp.js')).mcpCommand(),
      act: async () => (await import('./mcp/serve-mcp.js')).serveMcp,
    }),
    entry('worker', 'run simulations for commands started with --cluster', {
      declare: async () => (await import('./worker/worker.js')).workerCommand(),
      act: async () => (await import('./worker/work-for-cluster.js')).workForCluster,
    }),
  ],
};

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [...FIRST_COMMANDS, FURTHER_COMMANDS].flatMap(
  ({ commands }) => commands,
);
