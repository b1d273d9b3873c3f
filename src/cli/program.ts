import { Command } from 'commander';
import { addApplyCommand } from './apply.js';
import { addCapacityCommand } from './capacity.js';
import { addCompareCommand } from './compare.js';
import { EXIT, failureOf } from './exit-code.js';
import { addForecastCommand } from './forecast.js';
import { addInitCommand } from './init.js';
import { addObserveCommand } from './observe.js';
import { packageVersion } from './package-version.js';
import { addPlanCommand } from './plan.js';
import { addPoliciesCommand } from './policies.js';
import { addRunCommand } from './run.js';
import { addSchemaCommand } from './schema.js';
import { addServeCommand } from './serve.js';
import { addSweepCommand } from './sweep.js';
import { addTraceCommand } from './trace.js';
import { addValidateCommand } from './validate.js';

/**
 * Runs one command line: the one place where errors become messages and exit codes.
 * @param args the arguments after the program's name
 * @returns the exit code
 */
export async function commandLine(args: readonly string[]): Promise<number> {
  try {
    await neapProgram().parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    const { exit_code, message } = failureOf(error);
    if (message !== undefined) process.stderr.write(`${message}\n`);
    return exit_code;
  }
}

/** The `neap` command with all its subcommands; each loads what it needs only when it is called. */
function neapProgram(): Command {
  const program = new Command('neap')
    .description(
      'What a serverless Postgres will cost, how it will behave, and which settings it should have.',
    )
    .version(packageVersion())
    .exitOverride()
    .showHelpAfterError('Run "neap --help" or "neap <command> --help" to see what can be asked.')
    .addHelpText(
      'after',
      `
Examples:
  $ neap init my-app.yaml             write a commented scenario to start from
  $ neap run my-app.yaml              simulate it and print cost, waiting and errors
  $ neap run my-app.yaml --out DIR    and write tables for a spreadsheet
  $ neap run my-app.yaml --replications 20   and say how sure that is
  $ neap compare my-app.yaml --variant bigger max=4
  $ neap sweep my-app.yaml --vary max=1,2,4 --vary timeout=5m,never
  $ neap capacity my-app.yaml --growth 8%/month   how much load it carries, and until when
  $ neap plan my-app.yaml --constraint "latency_p99 <= 300ms"   the cheapest settings that will do
  $ neap forecast my-app.yaml --growth 8%/month   what the next twelve months cost
  $ neap policies my-app.yaml         what other policies of scaling and suspension would do
  $ neap trace requests.csv           inspect recorded traffic
  $ neap serve                        emulate the management API for real clients
  $ neap apply my-app.yaml --project-id ID   show what it changes on a project, and apply it`,
    );
  addRunCommand(program);
  addValidateCommand(program);
  addSchemaCommand(program);
  addInitCommand(program);
  addTraceCommand(program);
  addPoliciesCommand(program);
  addServeCommand(program);
  addObserveCommand(program);
  addApplyCommand(program);
  addCompareCommand(program);
  addSweepCommand(program);
  addPlanCommand(program);
  addCapacityCommand(program);
  addForecastCommand(program);
  return program;
}
