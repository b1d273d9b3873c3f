import type { RunTask, Workforce } from '../runs/executor.js';
import type { VariantRun } from '../runs/variant.js';
import { pricedRun } from '../runs/whole-run.js';
import { type RunLedger, runKey } from './run-ledger.js';
import type { Tasks } from './study.js';

export interface MadeRun {
  readonly task: RunTask;
  readonly run: VariantRun;
}

interface Handed {
  readonly made: Promise<MadeRun>;
  isDone: boolean;
}

/**
 * Makes runs, in parallel if the workforce can, and yields them in the order of their tasks: results do not
 * depend on which run ended first. Tasks are taken as slots become free. If the caller stops early, the rest is not
 * taken, and the runs under way continue until the workforce is closed.
 *
 * @param ledger provides earlier runs, and keeps new ones
 * @throws the error of a run, at its turn
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
        // A failure is reported at the task's turn.
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
        // The first run that ends frees a slot for another.
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
  return known && pricedRun(task.variant, known.observations, known);
}
