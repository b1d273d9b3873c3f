import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Memory of a compute's processes. */
export interface GroupMemory {
  /** Memory that the kernel cannot reclaim: private memory and shared buffers. */
  readonly unreclaimable_bytes: number;
  /** Page cache of files that they read and wrote; includes shared buffers, as the kernel's count for a machine does. */
  readonly cached_bytes: number;
}

/**
 * Reads a group's `memory.stat`, whose lines have the same names in both versions except the page cache.
 * @param cache the line of the page cache: `cache` in version 1, `file` in version 2
 */
export function groupMemory(group: string, cache: string): GroupMemory {
  const lines = new Map<string, number>();
  for (const line of readFileSync(join(group, 'memory.stat'), 'utf8').split('\n')) {
    const space = line.indexOf(' ');
    lines.set(line.slice(0, space), Number(line.slice(space + 1)));
  }
  const bytes = (name: string) => lines.get(name) ?? 0;
  return {
    unreclaimable_bytes: bytes('active_anon') + bytes('inactive_anon') + bytes('unevictable'),
    cached_bytes: bytes(cache),
  };
}

/**
 * Counts the processes of a group that are in a load average: running, waiting for a CPU, or waiting for a disk.
 * Source: `proc_pid_stat(5)`, states R and D. A process of PostgreSQL has one thread.
 */
export function runnableProcesses(group: string, proc = '/proc'): number {
  let runnable = 0;
  for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n')) {
    if (pid !== '' && isRunnable(join(proc, pid, 'stat'))) runnable += 1;
  }
  return runnable;
}

function isRunnable(file: string): boolean {
  try {
    const stat = readFileSync(file, 'utf8');
    // The name of the program, in parentheses, may hold any character.
    return /^ [RD] /.test(stat.slice(stat.lastIndexOf(')') + 1));
  } catch {
    // The process has ended.
    return false;
  }
}
