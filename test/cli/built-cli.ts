import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The built command; `npm test` builds it first. */
export const BUILT_CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The result of a command. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command as a user would, in a folder and with further variables, and waits for it to end. */
export function neap(args: readonly string[], folder?: string, env: NodeJS.ProcessEnv = {}): Outcome {
  if (!existsSync(BUILT_CLI)) throw new Error('dist/cli/main.js is missing: run "npm run build" first');
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_CLI, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  // Progress lines appear only on slow machines.
  return { status, stdout, stderr: stderr.replaceAll(/^progress: .*\n/gm, '') };
}

/** A command that runs in a separate process. */
export interface StartedCommand {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly written: Readonly<Record<'stdout' | 'stderr', string>>;
  /** Its exit code, or the signal that ended it, when all of its output has been read. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Waits until a condition holds. @throws Error if the command ends before */
  readonly until: (holds: () => boolean) => Promise<void>;
}

/** Starts the built command in a folder and with further variables. */
export function startNeap(
  args: readonly string[],
  folder?: string,
  env: NodeJS.ProcessEnv = {},
): StartedCommand {
  const child = spawn(process.execPath, [BUILT_CLI, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${written.stderr}`);
      await pause(20);
    }
  };
  return { child, written, ended, until };
}
