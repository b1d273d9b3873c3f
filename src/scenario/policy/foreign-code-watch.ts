import type { Worker } from 'node:worker_threads';
import { ANSWER_LIMIT_SECONDS, MARKS, markIn, stoppedForeign } from './foreign-code.js';

/** Between two looks at the main thread. */
const LOOK_MS = 100;

/**
 * Looks at the marks of the main thread, as {@link ForeignLook} does: where a call lasts for the limit, the JavaScript there is
 * terminated as a debugger does it, which the code cannot catch.
 */
const WATCHER = `
const { parentPort, workerData } = require('node:worker_threads');
const { Session } = require('node:inspector');
const { marks, looks, look_ms } = workerData;
let before = 0;
let same = 0;
setInterval(() => {
  same = marks[0] > 0 && marks[1] === before ? same + 1 : 0;
  before = marks[1];
  if (same !== looks) return;
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution', () => {
    session.disconnect();
    parentPort.postMessage('stopped');
  });
}, look_ms);
`;

let watcher: Worker | undefined;
const failures = new Set<(error: Error) => void>();

/**
 * Does work in which code of a user's own is called in the main thread, and stops a call that does not return. What the
 * work would have done after that call never happens: tidy up outside.
 * @throws what is wrong with the call that was stopped, and whatever the work throws
 */
export async function stoppingForeignCode<Result>(work: () => Promise<Result>): Promise<Result> {
  // Loaded on demand: such code is rare.
  const threads = await import('node:worker_threads');
  // Workers are watched by the thread that has them.
  if (!threads.isMainThread) return work();
  const thread = watching(threads);
  let fail!: (error: Error) => void;
  const stopped = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failures.add(fail);
  // After a call was stopped, only this thread keeps the process alive until the error is reported.
  thread.ref();
  try {
    return await Promise.race([work(), stopped]);
  } finally {
    failures.delete(fail);
    if (failures.size === 0) thread.unref();
  }
}

/** The thread that looks at this one, which stays for as long as the process. */
function watching({ Worker: Thread }: typeof import('node:worker_threads')): Worker {
  if (watcher !== undefined) return watcher;
  const marks = new Float64Array(new SharedArrayBuffer(MARKS * Float64Array.BYTES_PER_ELEMENT));
  markIn(marks);
  const looks = (1000 * ANSWER_LIMIT_SECONDS) / LOOK_MS;
  const thread = new Thread(WATCHER, {
    eval: true,
    execArgv: [],
    workerData: { marks, looks, look_ms: LOOK_MS },
  });
  thread.on('message', () => {
    const error = stoppedForeign() ?? new Error('a call of a policy did not return');
    for (const fail of failures) fail(error);
  });
  thread.unref();
  watcher = thread;
  return thread;
}
