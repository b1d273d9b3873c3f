import { Command, CommanderError } from '@commander-js/extra-typings';
import { forgetInputs } from '../files/input-files.js';
import { packageVersion } from '../files/package-version.js';
import { suggestion } from '../kernel/nearest-name.js';
import { COMMANDS } from './commands.js';
import { commandHelp, firstScreen, wholeHelp } from './help.js';
import { EXIT } from './shared/exit-code.js';
import { nowTyped } from './shared/typed-command.js';
import { columnsOf } from './terminal/screen-width.js';

/**
 * Runs one command line, or prints the first screen of help if it is empty. Turns errors into messages and exit codes.
 * @param words the arguments after the program's name
 * @returns the exit code
 */
export async function commandLine(words: readonly string[]): Promise<number> {
  forgetInputs();
  const args = withoutShorthand(words);
  if (args[0] === 'help' && args[1] === 'all') {
    process.stdout.write(wholeHelp(await neapProgram()));
    return EXIT.done;
  }
  const unknown = unknownCommand(args);
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
    // Commander has printed its message; help and version are not errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.input;
    const { failureOf } = await import('./shared/failure.js');
    const failure = failureOf(error);
    process.stderr.write(`${failure.message}\n`);
    return failure.exit_code;
  }
}

/** Short names of commands and options. */
const SHORTHANDS: Readonly<Record<string, readonly string[]>> = {
  version: ['--version'],
  trace: ['import', '--inspect'],
};

function withoutShorthand(words: readonly string[]): readonly string[] {
  const [first, ...others] = words;
  if (first === undefined) return ['--help'];
  if (first === 'help' && others[0] === 'trace') return ['help', 'import'];
  return Object.hasOwn(SHORTHANDS, first) ? [...SHORTHANDS[first]!, ...others] : words;
}

/** Other common names of these commands. */
const SYNONYMS: Readonly<Record<string, string>> = {
  inspect: 'trace',
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
  version: '--version',
};

/** The message about a command that does not exist; `undefined` if it does, or if the first word is an option. */
function unknownCommand(args: readonly string[]): string | undefined {
  const [first] = args;
  const called = first === undefined || first.startsWith('-') ? undefined : calledName(args);
  const names = COMMANDS.map(({ name }) => name);
  if (called === undefined || called === 'help' || names.includes(called)) return undefined;
  const meant = Object.hasOwn(SYNONYMS, called)
    ? `; did you mean "${SYNONYMS[called]}"?`
    : suggestion(called, names);
  return `error: unknown command "${called}"${meant}\n${helpHint('')}`;
}

function helpHint(command: string): string {
  return command === ''
    ? 'Run "neap help" for the commands.'
    : `Run "neap ${command} --help" for its options.`;
}

/** The command of a command line: the first word that is not an option, or the one after `help`. */
function calledName(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  return first === 'help' ? second : first;
}

/**
 * The `neap` command with all its subcommands. Those that are not built in full have only a name and a summary: not
 * loading them keeps the start short.
 *
 * @param whole which subcommands to build in full; default: all
 * @param ended called with the exit code of the subcommand that was called
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
    .configureOutput({
      getOutHelpWidth: () => columnsOf(process.stdout),
      getErrHelpWidth: () => columnsOf(process.stderr),
    })
    .configureHelp({
      formatHelp: (command, helper) =>
        command.parent === null ? firstScreen() : commandHelp(command, helper),
    });
  for (const entry of COMMANDS) {
    const command = whole(entry.name)
      ? await entry.load(ended)
      : new Command(entry.name).summary(entry.summary);
    command.copyInheritedSettings(program).showHelpAfterError(helpHint(entry.name));
    program.addCommand(command);
  }
  return program;
}
