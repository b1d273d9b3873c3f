import {
  FIGURE_NAMES,
  type FigureName,
  NOT_MEASURED,
  type RunFigures,
  runFigures,
} from '../../figures/run-figures.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import { sumOf } from '../../kernel/sums.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import { type Begun, begin, type ForeseenRuns, join, makeRuns, type Study } from '../engine/study.js';
import type { RunTask } from '../runs/executor.js';
import { type EarlyEnd, grownVariant, type Variant, type VariantRun } from '../runs/variant.js';
import type { WeekdayUse } from '../runs/weekday-use.js';
import { FigureSample } from './paired-figures.js';
import { type ResourceUse, resourceUse } from './resource-use.js';

/** The results of one replication at one level of load. */
export interface LevelRun {
  readonly figures: RunFigures;
  readonly resources: ResourceUse;
  /** Present if requested. */
  readonly weekday_use: WeekdayUse | undefined;
  /** Share of the queries that hybrid fidelity left out. */
  readonly left_out: number;
}

/** A scenario at a multiple of its load. */
export interface LoadLevel {
  /** Multiple of the scenario's load. */
  readonly factor: number;
  /** `hybrid` if any run has skipped queries. */
  readonly fidelity: Fidelity;
  /** From replication 0 on. */
  readonly runs: readonly LevelRun[];
}

interface Level {
  readonly variant: Variant;
  readonly exact: LevelRun[];
  readonly hybrid: LevelRun[];
  /** Exact runs that have been begun, by their first replication. */
  readonly begun: Map<number, BegunRuns>;
  /** The latest request: it ends when all requested runs have been made. */
  found: Begun<unknown> | undefined;
  /** By number of replications, whole exact runs that have been requested. */
  readonly asked: Map<number, Begun<LoadLevel>>;
  /** A single run that ended early. */
  stopped?: LevelRun;
}

/** Replications from one to before another. */
interface WantedRuns {
  readonly from: number;
  readonly to: number;
  readonly fidelity: Fidelity;
  readonly until?: EarlyEnd | undefined;
}

/** Exact runs under way, which count once they are collected. */
export interface BegunRuns {
  taken(): Study<LoadLevel>;
}

/**
 * A scenario at many multiples of its load, each simulated once per fidelity: replication r uses the same random
 * numbers at every level, so that differences are due to the load. Levels may be requested together, and run in
 * parallel.
 */
export class LoadLevels {
  readonly #own: Variant;
  readonly #foreseen: (runs: number) => ForeseenRuns;
  readonly #by_weekday: boolean;
  readonly #levels = new Map<number, Level>();
  /** Number of runs so far. */
  runs = 0;

  /**
   * @param own the scenario at its original load
   * @param foreseen the total work, by the number of runs made so far
   * @param by_weekday whether each run adds up its use by weekday
   */
  constructor(own: Variant, foreseen: (runs: number) => ForeseenRuns, by_weekday = false) {
    this.#own = own;
    this.#foreseen = foreseen;
    this.#by_weekday = by_weekday;
  }

