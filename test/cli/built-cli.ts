import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
