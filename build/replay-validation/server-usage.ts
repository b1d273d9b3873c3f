import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ControlGroup,
  controlGroup,
  hasSeparateAccounting,
  preferGroup,
  quotaFolder,
} from '../postgres-validation/control-group.js';

/**
 * CPU time of a compute's successive servers: `neap serve --limit-cpu` creates a control group for each and removes it.
 * Each gets priority over other work on the machine.
 */
export class ServerUsage {
  readonly #prefix: string;
  /** In version 1, accounting groups are separate from quota groups; this one covers all servers. */
  readonly #account: ControlGroup | undefined;
  #before = 0;
  #latest = 0;
  #accounted: ReadonlySet<string> = new Set();

  /** @param prefix of the names of the compute's control groups */
  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#account = hasSeparateAccounting()
      ? controlGroup(`neap-replay-${process.pid}`, undefined)
      : undefined;
  }

  /** CPU seconds so far. Call it often, because a new server counts only from the next call on. */
  cpuSeconds(): number {
    const folder = quotaFolder();
    const group = readdirSync(folder).find((name) => name.startsWith(this.#prefix));
    if (group !== undefined) {
      try {
        this.#look(join(folder, group));
      } catch (error) {
        // Removed in the meantime.
        if (existsSync(join(folder, group, 'cgroup.procs'))) throw error;
      }
    }
    return this.#account?.cpuSeconds() ?? this.#before + this.#latest;
  }

  remove(): void {
    this.#account?.remove();
  }

  #look(folder: string): void {
    preferGroup(folder);
    if (this.#account === undefined) {
      const seconds =
        Number(/^usage_usec (\d+)$/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))![1]) / 1e6;
      // A new group with the same name starts at 0.
      if (seconds < this.#latest) this.#before += this.#latest;
      this.#latest = seconds;
      return;
    }
    const processes = readFileSync(join(folder, 'cgroup.procs'), 'utf8')
      .split('\n')
      .filter((each) => each !== '');
    const account = this.#account.procs.split(' ').at(-1)!;
    for (const each of processes) if (!this.#accounted.has(each)) moveToGroup(account, each);
    this.#accounted = new Set(processes);
  }
}

/** Moves a process into a group, unless it has ended in the meantime. */
function moveToGroup(group: string, pid: string): void {
  try {
    writeFileSync(group, pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