  /**
   * The levels with at least this number of replications, exact if possible, ascending by load.
   * @param least the minimum for levels with fewer replications; those at hybrid fidelity are preferred
   */
  all(replications: number, least = replications): readonly LoadLevel[] {
    return [...this.#levels]
      .map(([factor, { exact, hybrid }]) => {
        const isExact = exact.length >= replications || hybrid.length < least;
        return levelOf(factor, isExact ? exact : hybrid, !isExact);
      })
      .filter(({ runs }) => runs.length >= least)
      .sort((a, b) => a.factor - b.factor);
  }

  /**
   * The level of a load. Runs that have been made or requested are not repeated.
   * @param until when a single new run may end early: then only that it did is known
   */
  *at(
    factor: number,
    replications: number,
    fidelity: Fidelity = 'exact',
    until?: EarlyEnd,
  ): Study<LoadLevel> {
    const level = this.#levelOf(factor);
    const isWhole = fidelity === 'exact' && until === undefined;
    // A repeated request for exact runs does not wait for further replications that others requested.
    const before = isWhole ? level.asked.get(replications) : undefined;
    if (before !== undefined) return yield* join(before);
    const found = yield* begin(this.#found(level, factor, { from: 0, to: replications, fidelity, until }));
    if (isWhole) level.asked.set(replications, found);
    level.found = found;
    return yield* join(found);
  }

  *#found(level: Level, factor: number, wanted: WantedRuns): Study<LoadLevel> {
    if (level.found !== undefined) yield* ended(level.found);
    const { exact, hybrid } = level;
    const { to: replications, fidelity, until } = wanted;
    // A run that left nothing out has the bytes of an exact run.
    for (let known = exact.length; hybrid[known]?.left_out === 0; known++) exact.push(hybrid[known]!);
    if (exact.length >= replications) return levelOf(factor, exact.slice(0, replications), false);
    const runs = fidelity === 'exact' ? exact : hybrid;
    const early = until === undefined || runs.length >= replications ? undefined : level.stopped;
    if (early !== undefined) return levelOf(factor, [early], true);
    yield* this.#make(level, { ...wanted, from: runs.length }, runs);
    if (runs.length < replications) return levelOf(factor, [level.stopped!], true);
    return levelOf(factor, runs.slice(0, replications), fidelity === 'hybrid');
  }

  /**
   * Begins exact runs next to all others. They become part of their level when they are taken: results do not depend on
   * how fast they were.
   * @param from the first replication, where runs are begun, once; take the earlier ones first
   * @param to the replication after the last one
   */
  *beginExact(factor: number, from: number, to: number): Study<BegunRuns> {
    const level = this.#levelOf(factor);
    const before = level.begun.get(from);
    if (before !== undefined) return before;
    const runs: LevelRun[] = [];
    const made = yield* begin(this.#make(level, { from, to, fidelity: 'exact' }, runs));
    const begun: BegunRuns = {
      *taken() {
        yield* join(made);
        const { exact } = level;
        runs.forEach((run, replication) => {
          exact[replication] ??= run;
        });
        return levelOf(factor, exact.slice(0, to), false);
      },
    };
    level.begun.set(from, begun);
    return begun;
  }

  /** The first replication of a load at hybrid fidelity, even if exact runs of it are known. */
  *hybridRun(factor: number): Study<LevelRun> {
    const level = this.#levelOf(factor);
    const { hybrid } = level;
    if (hybrid.length === 0) yield* this.#make(level, { from: 0, to: 1, fidelity: 'hybrid' }, hybrid);
    return hybrid[0]!;
  }

  #levelOf(factor: number): Level {
    return getOrCreate(this.#levels, factor, () => ({
      variant: grownVariant(this.#own, factor),
      exact: [],
      hybrid: [],
      begun: new Map(),
      found: undefined,
      asked: new Map(),
    }));
  }

  /** Adds runs of a range of replications, except one that ended early. */
  *#make(level: Level, { from, to, fidelity, until }: WantedRuns, runs: LevelRun[]): Study<void> {
    const { variant } = level;
    const how = { by_weekday: this.#by_weekday, fidelity, ...(until && { until }) };
    const tasks: RunTask[] = [];
    for (let replication = from; replication < to; replication++)
      tasks.push({ variant, replication, ...how });
    const take = (run: VariantRun, task: RunTask): void => {
      this.runs += 1;
      const { weekday_use, observations } = run;
      const seen = { resources: resourceUse(run), weekday_use, left_out: leftOut(observations) };
      if (observations.duration_seconds < variant.scenario.duration_seconds) {
        const { queries_arrived } = runFigures(run);
        level.stopped = { figures: { ...NOT_MEASURED, queries_arrived }, ...seen };
        return;
      }
      runs[task.replication] = { figures: runFigures(run), ...seen };
    };
    yield* makeRuns(tasks, take, () => this.#foreseen(this.runs));
  }
}

/** Waits for a part, whether it succeeds or not. */
function* ended(part: Begun<unknown>): Study<void> {
  try {
    yield* join(part);
  } catch {
    // The failure is reported to the part's owner.
  }
}

function leftOut({ fidelity = [] }: RunObservations): number {
  const left_out = sumOf(fidelity, (part) => part.left_out_queries);
  return left_out === 0 ? 0 : left_out / (left_out + sumOf(fidelity, (part) => part.simulated_queries));
}

function levelOf(factor: number, runs: readonly LevelRun[], hybrid: boolean): LoadLevel {
  const whole = !hybrid || runs.every(({ left_out }) => left_out === 0);
  return { factor, fidelity: whole ? 'exact' : 'hybrid', runs };
}

/** Mean and interval of a figure at a level; `null` if it was never measured. */
export function levelFigure(level: LoadLevel, figure: FigureName, confidence: number): MeanInterval | null {
  const sample = new FigureSample(FIGURE_NAMES);
  for (const { figures } of level.runs) sample.add(figures);
  return sample.interval(figure, confidence);
}
