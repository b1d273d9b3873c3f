/** Time limit for one call of a user-defined policy, which normally takes microseconds. */
export const ANSWER_LIMIT_SECONDS = 10;

/** User code has tried to end the program. */
export class ExitCalled extends Error {
  override readonly name = 'ExitCalled';

  constructor() {
    super('calls process.exit');
  }
}

/** Number of marks per thread. */
export const MARKS = 2;

/** Marks that show another thread whether user code is stuck: calls in progress, and signs of life. */
let marks: Float64Array = new Float64Array(MARKS);
let stuck: (() => Error) | undefined;
let forbidden = 0;
let exit: typeof process.exit;

/** Sets where calls of this thread are marked. */
export function markIn(there: Float64Array): void {
  marks = there;
}

/**
 * Calls user code, with a limit on its time and without permission to exit the process.
 * @param whenStuck creates the error if it never returns
 * @throws ExitCalled, and errors of the code
 */
export function callForeign<Answer>(call: () => Answer, whenStuck: () => Error): Answer {
  begin(whenStuck);
  try {
    return call();
  } finally {
    end();
  }
}

/** The same for asynchronous code, which is stuck if it blocks the thread. */
export async function awaitForeign<Answer>(
  call: () => Promise<Answer>,
  whenStuck: () => Error,
): Promise<Answer> {
  begin(whenStuck);
  const alive = setInterval(() => {
    marks[1]! += 1;
  }, 1000).unref();
  try {
    return await call();
  } finally {
    clearInterval(alive);
    end();
  }
}

/** Ends the calls in progress after user code was stopped from outside. @returns the problem */
export function endStoppedCalls(): Error | undefined {
  const error = stuck?.();
  while (marks[0]! > 0) end();
  return error;
}

function begin(whenStuck: () => Error): void {
  stuck = whenStuck;
  marks[0]! += 1;
  marks[1]! += 1;
  forbidden += 1;
  if (forbidden > 1) return;
  exit = process.exit;
  process.exit = () => {
    throw new ExitCalled();
  };
}

function end(): void {
  marks[0]! -= 1;
  forbidden -= 1;
  if (forbidden > 0) return;
  process.exit = exit;
  stuck = undefined;
}

/** Detects from regular checks of a thread's marks whether a call in it has reached the limit. */
export class ForeignLook {
  #before = 0;
  #same = 0;

  /** @param interval_ms time between two checks; checks are counted, so a suspended machine has no effect */
  isStuck(calls: number, life: number, interval_ms: number): boolean {
    this.#same = calls > 0 && life === this.#before ? this.#same + 1 : 0;
    this.#before = life;
    return this.#same * interval_ms >= 1000 * ANSWER_LIMIT_SECONDS;
  }
}

/**
 * The line of a module, counted from 1, where an error originated: the innermost call in this file.
 * @param file absolute path of the module
 * @returns `undefined` if the stack contains no line of it
 */
export function lineInModule(thrown: unknown, file: string): number | undefined {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  if (typeof stack !== 'string') return undefined;
  // Node writes the URL of an ECMAScript module and the path of a CommonJS one.
  const places = [encodeURI(file.replaceAll('\\', '/')).replaceAll('?', '%3F').replaceAll('#', '%23'), file];
  for (const place of places) {
    const at = stack.indexOf(`${place}:`);
    const match = at < 0 ? null : /^:(\d+)/.exec(stack.slice(at + place.length));
    if (match !== null) return Number(match[1]);
  }
  return undefined;
}
