import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type GroupMemory, groupMemory, runnableProcesses } from './group-usage.js';
import { PostgresProblem, reasonOf } from './postgres-problem.js';

const ROOT = '/sys/fs/cgroup';
/** Period of the CPU quota in microseconds; the kernel's default. */
const PERIOD_US = 100_000;
const REMOVE_TRIES = 100;
const REMOVE_PAUSE_MS = 10;

/** Limits the processes of each compute to the CPU time and memory of its size. */
export interface ControlGroups {
  /** Sets the size of a compute's group in CU, and creates the group if it is missing. @throws PostgresProblem */
  limit(id: string, cu: number): Promise<void>;
  /** Moves a process into a compute's group; later child processes join it. */
  add(id: string, pid: number): void;
  /** Memory of a compute's processes. @throws the system's error if it has no group */
  memory(id: string): GroupMemory;
  /** Number of a compute's processes that run or wait for a CPU or a disk. @throws as above */
  runnable(id: string): number;
  /** Removes the group of a compute whose processes have ended. */
  remove(id: string): Promise<void>;
}

/** One cgroup hierarchy. */
interface Hierarchy {
  readonly folder: string;
  /** The `memory.stat` line of the page cache; only in the hierarchy that accounts memory. */
  readonly cache_line?: string;
  /** The files and values that set a size. */
  readonly limits: (cu: number) => readonly (readonly [file: string, value: string])[];
}

/**
 * The control groups of this machine.
 * @param memory_per_cu_bytes RAM of one CU
 * @param root their mount point
 * @throws PostgresProblem if they are missing, or not writable
 */
export function controlGroups(memory_per_cu_bytes: number, root = ROOT): ControlGroups {
  const hierarchies = existsSync(join(root, 'cgroup.controllers'))
    ? unifiedHierarchy(root, memory_per_cu_bytes)
    : separateHierarchies(root, memory_per_cu_bytes);
  for (const { folder } of hierarchies) {
    try {
      accessSync(folder, constants.W_OK);
    } catch (error) {
      throw new PostgresProblem(
        `--limit-cpu: the control group ${folder} cannot be written (${reasonOf(error)}); run neap as root on Linux, in a container with --privileged, or leave the option out`,
      );
    }
  }
  const groupOf = ({ folder }: Hierarchy, id: string) => join(folder, `neap-${process.pid}-${id}`);
  const counted = hierarchies.find(({ cache_line }) => cache_line !== undefined)!;
  return {
    async limit(id, cu) {
      for (const hierarchy of hierarchies) {
        const group = groupOf(hierarchy, id);
        if (!existsSync(group)) mkdirSync(group);
        for (const [file, value] of hierarchy.limits(cu)) writeSetting(join(group, file), value);
      }
    },
    add(id, pid) {
      for (const hierarchy of hierarchies)
        writeSetting(join(groupOf(hierarchy, id), 'cgroup.procs'), String(pid));
    },
    memory: (id) => groupMemory(groupOf(counted, id), counted.cache_line!),
    runnable: (id) => runnableProcesses(groupOf(counted, id)),
    async remove(id) {
      for (const hierarchy of hierarchies) await removeGroup(groupOf(hierarchy, id));
    },
  };
}

/** Version 2: one hierarchy, whose controllers must be enabled for child groups. */
function unifiedHierarchy(root: string, memory_per_cu_bytes: number): readonly Hierarchy[] {
  const handed = readFileSync(join(root, 'cgroup.subtree_control'), 'utf8').split(/\s/);
  const missing = ['cpu', 'memory'].filter((name) => !handed.includes(name));
  if (missing.length > 0) {
    try {
      writeFileSync(join(root, 'cgroup.subtree_control'), missing.map((name) => `+${name}`).join(' '));
    } catch (error) {
      throw new PostgresProblem(
        `--limit-cpu: the controllers ${missing.join(' and ')} are not handed down by ${root} and cannot be (${reasonOf(error)}); leave the option out`,
      );
    }
  }
  const limits = (cu: number) =>
    [
      ['cpu.max', `${Math.round(cu * PERIOD_US)} ${PERIOD_US}`],
      ['memory.max', String(Math.round(cu * memory_per_cu_bytes))],
    ] as const;
  return [{ folder: root, cache_line: 'file', limits }];
}

/** Version 1: one hierarchy for each controller. */
function separateHierarchies(root: string, memory_per_cu_bytes: number): readonly Hierarchy[] {
  const mounted = existsSync(root) ? readdirSync(root) : [];
  const absent = ['cpu', 'memory'].filter((name) => !mounted.includes(name));
  if (absent.length > 0) {
    throw new PostgresProblem(
      `--limit-cpu: this machine has no control groups for ${absent.join(' and ')} at ${root}; they are Linux's. Leave the option out`,
    );
  }
  return [
    {
      folder: join(root, 'cpu'),
      limits: (cu) => [
        ['cpu.cfs_period_us', String(PERIOD_US)],
        ['cpu.cfs_quota_us', String(Math.round(cu * PERIOD_US))],
      ],
    },
    {
      folder: join(root, 'memory'),
      cache_line: 'cache',
      limits: (cu) => [['memory.limit_in_bytes', String(Math.round(cu * memory_per_cu_bytes))]],
    },
  ];
}

function writeSetting(file: string, value: string): void {
  try {
    writeFileSync(file, value);
  } catch (error) {
    throw new PostgresProblem(`${file} cannot be set to ${value} (${reasonOf(error)})`);
  }
}

/** Retries, because the kernel reports a group as busy shortly after its last process has ended. */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 0; existsSync(group) && tries < REMOVE_TRIES; tries += 1) {
    try {
      rmdirSync(group);
    } catch {
      await pause(REMOVE_PAUSE_MS);
    }
  }
}
