import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { forgetInputs } from '../files/input-files.js';
import { packageVersion } from '../files/package-version.js';
import { applyCommand } from './apply/apply.js';
import { billCommand } from './bill/bill.js';
import { capacityCommand } from './capacity/capacity.js';
import { compareCommand } from './compare/compare.js';
import { compareRunsCommand } from './compare-runs/compare-runs.js';
import { forecastCommand } from './forecast/forecast.js';
import { importCommand } from './import/import.js';
import { initCommand } from './init/init.js';
import { observeCommand } from './observe/observe.js';
import { planCommand } from './plan/plan.js';
import { policiesCommand } from './policies/policies.js';
import { runCommand } from './run/run.js';
import { printSchema, schemaCommand } from './schema.js';
import { serveCommand } from './serve/serve.js';
import { EXIT, failureOf } from './shared/exit-code.js';
import { renamedOption } from './shared/renamed-options.js';
import { sweepCommand } from './sweep/sweep.js';
import { traceCommand } from './trace/trace.js';
import { validateCommand } from './validate/validate.js';

/**
 * Runs one command line: the one place where errors become messages and exit codes.
 * @param args the arguments after the program's name
 * @returns the exit code
 */
export async function commandLine(args: readonly string[]): Promise<number> {
  forgetInputs();
  const renamed = renamedOption(args);
  if (renamed !== undefined) {
    process.stderr.write(`${renamed}\n`);
    return EXIT.input;
  }
  let exit_code: number = EXIT.done;
  try {
    const program = neapProgram((code) => {
      exit_code = code;
    });
    await program.parseAsync(args, { from: 'user' });
    return exit_code;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.message !== undefined) process.stderr.write(`${failure.message}\n`);
    return failure.exit_code;
  }
}

/** What the action of a command is given. */
type Called<Made> = Made extends Command<infer Args, infer Options> ? [...Args, Options, Made] : never;

/**
 * The `neap` command with all its subcommands; what they do is loaded only when they are called.
 * @param ended told the exit code of the subcommand that was called
 */
export function neapProgram(ended: (exit_code: number) => void = () => undefined) {
  const program = new Command('neap')
    .description(
      'What a serverless Postgres will cost, how it will behave, and which settings it should have.',
    )
    .version(packageVersion())
    .exitOverride()
    .showHelpAfterError('Run "neap --help" or "neap <command> --help" for the commands and options.')
    .addHelpText('after', EXAMPLES);
  const add = <Made extends CommandUnknownOpts>(
    command: Made,
    load: () => Promise<(...args: Called<Made>) => Promise<number>>,
  ) => {
    command.copyInheritedSettings(program);
    // Commander hands over what the command declares.
    command.action(async (...args: unknown[]) => ended(await (await load())(...(args as Called<Made>))));
    program.addCommand(command);
  };
  add(runCommand(), async () => (await import('./run/run-file.js')).runFile);
  add(validateCommand(), async () => (await import('./validate/validate-files.js')).validateFiles);
  add(schemaCommand(), async () => printSchema);
  add(initCommand(), async () => (await import('./init/init-scenario.js')).initScenario);
  add(traceCommand(), async () => (await import('./trace/inspect-trace-file.js')).inspectTraceFile);
  add(importCommand(), async () => (await import('./import/import-files.js')).importFiles);
  add(policiesCommand(), async () => (await import('./policies/compare-policies.js')).policies);
  add(serveCommand(), async () => (await import('./serve/serve-emulator.js')).serveEmulator);
  add(observeCommand(), async () => (await import('./observe/observe-command.js')).observe);
  add(applyCommand(), async () => (await import('./apply/apply-scenario.js')).applyScenario);
  add(compareCommand(), async () => (await import('./compare/compare-settings.js')).compareSettings);
  add(compareRunsCommand(), async () => (await import('./compare-runs/compare-folders.js')).compareFolders);
  add(sweepCommand(), async () => (await import('./sweep/sweep-settings.js')).sweepSettings);
  add(planCommand(), async () => (await import('./plan/plan-settings.js')).planSettings);
  add(capacityCommand(), async () => (await import('./capacity/find-capacity.js')).findCapacity);
  add(billCommand(), async () => (await import('./bill/print-bill.js')).printBill);
  add(forecastCommand(), async () => (await import('./forecast/make-forecast.js')).makeForecast);
  return program;
}

const EXAMPLES = `
Examples:
  $ neap init my-app.yaml             write a commented scenario to start from
  $ neap run my-app.yaml              simulate it and print cost, latency and errors
  $ neap run my-app.yaml --out DIR    and write tables for a spreadsheet
  $ neap run my-app.yaml --replications 20   with confidence intervals
  $ neap compare my-app.yaml --variant bigger max=4
  $ neap sweep my-app.yaml --vary max=1,2,4 --vary timeout=5m,never
  $ neap capacity my-app.yaml --growth 8%/month   how much load it carries, and until when
  $ neap plan my-app.yaml --constraint 'latency_p99 <= 300ms'   the cheapest settings that meet it
  $ neap bill my-app.yaml             the whole invoice, line by line
  $ neap forecast my-app.yaml --growth 8%/month   what the next twelve months cost
  $ neap policies my-app.yaml         compare scaling and suspension policies
  $ neap trace requests.csv           inspect recorded traffic
  $ neap import pg-stat-statements    make a scenario of usage recorded elsewhere
  $ neap serve                        emulate the management API for real clients
  $ neap apply my-app.yaml --project-id ID   show what it changes on a project, and apply it`;
