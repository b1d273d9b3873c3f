import { getOrCreate } from '../../kernel/get-or-create.js';
import { EVENTS_PER_QUERY } from '../../simulation/foreseen-work.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { pathAndValue } from '../compare/setting-change.js';
import { makeRuns, prepare, type Study, wholeRuns } from '../engine/study.js';
import type { Contender } from '../plan/contender.js';
import { wholeRunOf } from '../plan/whole-sample.js';
import type { RunTask } from '../runs/executor.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import type { VariantRun } from '../runs/variant.js';
import { variantIn, type World } from './draw-worlds.js';
import type { Judge, Judged } from './judged-run.js';

interface WantedRun {
  readonly contender: Contender;
  readonly world: number;
  readonly task: RunTask;
}

/** Runs candidates in worlds, one run each, all with the same random numbers, and counts the work. */
export class WorldRuns {
  readonly #source: ScenarioSource;
  readonly #worlds: readonly World[];
  readonly #judge: Judge;
  readonly #expected: number;
  readonly #judged = new Map<Contender, Map<number, Judged>>();
  fidelity: Fidelity = 'exact';
  runs = 0;
  /** Work done, in queries of exact runs. */
  work = 0;

  /**
   * @param source whose overrides those of every candidate begin with
   * @param expected runs in all, for the progress
   */
  constructor(source: ScenarioSource, worlds: readonly World[], judge: Judge, expected: number) {
    this.#source = source;
    this.#worlds = worlds;
    this.#judge = judge;
    this.#expected = expected;
  }

  /** A candidate that was run in a world, by its index. */
  judged(contender: Contender, world: number): Judged {
    return this.#judged.get(contender)!.get(world)!;
  }

  /** Whether it was run in every world. */
  isComplete(contender: Contender): boolean {
    return this.#judged.get(contender)?.size === this.#worlds.length;
  }

  /** Runs candidates in worlds, by their indices, except those that were run before. */
  *make(contenders: readonly Contender[], worlds: readonly number[]): Study<void> {
    const wanted = yield* prepare(() => this.#wanted(contenders, worlds));
    let next = 0;
    const take = (run: VariantRun): void => {
      const { contender, world } = wanted[next++]!;
      const { figures, events, arrived } = wholeRunOf(run);
      this.runs += 1;
      this.work += events / EVENTS_PER_QUERY;
      const judged = this.#judge({ figures, arrived });
      getOrCreate(this.#judged, contender, () => new Map()).set(world, judged);
    };
    const tasks = wanted.map(({ task }) => task);
    yield* makeRuns(tasks, take, () => wholeRuns(this.#expected));
  }

  /** Forgets all results, to start again at another fidelity. */
  restart(fidelity: Fidelity): void {
    this.fidelity = fidelity;
    this.#judged.clear();
  }

  async #wanted(contenders: readonly Contender[], worlds: readonly number[]): Promise<readonly WantedRun[]> {
    const wanted: WantedRun[] = [];
    for (const contender of contenders) {
      for (const world of worlds) {
        if (this.#judged.get(contender)?.has(world)) continue;
        wanted.push({ contender, world, task: await this.#task(contender, this.#worlds[world]!) });
      }
    }
    return wanted;
  }

  async #task(contender: Contender, world: World): Promise<RunTask> {
    const own = contender.source.set.slice(this.#source.set.length);
    // Settings of a candidate override the intervals.
    const set = world.set.filter(
      (override) => !own.some((each) => isWithin(pathAndValue(override)[0], pathAndValue(each)[0])),
    );
    const variant = await variantIn(contender.source, { ...world, set }, contender.name);
    return { variant, replication: 0, ...(this.fidelity === 'exact' ? {} : { fidelity: this.fidelity }) };
  }
}

/** Whether a path equals another or lies within it. Replicas rewrite computes and loads, with their intervals. */
function isWithin(path: string, other: string): boolean {
  if (other === 'computes' || other === 'load') return false;
  return path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);
}
