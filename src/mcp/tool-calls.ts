import { Worker } from 'node:worker_threads';
import type { FileAccess } from '../files/file-access.js';
import { duration } from '../report/figures/figure-text.js';
import type { SentAnswer } from './answer-text.js';
import type { Limits } from './limits.js';
import type { CallMessage, CallTask } from './tool-worker.js';

/** Maximum memory of a thread. A call that needs more fails, and the server continues. */
const THREAD_MB = 2048;

/** A call that was refused or failed, with the message for the client. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
}

/** Cancels a call, and receives its progress. */
export interface Caller {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/**
 * Runs each tool call in a thread, so that it can be stopped and its memory is limited.
 */
export class ToolCalls {
  readonly #conditions: { readonly access: FileAccess; readonly limits: Limits };
  readonly #max_running: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param max_running maximum number of concurrent calls; further ones wait */
  constructor(access: FileAccess, limits: Limits, max_running: number) {
    this.#conditions = { access, limits };
    this.#max_running = max_running;
  }

  /**
   * Calls a tool.
   * @param input valid for the tool's schema
   * @throws CallRefused with the problem; the signal's reason
   */
  async call(tool: string, input: unknown, caller: Caller): Promise<SentAnswer> {
    await this.#turn();
    try {
      caller.signal.throwIfAborted();
      return await this.#threaded({ tool, input, ...this.#conditions }, caller);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= this.#max_running) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }

  async #threaded(task: CallTask, { signal, progress }: Caller): Promise<SentAnswer> {
    const thread = new Worker(new URL('./tool-worker.js', import.meta.url), {
      workerData: task,
      execArgv: [],
      // Output of policy modules must not mix with protocol messages on stdout.
      stdout: true,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MB },
    });
    thread.stdout.pipe(process.stderr, { end: false });
    const { seconds } = task.limits;
    let timer: NodeJS.Timeout | undefined;
    let abort: (() => void) | undefined;
    try {
      return await new Promise<SentAnswer>((resolve, reject) => {
        const refuse = (message: string): void => reject(new CallRefused(message));
        thread.on('message', (message: CallMessage) => {
          if ('progress' in message) progress(...message.progress);
          else if ('answer' in message) resolve(message.answer);
          else refuse(message.refused);
        });
        thread.on('error', (error) => refuse(failureText(error)));
        thread.on('exit', () => refuse('the call ended without an answer; this is a bug in neap'));
        abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
        timer = setTimeout(() => {
          refuse(
            `stopped after ${duration(seconds)}, the limit of this server per call: shorten duration, lower the rate, ask for fewer runs or a smaller budget`,
          );
        }, 1000 * seconds);
      });
    } finally {
      clearTimeout(timer);
      if (abort !== undefined) signal.removeEventListener('abort', abort);
      thread.stdout.unpipe(process.stderr);
      await thread.terminate();
    }
  }
}

function failureText(error: Error): string {
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return `the call needs more than ${THREAD_MB} MB of memory: shorten duration, or ask for fewer computes, tenants or rows`;
  }
  return `the call failed: ${error.message}`;
}
