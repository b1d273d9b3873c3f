import { FIGURE_NAMES, type FigureName, type RunFigures, runFigures } from '../../figures/run-figures.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { RunTask } from '../runs/executor.js';
import type { RunMaker } from '../runs/make-runs.js';
import { compileVariant, type ScenarioSource, type SourcedVariant } from '../runs/scenario-source.js';
import type { WeekdayUse } from '../runs/weekday-use.js';
import { FigureSample } from './paired-figures.js';
import { type ResourceUse, resourceUse } from './resource-use.js';

/** What one replication at one level of load has shown. */
export interface LevelRun {
  readonly figures: RunFigures;
  readonly resources: ResourceUse;
  /** Where it was asked for. */
  readonly weekday_use: WeekdayUse | undefined;
}

/** A scenario at a multiple of its load. */
export interface LoadLevel {
  /** Times the scenario's own load. */
  readonly factor: number;
  /** From replication 0 on. */
  readonly runs: readonly LevelRun[];
}

/**
 * A scenario at many multiples of its load, each simulated once: replication r meets the same random numbers at every
 * level, so that what differs is due to the load.
 */
export class LoadLevels {
  readonly #source: ScenarioSource;
  readonly #maker: RunMaker;
  readonly #by_weekday: boolean;
  readonly #levels = new Map<number, { readonly variant: SourcedVariant; readonly runs: LevelRun[] }>();

  /** @param by_weekday whether each run adds up its use by weekday */
  constructor(source: ScenarioSource, maker: RunMaker, by_weekday = false) {
    this.#source = source;
    this.#maker = maker;
    this.#by_weekday = by_weekday;
  }

  /** Runs made so far. */
  get runs(): number {
    return [...this.#levels.values()].reduce((sum, { runs }) => sum + runs.length, 0);
  }

  /** What has been simulated with so many replications or more, ascending by load. */
  all(replications: number): readonly LoadLevel[] {
    return [...this.#levels]
      .filter(([, { runs }]) => runs.length >= replications)
      .map(([factor, { runs }]) => ({ factor, runs }))
      .sort((a, b) => a.factor - b.factor);
  }

  /**
   * The level of a load, of which runs that have been made are not made again.
   * @throws InvariantError, PolicyError as a run does; WorkerError; the signal's reason
   */
  async at(factor: number, replications: number): Promise<LoadLevel> {
    let level = this.#levels.get(factor);
    if (level === undefined) {
      const variant = await compileVariant({ ...this.#source, load_factor: factor });
      level = { variant, runs: [] };
      this.#levels.set(factor, level);
    }
    const { variant, runs } = level;
    const tasks: RunTask[] = [];
    for (let replication = runs.length; replication < replications; replication++) {
      tasks.push({ variant, replication, by_weekday: this.#by_weekday });
    }
    await this.#maker.make(tasks, ({ run }) => {
      runs.push({ figures: runFigures(run), resources: resourceUse(run), weekday_use: run.weekday_use });
      return undefined;
    });
    return { factor, runs: runs.slice(0, replications) };
  }
}

/** Mean and interval of a figure at a level; `null` where it was never measured. */
export function levelFigure(level: LoadLevel, figure: FigureName, confidence: number): MeanInterval | null {
  const sample = new FigureSample(FIGURE_NAMES);
  for (const { figures } of level.runs) sample.add(figures);
  return sample.interval(figure, confidence);
}
