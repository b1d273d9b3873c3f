import type { VariantRun } from './variant.js';
import type { RunTask, Workforce } from './workforce.js';

/** A task and what came of it. */
export interface MadeRun {
  readonly task: RunTask;
  readonly run: VariantRun;
}

/**
 * Makes runs, several at once where the workforce can, and hands them out in the order of their tasks: whatever is
 * computed from them does not depend on who was faster. Tasks are asked for as places become free; whoever stops
 * early leaves those unasked for, and the runs under way to the workforce's end.
 * @throws whatever a run throws, at its turn
 */
export async function* orderedRuns(
  tasks: Iterable<RunTask>,
  workforce: Workforce,
): AsyncGenerator<MadeRun, void, undefined> {
  const waiting: Promise<MadeRun>[] = [];
  const source = tasks[Symbol.iterator]();
  let exhausted = false;
  try {
    for (;;) {
      while (!exhausted && waiting.length < workforce.width) {
        const next = source.next();
        if (next.done === true) {
          exhausted = true;
          break;
        }
        const task = next.value;
        const made = workforce.run(task).then((run) => ({ task, run }));
        // It is awaited at its turn; until then a failure is nobody's.
        made.catch(() => undefined);
        waiting.push(made);
      }
      const first = waiting.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    source.return?.();
  }
}
