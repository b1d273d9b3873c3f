import { join } from 'node:path';
import { commandLine } from '../../src/cli/program.js';
import type { Outcome } from './built-cli.js';

type Write = typeof process.stdout.write;

/** Commands that use threads unless told otherwise. Their work is small in tests: threads take longer to start. */
const THREADED: ReadonlySet<string | undefined> = new Set([
  'bill',
  'capacity',
  'compare',
  'forecast',
  'plan',
  'policies',
  'run',
  'sweep',
]);

function withoutThreads(args: readonly string[]): readonly string[] {
  // Without a file, policies are listed.
  const has_file = args.some((arg) => /\.(yaml|json)$/.test(arg));
  const isOpen = THREADED.has(args[0]) && has_file && !args.some((arg) => /^--(workers|cluster)/.test(arg));
  return isOpen ? [...args, '--workers', '1'] : args;
}

/**
 * Runs a command line in this process. Paths are absolute because test threads share one working directory.
 * @returns its output and its exit code, as the built command would give them
 */
export async function called(args: readonly string[]): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const restore = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name];
    const { write } = stream;
    stream.write = ((text: string | Uint8Array, ...rest: unknown[]) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
      done?.();
      return true;
    }) as Write;
    return () => {
      stream.write = write;
    };
  });
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    const status = await commandLine(withoutThreads(args));
    return { status, ...written };
  } finally {
    for (const each of restore) each();
    process.exitCode = before;
  }
}

/** The same, with a folder for the paths among the arguments: those that end in `.yaml`, and `out`. */
export function calledIn(folder: string, args: readonly string[]): Promise<Outcome> {
  return called(args.map((arg) => (/^out$|\.yaml$/.test(arg) ? join(folder, arg) : arg)));
}
