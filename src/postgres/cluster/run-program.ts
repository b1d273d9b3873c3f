import { spawn } from 'node:child_process';
import { PostgresProblem } from './postgres-problem.js';
import type { ServerUser } from './server-user.js';

export interface ProgramOptions {
  /** The user to run it as; `undefined` for the current user. */
  readonly user: ServerUser | undefined;
  readonly env?: NodeJS.ProcessEnv;
  /** Maximum characters of standard output to keep, from its end. */
  readonly kept?: number;
}

/** Characters of a program's output to keep by default, from its end. */
const KEPT_OUTPUT = 4000;

/** English messages, which can be searched for; no PG variables, which could name another server. */
export const SERVER_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  ...(process.platform === 'win32' && { SystemRoot: process.env['SystemRoot'] }),
};

/** Options of `spawn` to run a process as another user. */
export function asUser(user: ServerUser | undefined): { readonly uid?: number; readonly gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/**
 * Runs a program to its end.
 * @returns its standard output
 * @throws PostgresProblem with its output if it fails or cannot be run
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { user, env = SERVER_ENVIRONMENT, kept = KEPT_OUTPUT }: ProgramOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      env,
      ...asUser(user),
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-kept);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-KEPT_OUTPUT);
    });
    const as = user === undefined ? '' : ` as user ${user.name}`;
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(new PostgresProblem(`${program} cannot be run${as} (${error.code ?? error.message})`));
    });
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const said = (errors.trim() || output.trim()).replaceAll('\n', '\n  ');
      reject(new PostgresProblem(`${program} failed${as} (${signal ?? `exit code ${code}`}):\n  ${said}`));
    });
  });
}
