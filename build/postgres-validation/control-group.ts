import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;
/** So that other work of the machine hardly ever takes the CPU: the most that there is. */
const SHARES = 262_144;
const WEIGHT = 10_000;
const REMOVAL_TRIES = 50;
const BETWEEN_TRIES_MS = 100;

/** A control group for the processes of a server: its CPU quota, and what CPU time they have used. */
export interface ControlGroup {
  /** A process joins by writing its number to this file. */
  readonly procs: string;
  /** CPU seconds that all its processes have used. */
  cpuSeconds(): number;
  remove(): void;
}

/** Why there can be no control groups here; `undefined` where there can. */
export function whyNoControlGroups(): string | undefined {
  if (process.platform !== 'linux') return 'control groups are Linux only';
  if (process.getuid?.() !== 0) return 'control groups need root';
  const folder = isVersion2() ? ROOT : `${ROOT}/cpu`;
  if (!isVersion2() && !existsSync(`${folder}/cpu.cfs_quota_us`)) return `no CPU controller under ${ROOT}`;
  try {
    // Containers often show control groups that cannot be written.
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `control groups cannot be made under ${folder}`;
  }
}

/**
 * Makes a control group, of version 1 or 2, with a period of 100 ms.
 * @param name unlike any other
 * @param cpus CPU seconds a second that its processes may use; `undefined` for no limit
 */
export function controlGroup(name: string, cpus: number | undefined): ControlGroup {
  return isVersion2() ? secondVersion(name, cpus) : firstVersion(name, cpus);
}

/** Where control groups with CPU quotas are, whoever makes them. */
export function quotaFolder(): string {
  return isVersion2() ? ROOT : `${ROOT}/cpu`;
}

/** Whether CPU time is accounted in groups of their own, as in version 1. */
export function isAccountedApart(): boolean {
  return !isVersion2();
}

/** Gives a group that somebody else has made the CPU before other work of the machine; its quota stays. */
export function preferGroup(folder: string): void {
  if (isVersion2()) writeFileSync(`${folder}/cpu.weight`, String(WEIGHT));
  else writeFileSync(`${folder}/cpu.shares`, String(SHARES));
}

function isVersion2(): boolean {
  return existsSync(`${ROOT}/cgroup.controllers`);
}

function firstVersion(name: string, cpus: number | undefined): ControlGroup {
  const folder = `${ROOT}/cpu/${name}`;
  const accounting = `${ROOT}/cpuacct/${name}`;
  const folders = [...new Set([folder, accounting])];
  for (const each of folders) mkdirSync(each, { recursive: true });
  writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD_US));
  const quota_us = cpus === undefined ? -1 : Math.round(cpus * PERIOD_US);
  writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quota_us));
  writeFileSync(`${folder}/cpu.shares`, String(SHARES));
  return {
    procs: folders.map((each) => `${each}/cgroup.procs`).join(' '),
    cpuSeconds: () => Number(readFileSync(`${accounting}/cpuacct.usage`, 'utf8')) / 1e9,
    remove() {
      for (const each of folders) removeGroup(each);
    },
  };
}

function secondVersion(name: string, cpus: number | undefined): ControlGroup {
  const folder = `${ROOT}/${name}`;
  mkdirSync(folder);
  const quota = cpus === undefined ? 'max' : String(Math.round(cpus * PERIOD_US));
  writeFileSync(`${folder}/cpu.max`, `${quota} ${PERIOD_US}`);
  writeFileSync(`${folder}/cpu.weight`, String(WEIGHT));
  return {
    procs: `${folder}/cgroup.procs`,
    cpuSeconds() {
      const usage = /^usage_usec (\d+)$/m.exec(readFileSync(`${folder}/cpu.stat`, 'utf8'));
      return Number(usage![1]) / 1e6;
    },
    remove: () => removeGroup(folder),
  };
}

/** A group is held until the last of its processes is gone, which for one that has just been ended takes a moment. */
function removeGroup(folder: string): void {
  for (let tries = 1; existsSync(folder); tries++) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (tries === REMOVAL_TRIES || (error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS);
    }
  }
}
