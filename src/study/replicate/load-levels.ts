import {
  FIGURE_NAMES,
  type FigureName,
  NOT_MEASURED,
  type RunFigures,
  runFigures,
} from '../../figures/run-figures.js';
import { remembered } from '../../kernel/remembered.js';
import { sumOf } from '../../kernel/sums.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { RunTask } from '../runs/executor.js';
import type { RunMaker } from '../runs/make-runs.js';
import { grownVariant, type SourcedVariant } from '../runs/scenario-source.js';
import type { EarlyEnd } from '../runs/variant.js';
import type { WeekdayUse } from '../runs/weekday-use.js';
import { FigureSample } from './paired-figures.js';
import { type ResourceUse, resourceUse } from './resource-use.js';

/** What one replication at one level of load has shown. */
export interface LevelRun {
  readonly figures: RunFigures;
  readonly resources: ResourceUse;
  /** Where it was asked for. */
  readonly weekday_use: WeekdayUse | undefined;
  /** Share of the queries that hybrid fidelity left out. */
  readonly left_out: number;
}

/** A scenario at a multiple of its load. */
export interface LoadLevel {
  /** Times the scenario's own load. */
  readonly factor: number;
  /** `hybrid` where some run has left queries out. */
  readonly fidelity: Fidelity;
  /** From replication 0 on. */
  readonly runs: readonly LevelRun[];
}

interface Level {
  readonly variant: SourcedVariant;
  readonly exact: LevelRun[];
  readonly hybrid: LevelRun[];
  /** What has been begun, by its first replication. */
  readonly begun: Map<number, BegunRuns>;
  /** Settled when all have been made that were asked for. */
  found: Promise<unknown>;
  /** By number of replications, whole exact runs that have been asked for. */
  readonly asked: Map<number, Promise<LoadLevel>>;
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

/** Exact runs that are being made, and count from when they are taken on. */
export interface BegunRuns {
  /** @throws as {@link LoadLevels.at} */
  taken(): Promise<LoadLevel>;
}

/**
 * A scenario at many multiples of its load, each simulated once at a fidelity: replication r meets the same random numbers
 * at every level, so that what differs is due to the load. Levels may be asked for at once, and are made side by side.
 */
export class LoadLevels {
  readonly #own: SourcedVariant;
  readonly #maker: RunMaker;
  readonly #by_weekday: boolean;
  readonly #levels = new Map<number, Level>();
  /** Runs made so far. */
  runs = 0;

  /**
   * @param own the scenario at its own load
   * @param by_weekday whether each run adds up its use by weekday
   */
  constructor(own: SourcedVariant, maker: RunMaker, by_weekday = false) {
    this.#own = own;
    this.#maker = maker;
    this.#by_weekday = by_weekday;
  }

  /**
   * What has been simulated with so many replications or more, exact where it can be, ascending by load.
   * @param least where there are fewer: so many, of which those at hybrid fidelity are preferred
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
   * The level of a load, of which runs that have been made or asked for are not made again.
   * @param until when a single run that has to be made may end early: then nothing is known but that it did
   * @throws InvariantError, PolicyError as a run does; WorkerError; the signal's reason
   */
  at(
    factor: number,
    replications: number,
    fidelity: Fidelity = 'exact',
    until?: EarlyEnd,
  ): Promise<LoadLevel> {
    const level = this.#levelOf(factor);
    const isWhole = fidelity === 'exact' && until === undefined;
    // The same exact runs come back whenever they are asked for: nobody waits for more that others want besides.
    const before = isWhole ? level.asked.get(replications) : undefined;
    if (before !== undefined) return before;
    const wanted = { from: 0, to: replications, fidelity, until };
    const found = level.found.then(() => this.#found(level, factor, wanted));
    if (isWhole) level.asked.set(replications, found);
    // A failure is told to whoever asked for it.
    level.found = found.catch(() => undefined);
    return found;
  }

  async #found(level: Level, factor: number, wanted: WantedRuns): Promise<LoadLevel> {
    const { exact, hybrid } = level;
    const { to: replications, fidelity, until } = wanted;
    // One that left nothing out has the bytes of an exact run.
    for (let known = exact.length; hybrid[known]?.left_out === 0; known++) exact.push(hybrid[known]!);
    if (exact.length >= replications) return levelOf(factor, exact.slice(0, replications), false);
    const runs = fidelity === 'exact' ? exact : hybrid;
    const ended = until === undefined || runs.length >= replications ? undefined : level.stopped;
    if (ended !== undefined) return levelOf(factor, [ended], true);
    await this.#make(level, { ...wanted, from: runs.length }, runs);
    if (runs.length < replications) return levelOf(factor, [level.stopped!], true);
    return levelOf(factor, runs.slice(0, replications), fidelity === 'hybrid');
  }

  /**
   * Begins exact runs beside whatever else is made. They are no part of their level before they are taken: nothing depends
   * on how fast they were.
   * @param from the first replication, from which on they are begun once; those before it are to be taken first
   * @param to that after the last one
   */
  beginExact(factor: number, from: number, to: number): BegunRuns {
    const level = this.#levelOf(factor);
    return remembered(level.begun, from, () => {
      const runs: LevelRun[] = [];
      const made = this.#make(level, { from, to, fidelity: 'exact' }, runs);
      // A failure is told to whoever takes them.
      made.catch(() => undefined);
      return {
        taken: async () => {
          await made;
          const { exact } = level;
          runs.forEach((run, replication) => {
            exact[replication] ??= run;
          });
          return levelOf(factor, exact.slice(0, to), false);
        },
      };
    });
  }

  /** The first replication of a load at hybrid fidelity, though exact runs of it may be known. */
  async hybridRun(factor: number): Promise<LevelRun> {
    const level = this.#levelOf(factor);
    const { hybrid } = level;
    if (hybrid.length === 0) await this.#make(level, { from: 0, to: 1, fidelity: 'hybrid' }, hybrid);
    return hybrid[0]!;
  }

  #levelOf(factor: number): Level {
    return remembered(this.#levels, factor, () => ({
      variant: grownVariant(this.#own, factor),
      exact: [],
      hybrid: [],
      begun: new Map(),
      found: Promise.resolve(),
      asked: new Map(),
    }));
  }

  /** Adds runs of a range of replications to those there are, but for one that ended early. */
  async #make(level: Level, { from, to, fidelity, until }: WantedRuns, runs: LevelRun[]): Promise<void> {
    const { variant } = level;
    const how = { by_weekday: this.#by_weekday, fidelity, ...(until && { until }) };
    const tasks: RunTask[] = [];
    for (let replication = from; replication < to; replication++)
      tasks.push({ variant, replication, ...how });
    await this.#maker.make(tasks, ({ task, run }) => {
      this.runs += 1;
      const { weekday_use, observations } = run;
      const seen = { resources: resourceUse(run), weekday_use, left_out: leftOut(observations) };
      if (observations.duration_seconds < variant.scenario.duration_seconds) {
        const { queries_arrived } = runFigures(run);
        level.stopped = { figures: { ...NOT_MEASURED, queries_arrived }, ...seen };
        return undefined;
      }
      runs[task.replication] = { figures: runFigures(run), ...seen };
      return undefined;
    });
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

/** Mean and interval of a figure at a level; `null` where it was never measured. */
export function levelFigure(level: LoadLevel, figure: FigureName, confidence: number): MeanInterval | null {
  const sample = new FigureSample(FIGURE_NAMES);
  for (const { figures } of level.runs) sample.add(figures);
  return sample.interval(figure, confidence);
}
