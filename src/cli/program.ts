import { Command, CommanderError } from '@commander-js/extra-typings';
import { forgetInputs } from '../files/input-files.js';
import { packageVersion } from '../files/package-version.js';
import { nearestName } from '../kernel/nearest-name.js';
import { COMMANDS } from './commands.js';
import { EXIT } from './shared/exit-code.js';
import { nowTyped } from './shared/typed-command.js';
import { unknownOption } from './shared/unknown-options.js';

/**
 * Runs one command line: the one place where errors become messages and exit codes.
 * @param args the arguments after the program's name
 * @returns the exit code
 */
export async function commandLine(args: readonly string[]): Promise<number> {
  forgetInputs();
  const unknown = unknownCommand(args) ?? unknownOption(args);
  if (unknown !== undefined) {
    process.stderr.write(`${unknown}\n`);
    return EXIT.input;
  }
  let exit_code: number = EXIT.done;
  try {
    nowTyped(args);
    const called = calledName(args);
    const program = await neapProgram({
      whole: (name) => name === called,
      ended(code) {
        exit_code = code;
      },
    });
    await program.parseAsync(args, { from: 'user' });
    return exit_code;
  } catch (error) {
    // Commander has printed its message; help and version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.input;
    const { failureOf } = await import('./shared/failure.js');
    const failure = failureOf(error);
    process.stderr.write(`${failure.message}\n`);
    return failure.exit_code;
  }
}

/** Words that other programs use for what these commands do. */
const SYNONYMS: Readonly<Record<string, string>> = {
  version: '--version',
  simulate: 'run',
  sim: 'run',
  check: 'validate',
  lint: 'validate',
  new: 'init',
  create: 'init',
  cost: 'bill',
  price: 'bill',
  invoice: 'bill',
  predict: 'forecast',
  optimize: 'plan',
  optimise: 'plan',
  recommend: 'plan',
  diff: 'compare',
  emulate: 'serve',
  server: 'serve',
  start: 'serve',
  deploy: 'apply',
};

/** What to say of a command that does not exist; `undefined` if it does, or if the first word is an option. */
function unknownCommand(args: readonly string[]): string | undefined {
  const [first] = args;
  const called = first === undefined || first.startsWith('-') ? undefined : calledName(args);
  const names = COMMANDS.map(({ name }) => name);
  if (called === undefined || called === 'help' || names.includes(called)) return undefined;
  const meant = Object.hasOwn(SYNONYMS, called) ? SYNONYMS[called] : nearestName(called, names);
  const hint = meant === undefined ? '' : `\n(Did you mean ${meant}?)`;
  return `error: unknown command '${called}'${hint}\n${helpHint('')}`;
}

function helpHint(command: string): string {
  return command === ''
    ? 'Run "neap --help" for the commands.'
    : `Run "neap ${command} --help" for its options.`;
}

/** The command that a command line is about: the first word that is no option, or the one behind `help`. */
function calledName(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  return first === 'help' ? second : first;
}

/**
 * The `neap` command with all its subcommands. Those that are not made whole have a name, a line of usage and a summary
 * and nothing else: a start is short because the others are not loaded.
 *
 * @param whole which subcommands to make whole; every one unless given
 * @param ended told the exit code of the subcommand that was called
 */
export async function neapProgram({
  whole = () => true,
  ended = () => undefined,
}: {
  readonly whole?: (name: string) => boolean;
  readonly ended?: (exit_code: number) => void;
} = {}) {
  const program = new Command('neap')
    .description(
      'What a serverless Postgres will cost, how it will behave, and which settings it should have.',
    )
    .version(packageVersion())
    .exitOverride()
    .showHelpAfterError(helpHint(''))
    .configureHelp({
      subcommandTerm: (command) =>
        USAGES.get(command.name()) ?? `${command.name()} ${command.usage()}`.trim(),
    })
    .addHelpText('after', EXAMPLES);
  for (const entry of COMMANDS) {
    const command = whole(entry.name)
      ? await entry.load(ended)
      : new Command(entry.name).summary(entry.summary);
    command.copyInheritedSettings(program).showHelpAfterError(helpHint(entry.name));
    program.addCommand(command);
  }
  return program;
}

const USAGES = new Map(COMMANDS.map(({ name, usage }) => [name, usage]));

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
  $ neap worker redis://host:6379     make the runs of others, who say --cluster redis://host:6379
  $ neap bill my-app.yaml             the whole invoice, line by line
  $ neap forecast my-app.yaml --growth 8%/month   what the next twelve months cost
  $ neap policies my-app.yaml         compare scaling and suspension policies
  $ neap trace requests.csv           inspect recorded traffic
  $ neap import pg-stat-statements    make a scenario of usage recorded elsewhere
  $ neap calibrate observed           fit the model's constants to what was measured
  $ neap serve                        emulate the management API for real clients
  $ neap apply my-app.yaml --project-id ID   show what it changes on a project, and apply it`;
