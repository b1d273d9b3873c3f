import type { Worker } from 'node:worker_threads';
import { ANSWER_LIMIT_SECONDS, endStoppedCalls, MARKS, markIn } from './foreign-code.js';

/** Interval between checks of the main thread. */
const LOOK_MS = 100;

/**
 * Checks the marks of the main thread, as {@link ForeignLook} does. If a call exceeds the limit, its JavaScript is
 * terminated as by a debugger, which the code cannot catch.
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
 * Runs work that calls user code in the main thread, and stops a call that does not return. The rest of the work is
 * then skipped, so clean up outside.
 * @throws the problem of the stopped call, and errors of the work
 */
export async function limitForeignCode<Result>(work: () => Promise<Result>): Promise<Result> {
  // Loaded on demand, since such code is rare.
  const threads = await import('node:worker_threads');
  // Workers are watched by the thread that started them.
  if (!threads.isMainThread) return work();
  const thread = startWatcher(threads);
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

/** The thread that checks this one for the rest of the process. */
function startWatcher({ Worker: Thread }: typeof import('node:worker_threads')): Worker {
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
    const error = endStoppedCalls() ?? new Error('a call of a policy did not return');
    for (const fail of failures) fail(error);
  });
  thread.unref();
  watcher = thread;
  return thread;
}
