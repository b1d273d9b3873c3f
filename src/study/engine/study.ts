import type { Scenario } from '../../scenario/scenario.js';
import type { Observer, RunObservations } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { RunTask } from '../runs/executor.js';
import type { Variant, VariantRun } from '../runs/variant.js';

/** Tasks, which may take some time to prepare. */
export type Tasks = Iterable<RunTask> | AsyncIterable<RunTask>;

/** The expected work of a study, if known. */
export interface ForeseenRuns {
  readonly runs: number;
  /** The same work in whole exact runs of the scenario: fewer if most runs are cheaper. */
  readonly whole_runs: number;
  /** Progress of a study with a budget. */
  readonly budget?: BudgetUse | undefined;
}

/** How much of its budget a study has used. */
export interface BudgetUse {
  /** In queries of exact runs. */
  readonly used: number;
  /** Expected in the end: at most the budget. */
  readonly expected: number;
  /** The best settings so far. */
  readonly best: string | undefined;
}

/** Runs that a study needs before it can continue. */
export interface RunRequest {
  /** Ordered such that every prefix is useful: an interruption cuts the list. */
  readonly tasks: Tasks;
  /** Receives each run, in the order of the tasks. `true` leaves out the rest. */
  readonly take: (run: VariantRun, task: RunTask) => unknown;
  /** The study's work in all; called when progress is reported. */
  readonly foreseen: () => ForeseenRuns;
}

/** A part of a study that was begun and may have ended. */
export interface Begun<Result> {
  readonly result: Promise<Result>;
}

/** The requests that a study may make to the engine. */
export type Request =
  | RunRequest
  | { readonly begin: Study<unknown>; readonly isWatched: boolean }
  | { readonly join: Begun<unknown> }
  | { readonly prepare: (signal: AbortSignal | undefined) => Promise<unknown> };

/**
 * A question that is answered by runs: a generator that requests them and returns the answer. It depends on nothing
 * else, so the answer is the same wherever the runs are made. Requests use `yield*` with the functions below.
 *
 * An {@link Interrupted} is thrown at a request if no more runs will be made; a study may catch it, once, and answer
 * from the runs that it has received. Errors of runs are thrown there as well.
 */
export type Study<Result> = Generator<Request, Result, unknown>;

/** Thrown into a study when no more runs will be made. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A part of a study, or another result once no more runs will be made. */
export function* unlessInterrupted<Result>(part: Study<Result>, otherwise: Result): Study<Result> {
  try {
    return yield* part;
  } catch (error) {
    if (error instanceof Interrupted) return otherwise;
    throw error;
  }
}

/** Makes runs. @returns their number, which is smaller than that of the tasks if `take` ended it */
export function* makeRuns(
  tasks: Tasks,
  take: RunRequest['take'],
  foreseen: RunRequest['foreseen'],
): Study<number> {
  return (yield { tasks, take, foreseen }) as number;
}

/** Makes runs. @returns a value of each, in the order of the tasks */
export function* takeFromRuns<Taken>(
  tasks: readonly RunTask[],
  take: (run: VariantRun, task: RunTask) => Taken,
): Study<readonly Taken[]> {
  const taken: Taken[] = [];
  const foreseen = () => wholeRuns(tasks.length);
  yield* makeRuns(tasks, (run, task) => taken.push(take(run, task)), foreseen);
  return taken;
}

/** Makes one run of a scenario. */
export function* observedRun(
  scenario: Scenario,
  observer: Observer,
  fidelity: Fidelity = 'exact',
): Study<RunObservations> {
  const task = { variant: { name: scenario.name, scenario }, replication: 0, observer, fidelity };
  const [observations] = yield* takeFromRuns([task], (run) => run.observations);
  return observations!;
}

/** Makes the same replications of every variant. @returns by variant, a value of each replication */
export function* takeFromReplications<Taken>(
  variants: readonly Variant[],
  { replications, fidelity }: { readonly replications: number; readonly fidelity?: Fidelity },
  take: (run: VariantRun) => Taken,
): Study<readonly (readonly Taken[])[]> {
  const all = Array.from({ length: replications }, (_, replication) => replication);
  const how = fidelity && { fidelity };
  const tasks = variants.flatMap((variant) => all.map((replication) => ({ variant, replication, ...how })));
  const taken = yield* takeFromRuns(tasks, take);
  return variants.map((_, index) => taken.slice(replications * index, replications * (index + 1)));
}

/** Begins a part of a study, which continues concurrently. A failure is thrown to the code that joins the part. */
export function* begin<Result>(part: Study<Result>): Study<Begun<Result>> {
  return (yield { begin: part, isWatched: true }) as Begun<Result>;
}

/** Waits for a part that was begun. */
export function* join<Result>(begun: Begun<Result>): Study<Result> {
  return (yield { join: begun }) as Result;
}

/** Answers parts side by side. @returns their results in the order of the parts */
export function* inParallel<Result>(parts: Iterable<Study<Result>>): Study<Result[]> {
  const all: Begun<Result>[] = [];
  for (const part of parts) all.push(yield* begin(part));
  const results: Result[] = [];
  for (const each of all) results.push(yield* join(each));
  return results;
}

/** Answers a part whose runs are not handed to the observer of the whole work. */
export function* unwatched<Result>(part: Study<Result>): Study<Result> {
  return yield* join((yield { begin: part, isWatched: false }) as Begun<Result>);
}

/** Waits for something that takes no runs, such as compiling scenarios. */
export function* prepare<Result>(work: (signal: AbortSignal | undefined) => Promise<Result>): Study<Result> {
  return (yield { prepare: work }) as Result;
}

export function wholeRuns(runs: number): ForeseenRuns {
  return { runs, whole_runs: runs };
}
