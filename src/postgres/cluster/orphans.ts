import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProblem } from './postgres-problem.js';

const PROC = '/proc';
/** How long processes have to end after the death of the process that started them, in ms. */
const GRACE_MS = 3_000;
/** How long the system has to bury killed processes, in ms. */
const BURIAL_MS = 5_000;
const LOOK_MS = 20;

/**
 * Ends every process of servers below a folder, and waits until they are gone. Servers that were asked to stop when
 * their emulator died are given a moment for it; recovery makes good what a kill leaves.
 * @param grace_ms how long they may take to end before they are killed
 * @throws PostgresProblem when one does not end
 */
export async function killProcessesIn(folder: string, grace_ms = GRACE_MS): Promise<void> {
  if (await gone(folder, grace_ms)) return;
  for (const pid of processesIn(folder)) kill(pid);
  if (await gone(folder, BURIAL_MS)) return;
  throw new PostgresProblem(
    `processes of an earlier run still use ${folder} and cannot be ended: ${processesIn(folder).join(', ')}`,
  );
}

async function gone(folder: string, within_ms: number): Promise<boolean> {
  for (let left_ms = within_ms; ; left_ms -= LOOK_MS) {
    if (processesIn(folder).length === 0) return true;
    if (left_ms <= 0) return false;
    await pause(LOOK_MS);
  }
}

/**
 * The processes of servers below a folder. A server and everything that it forks work in their data folder; where the
 * system does not reveal that, the lock file of the data folder names its first process.
 */
export function processesIn(folder: string): readonly number[] {
  return existsSync(join(PROC, 'self', 'cwd')) ? byWorkingFolder(folder) : byGuardFiles(folder);
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
      // Others may look around in there.
      return readFileSync(join(PROC, name, 'comm'), 'utf8').startsWith('postgres') ? [Number(name)] : [];
    } catch {
      // It has ended, or belongs to another program.
      return [];
    }
  });
}

function byGuardFiles(folder: string): readonly number[] {
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
