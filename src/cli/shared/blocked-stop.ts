import { constants } from 'node:os';
import type { Worker } from 'node:worker_threads';

/** A main thread that is blocked for this long after a signal is stopped immediately. */
const GRACE_MS = 1000;

/**
 * Handles signals while a computation blocks the main thread: asks the main thread for a sign
 * of life, and without one makes it call {@link stopHere} between two instructions, as a debugger would. Node has no
 * public way to receive a signal on another thread; if this one is gone, a signal waits for the computation.
 */
const WATCHER = `
const { parentPort, workerData } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { signals, grace_ms, stop, state, WATCHING, STOPPING } = workerData;
let asked = 0;
let answered = 0;
parentPort.on('message', (turn) => { answered = turn; });
parentPort.unref();
// The state and CPU time of the main thread; outside Linux it counts as asleep.
function mainThread() {
  try {
    const stat = readFileSync('/proc/self/task/' + process.pid + '/stat', 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { isReady: state === 'R', cpu_ms: 10 * (Number(fields[10]) + Number(fields[11])) };
  } catch {
    return { isReady: false, cpu_ms: 0 };
  }
}
function ask(number) {
  const turn = ++asked;
  const before = mainThread();
  const look = () => {
    if (answered >= turn) return ask(number);
    const now = mainThread();
    // On a busy machine it may only be waiting for a processor.
    if (now.isReady && now.cpu_ms - before.cpu_ms < 0.9 * grace_ms) setTimeout(look, grace_ms / 10);
    else end(number);
  };
  parentPort.postMessage(turn);
  setTimeout(look, grace_ms);
}
function end(number) {
  if (Atomics.compareExchange(state, 0, WATCHING, STOPPING) !== WATCHING) return;
  for (const handle of handles) handle.close();
  const session = new Session();
  session.connectToMainThread();
  session.on('Debugger.paused', ({ params }) =>
    session.post('Debugger.evaluateOnCallFrame', {
      callFrameId: params.callFrames[0].callFrameId,
      expression: 'globalThis[Symbol.for("' + stop + '")](' + number + ')',
    }),
  );
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}
process.noDeprecation = true;
const { Signal } = process.binding('signal_wrap');
const handles = signals.map((number) => {
  const handle = new Signal();
  handle.onsignal = () => { if (asked === 0) ask(number); };
  handle.start(number);
  return handle;
});
setInterval(() => undefined, 1_000_000_000);
parentPort.postMessage('ready');
`;

const STOP = 'neap.stop';
/** The side that ends the process: undecided, the watcher, or the main thread. */
const WATCHING = 0;
const STOPPING = 1;
const RELEASED = 2;

let watcher: { readonly thread: Worker; readonly state: Int32Array } | undefined;
let stopHere: (() => void) | undefined;

/**
 * Begins to watch over signals from another thread, before work that may hold this one for seconds.
 * @param stop tidies up before the process ends
 */
export async function watchBlockedSignals(
  signals: readonly NodeJS.Signals[],
  stop: () => void,
): Promise<void> {
  const { isMainThread, Worker: Thread } = await import('node:worker_threads');
  if (!isMainThread) return;
  stopHere = stop;
  if (watcher !== undefined) return;
  Reflect.set(globalThis, Symbol.for(STOP), (number: number) => {
    stopHere?.();
    // Exiting would wait for threads, and one of them waits for this. Without a listener the signal ends the process.
    for (const signal of signals) process.removeAllListeners(signal);
    process.kill(process.pid, number);
  });
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Thread(WATCHER, {
    eval: true,
    execArgv: [],
    workerData: {
      signals: signals.map((signal) => constants.signals[signal]),
      grace_ms: GRACE_MS,
      stop: STOP,
      state,
      WATCHING,
      STOPPING,
    },
  });
  watcher = { thread, state };
  await new Promise<void>((resolve) => {
    thread.on('message', (turn: number | 'ready') => {
      if (turn === 'ready') resolve();
      else thread.postMessage(turn);
    });
    // A thread that cannot receive signals is not waited for.
    thread.on('error', () => resolve());
    thread.on('exit', () => resolve());
  });
  thread.unref();
}

/** Stops watching: once no thread waits for them, signals have their usual effect again. */
export function unwatchBlockedSignals(): void {
  const { thread, state } = watcher ?? {};
  watcher = undefined;
  // A watcher that has begun to stop this thread ends the process.
  if (state && Atomics.compareExchange(state, 0, WATCHING, RELEASED) === WATCHING) void thread?.terminate();
}
