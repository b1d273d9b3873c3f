import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a program that prints one JSON value and returns the value; its complaints go to standard error.
 *
 * @throws Error when it fails
 */
export function printedBy<T>(program: string, args: readonly (string | number)[]): T {
  const output = execFileSync(program, args.map(String), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as T;
}

/** Runs a module of this folder in a fresh process of the same Node, so that no part warms up another. */
export function printedByModule<T>(file: URL, args: readonly (string | number)[]): T {
  return printedBy<T>(process.execPath, [...process.execArgv, fileURLToPath(file), ...args]);
}
