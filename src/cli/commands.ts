import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';

/**
 * A command as the program's own help lists it. The rest, options included, is loaded when the command is called, and
 * what the command does only after its options have been read.
 */
export interface CommandEntry {
  readonly name: string;
  /** The name with its options and arguments, as a line of usage has them. */
  readonly usage: string;
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
  usage: string,
  summary: string,
  made: { declare: () => Promise<Made>; act: () => Promise<(...args: Called<Made>) => Promise<number>> },
): CommandEntry {
  return {
    name: usage.split(' ')[0]!,
    usage,
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

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  entry('run [options] <file>', 'simulate a scenario: cost, latency, errors, availability', {
    declare: async () => (await import('./run/run.js')).runCommand(),
    act: async () => (await import('./run/run-file.js')).runFile,
  }),
  entry('validate [options] <file...>', 'check scenario files without running them', {
    declare: async () => (await import('./validate/validate.js')).validateCommand(),
    act: async () => (await import('./validate/validate-files.js')).validateFiles,
  }),
  entry('schema', 'print the JSON Schema of scenario files', {
    declare: async () => (await import('./schema.js')).schemaCommand(),
    act: async () => (await import('./schema.js')).printSchema,
  }),
  entry('init [options] [file]', 'write a commented scenario to start from', {
    declare: async () => (await import('./init/init.js')).initCommand(),
    act: async () => (await import('./init/init-scenario.js')).initScenario,
  }),
  entry('trace [options] <files...>', 'inspect recorded traffic, and write a scenario that replays it', {
    declare: async () => (await import('./trace/trace.js')).traceCommand(),
    act: async () => (await import('./trace/inspect-trace-file.js')).inspectTraceFile,
  }),
  entry('import [options] [files...]', 'write a scenario from exported files and logs', {
    declare: async () => (await import('./import/import.js')).importCommand(),
    act: async () => (await import('./import/import-files.js')).importFiles,
  }),
  entry('calibrate [options] [input...]', "fit the model's constants to latencies that were measured", {
    declare: async () => (await import('./calibrate/calibrate.js')).calibrateCommand(),
    act: async () => (await import('./calibrate/calibrate-files.js')).calibrateFiles,
  }),
  entry('probe [options] [url]', 'measure how long a database of your own takes to wake', {
    declare: async () => (await import('./probe/probe.js')).probeCommand(),
    act: async () => (await import('./probe/probe-database.js')).probeDatabase,
  }),
  entry(
    'policies [options] [file]',
    'list the scaling and suspension policies, or compare them on a scenario',
    {
      declare: async () => (await import('./policies/policies.js')).policiesCommand(),
      act: async () => (await import('./policies/compare-policies.js')).policies,
    },
  ),
  entry('serve [options]', 'emulate the management API on this machine, for real clients', {
    declare: async () => (await import('./serve/serve.js')).serveCommand(),
    act: async () => (await import('./serve/serve-emulator.js')).serveEmulator,
  }),
  entry(
    'observe [options] <file>',
    "execute a scenario's events on a real platform, or send its load to a database, and record what happens",
    {
      declare: async () => (await import('./observe/observe.js')).observeCommand(),
      act: async () => (await import('./observe/observe-command.js')).observe,
    },
  ),
  entry('apply [options] <file>', "bring a project's computes to a scenario's settings", {
    declare: async () => (await import('./apply/apply.js')).applyCommand(),
    act: async () => (await import('./apply/apply-scenario.js')).applyScenario,
  }),
  entry('compare [options] <files...>', 'compare settings under the same load, with significance', {
    declare: async () => (await import('./compare/compare.js')).compareCommand(),
    act: async () => (await import('./compare/compare-settings.js')).compareSettings,
  }),
  entry(
    'compare-runs [options] <first> <second>',
    'lay two result folders side by side, such as a simulated and an observed run',
    {
      declare: async () => (await import('./compare-runs/compare-runs.js')).compareRunsCommand(),
      act: async () => (await import('./compare-runs/compare-folders.js')).compareFolders,
    },
  ),
  entry('sweep [options] <file>', 'run every combination of some settings, one row each', {
    declare: async () => (await import('./sweep/sweep.js')).sweepCommand(),
    act: async () => (await import('./sweep/sweep-settings.js')).sweepSettings,
  }),
  entry('plan [options] <file>', 'find the best settings within constraints, with confidence intervals', {
    declare: async () => (await import('./plan/plan.js')).planCommand(),
    act: async () => (await import('./plan/plan-settings.js')).planSettings,
  }),
  entry('capacity [options] <file>', 'find how much load a configuration carries, and what fails first', {
    declare: async () => (await import('./capacity/capacity.js')).capacityCommand(),
    act: async () => (await import('./capacity/find-capacity.js')).findCapacity,
  }),
  entry('bill [options] <file>', 'print the whole invoice, line by line, and lay a real one beside it', {
    declare: async () => (await import('./bill/bill.js')).billCommand(),
    act: async () => (await import('./bill/print-bill.js')).printBill,
  }),
  entry(
    'forecast [options] <file>',
    'forecast the monthly bill under growth, and when objectives are missed',
    {
      declare: async () => (await import('./forecast/forecast.js')).forecastCommand(),
      act: async () => (await import('./forecast/make-forecast.js')).makeForecast,
    },
  ),
  entry('mcp [options]', 'serve the simulator to assistants (Model Context Protocol)', {
    declare: async () => (await import('./mcp/mcp.js')).mcpCommand(),
    act: async () => (await import('./mcp/serve-mcp.js')).serveMcp,
  }),
  entry('worker [options] <url>', 'make runs that others ask for with --cluster', {
    declare: async () => (await import('./worker/worker.js')).workerCommand(),
    act: async () => (await import('./worker/work-for-cluster.js')).workForCluster,
  }),
];
