import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProblem } from './postgres-problem.js';

const PROC = '/proc';
/** How long servers may take to shut down after their emulator died, in ms. */
const GRACE_MS = 3_000;
/** How long killed processes may take to disappear, in ms. */
const KILL_TIMEOUT_MS = 5_000;
const POLL_MS = 20;

/**
 * Ends all server processes below a folder, and waits until they are gone. Servers that are shutting down because their
 * emulator died get time to finish; data of killed servers are recovered at the next start.
 * @param grace_ms time before they are killed
 * @throws PostgresProblem if a process does not end
 */
export async function killProcessesIn(folder: string, grace_ms = GRACE_MS): Promise<void> {
  if (await waitUntilGone(folder, grace_ms)) return;
  for (const pid of processesIn(folder)) kill(pid);
  if (await waitUntilGone(folder, KILL_TIMEOUT_MS)) return;
  throw new PostgresProblem(
    `processes of an earlier run still use ${folder} and cannot be ended: ${processesIn(folder).join(', ')}`,
  );
}

async function waitUntilGone(folder: string, within_ms: number): Promise<boolean> {
  for (let left_ms = within_ms; ; left_ms -= POLL_MS) {
    if (processesIn(folder).length === 0) return true;
    if (left_ms <= 0) return false;
    await pause(POLL_MS);
  }
}

/**
 * The ids of server processes below a folder. All processes of a server work in its data folder; without /proc, the lock
 * files of data folders give the postmasters only.
 */
export function processesIn(folder: string): readonly number[] {
  return existsSync(join(PROC, 'self', 'cwd')) ? byWorkingFolder(folder) : byLockFiles(folder);
}

function byWorkingFolder(named: string): readonly number[] {
  if (!existsSync(named)) return [];
  const folder = realpathSync(named);
  const below = `${folder}${sep}`;
  return readdirSync(PROC).flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const working = readlinkSync(join(PROC, name, 'cwd'));
      if (!working.startsWith(below)) return [];
      // Other programs, such as a shell, may work in the folder too.
      return readFileSync(join(PROC, name, 'comm'), 'utf8').startsWith('postgres') ? [Number(name)] : [];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}

function byLockFiles(folder: string): readonly number[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).map((name) => join(folder, name, 'data', 'postmaster.pid'));
  return [...files, join(folder, 'data', 'postmaster.pid')].flatMap((file) => {
    try {
      const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
      process.kill(pid, 0);
      return [pid];
    } catch {
      return [];
    }
  });
}

/** Kills a process, unless it has ended already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
