import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const LOOKS = 20;
const LOOK_MS = 100;

/** Interval between checks of a core. */
const WATCH_MS = 20;
/** A timer with the highest priority on a core is late by a millisecond; this much means that the core was stopped. */
const LATE_MS = 100;

/**
 * The mean number of other processes that run or wait for a core, over two seconds. The machine's load average would
 * include the previous minute, perhaps that of the previous row.
 */
export async function otherLoad(): Promise<number> {
  let running = 0;
  for (let look = 0; look < LOOKS; look++) {
    await pause(LOOK_MS);
    const [, now] = /^\S+ \S+ \S+ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))!;
    // Excludes this process, which is running.
    running += Number(now) - 1;
  }
  return running / LOOKS;
}

/** A time when a core of the machine was stopped. */
interface Standstill {
  readonly until_ms: number;
  readonly length_ms: number;
}

/**
 * Watches each core of a machine that may be virtual: a program with the highest priority reads the clock at short
 * intervals. If it could not, the core was stopped for all programs.
 */
export class CoreWatch {
  readonly #watchers: readonly ChildProcess[];
  readonly #seen: Standstill[] = [];

  constructor() {
    this.#watchers = cpus().map((_, core) => this.#watch(core));
  }

  /** The longest standstill of any core between two Unix times, in seconds. */
  longestSeconds(from_ms: number, until_ms: number): number {
    const lengths = this.#seen
      .filter((each) => each.until_ms >= from_ms && each.until_ms - each.length_ms <= until_ms)
      .map(({ length_ms }) => length_ms / 1000);
    return Math.max(0, ...lengths);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#watchers.map(async (watcher) => {
        if (watcher.exitCode !== null) return;
        const ended = once(watcher, 'exit');
        watcher.kill();
        await ended;
      }),
    );
  }

  #watch(core: number): ChildProcess {
    const first = ['--rr', '50', 'taskset', '-c', String(core)];
    const watcher = spawn('chrt', [...first, process.execPath, '--eval', WATCHING], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    watcher.stdout!.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const lines = text.split('\n');
      text = lines.pop()!;
      for (const line of lines) this.#seen.push(JSON.parse(line) as Standstill);
    });
    return watcher;
  }
}

const WATCHING = `
let before = performance.now();
setInterval(() => {
  const now = performance.now();
  const length_ms = now - before - ${WATCH_MS};
  before = now;
  if (length_ms > ${LATE_MS}) console.log(JSON.stringify({ until_ms: Date.now(), length_ms }));
}, ${WATCH_MS});
`;
