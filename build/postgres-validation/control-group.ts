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
/** Maximum weights, so that other work on the machine rarely gets the CPU. */
const SHARES = 262_144;
const WEIGHT = 10_000;
const REMOVAL_TRIES = 50;
const BETWEEN_TRIES_MS = 100;

/** A control group for the processes of a server: its CPU quota and CPU time. */
export interface ControlGroup {
  /** A process joins by writing its number to this file. */
  readonly procs: string;
  /** CPU seconds that all its processes have used. */
  cpuSeconds(): number;
  remove(): void;
}

/** The reason why control groups are not available; `undefined` if they are. */
export function whyNoControlGroups(): string | undefined {
  if (process.platform !== 'linux') return 'control groups are Linux only';
  if (process.getuid?.() !== 0) return 'control groups need root';
  const folder = isVersion2() ? ROOT : `${ROOT}/cpu`;
  if (!isVersion2() && !existsSync(`${folder}/cpu.cfs_quota_us`)) return `no CPU controller under ${ROOT}`;
  try {
    // Containers often have read-only control groups.
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `control groups cannot be made under ${folder}`;
  }
}

/**
 * Creates a control group, of version 1 or 2, with a period of 100 ms.
 * @param name must be unique
 * @param cpus CPU seconds per second for its processes; `undefined` for no limit
 */
export function controlGroup(name: string, cpus: number | undefined): ControlGroup {
  return isVersion2() ? secondVersion(name, cpus) : firstVersion(name, cpus);
}

/** The folder of control groups with CPU quotas, including those of other programs. */
export function quotaFolder(): string {
  return isVersion2() ? ROOT : `${ROOT}/cpu`;
}

/** Whether CPU time is accounted in separate groups, as in version 1. */
export function hasSeparateAccounting(): boolean {
  return !isVersion2();
}

/** Gives an existing group priority over other work on the machine; its quota is unchanged. */
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

/** Removes a group after its last process has ended, which takes a moment after a kill. */
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
