import type { RunTask, Workforce } from './executor.js';
import { type RunLedger, runKey } from './run-ledger.js';
import { pricedRun, type VariantRun } from './variant.js';

/** A task and what came of it. */
export interface MadeRun {
  readonly task: RunTask;
  readonly run: VariantRun;
}

/** Tasks, which may take some time to prepare. */
export type Tasks = Iterable<RunTask> | AsyncIterable<RunTask>;

/** A task that has been handed over. */
interface Handed {
  readonly made: Promise<MadeRun>;
  isDone: boolean;
}

/**
 * Makes runs, several at once where the workforce can, and hands them out in the order of their tasks: whatever is
 * computed from them does not depend on who was faster. Tasks are asked for as places become free; whoever stops
 * early leaves those unasked for, and the runs under way to the workforce's end.
 *
 * @param ledger has runs that need not be made, and keeps those that are
 * @throws whatever a run throws, at its turn; the reason of the ledger's end
 */
export async function* orderedRuns(
  tasks: Tasks,
  workforce: Workforce,
  ledger?: RunLedger,
): AsyncGenerator<MadeRun, void, undefined> {
  const waiting: Handed[] = [];
  const source = Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  let exhausted = false;
  let underWay = 0;
  let freed = () => {};
  try {
    for (;;) {
      if (ledger?.ending?.aborted === true) {
        await Promise.allSettled(waiting.map(({ made }) => made));
        throw ledger.ending.reason;
      }
      const { width, ahead = width } = workforce;
      while (!exhausted && underWay < width && waiting.length < ahead) {
        const next = await source.next();
        if (next.done === true) {
          exhausted = true;
          break;
        }
        const task = next.value;
        const made = madeRun(task, workforce, ledger).then((run) => ({ task, run }));
        const handed = { made, isDone: false };
        underWay += 1;
        // It is awaited at its turn; until then a failure is nobody's.
        made
          .catch(() => undefined)
          .finally(() => {
            handed.isDone = true;
            underWay -= 1;
            freed();
          });
        waiting.push(handed);
      }
      const first = waiting[0];
      if (first === undefined) return;
      if (!first.isDone) {
        // Whichever is done first makes room for another.
        await new Promise<void>((resolve) => {
          freed = resolve;
        });
        continue;
      }
      waiting.shift();
      yield await first.made;
    }
  } finally {
    await source.return?.();
  }
}

async function madeRun(
  task: RunTask,
  workforce: Workforce,
  ledger: RunLedger | undefined,
): Promise<VariantRun> {
  const key = ledger && runKey(task);
  if (ledger === undefined || key === undefined) return workforce.run(task);
  const known = knownRun(task, ledger);
  if (known !== undefined) return known;
  const run = await workforce.run(task);
  ledger.keep(key, run);
  return run;
}

/** A run that a ledger has; `undefined` if it must be made. */
export function knownRun(task: RunTask, ledger: Pick<RunLedger, 'find'>): VariantRun | undefined {
  const key = runKey(task);
  const known = key === undefined ? undefined : ledger.find(key);
  // It may have been made without its shape.
  if (known === undefined || (task.shaped === true && known.shape === undefined)) return undefined;
  return pricedRun(task.variant, known.observations, known);
}
