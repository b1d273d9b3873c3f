import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { Interruption } from '../shared/interruption.js';
import { FileWatch } from './file-watch.js';
import { namedFiles } from './named-files.js';

const CLEAR_SCREEN = '\u001b[2J\u001b[3J\u001b[H';

/**
 * Runs a scenario, and again whenever it or a file that it names is saved, until somebody asks to stop.
 *
 * Each run is a process of its own: it reads modules anew, and one that is overtaken by the next change is ended at
 * once and leaves nothing half written. A run that fails says why, and the next change is waited for.
 *
 * @param args arguments of the command without `--watch`
 * @param set overrides, which may name files
 * @returns the exit code: 130 after an interrupt
 */
export async function watchRun(
  file: string,
  args: readonly string[],
  set: readonly string[],
): Promise<number> {
  const interruption = new Interruption();
  const runs = new Runs(args, file, set);
  try {
    await new Promise<void>((resolve) => {
      interruption.signal.addEventListener('abort', () => resolve(), { once: true });
      runs.start();
    });
    return interruption.exit_code ?? 0;
  } finally {
    await runs.close();
    interruption.release();
  }
}

/** One run after the other, at most one at a time. */
class Runs {
  readonly #args: readonly string[];
  readonly #file: string;
  readonly #set: readonly string[];
  readonly #watch: FileWatch;
  #running: ChildProcess | undefined;
  #again = false;
  #closed = false;

  constructor(args: readonly string[], file: string, set: readonly string[]) {
    this.#args = args;
    this.#file = file;
    this.#set = set;
    this.#watch = new FileWatch(() => this.#changed());
  }

  start(): void {
    const files = namedFiles(this.#file, this.#set);
    this.#watch.files = files;
    if (process.stdout.isTTY) process.stdout.write(CLEAR_SCREEN);
    this.#again = false;
    const running = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...this.#args], {
      stdio: 'inherit',
    });
    this.#running = running;
    running.once('close', () => this.#ended(files));
  }

  /** Ends the run under way, and waits until it has tidied up. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#watch.close();
    const running = this.#running;
    if (running === undefined) return;
    const ended = new Promise((resolve) => running.once('close', resolve));
    running.kill('SIGINT');
    await ended;
  }

  #changed(): void {
    if (this.#running === undefined) this.start();
    else {
      this.#again = true;
      this.#running.kill('SIGINT');
    }
  }

  #ended(files: readonly string[]): void {
    this.#running = undefined;
    if (this.#closed) return;
    if (this.#again) this.start();
    else process.stderr.write(`\n${waitingText(files)}\n`);
  }
}

function waitingText(files: readonly string[]): string {
  const names = files.map((file) => basename(file)).join(', ');
  return `waiting for a change of ${names}; Ctrl-C ends`;
}
