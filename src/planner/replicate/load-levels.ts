import { FIGURE_NAMES, type FigureName, type RunFigures, runFigures } from '../../figures/run-figures.js';
import type { Fidelity } from '../../simulation/simulation.js';
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
  /** `hybrid` where some run has left queries out. */
  readonly fidelity: Fidelity;
  /** From replication 0 on. */
  readonly runs: readonly LevelRun[];
}

/** One at hybrid fidelity, and whether it left nothing out: then it has the bytes of an exact run. */
interface HybridRun extends LevelRun {
  readonly exact: boolean;
}

interface Level {
  readonly variant: SourcedVariant;
  readonly exact: LevelRun[];
  readonly hybrid: HybridRun[];
}

/**
 * A scenario at many multiples of its load, each simulated once at a fidelity: replication r meets the same random numbers
 * at every level, so that what differs is due to the load.
 */
export class LoadLevels {
  readonly #source: ScenarioSource;
  readonly #maker: RunMaker;
  readonly #by_weekday: boolean;
  readonly #levels = new Map<number, Level>();
  #runs = 0;

  /** @param by_weekday whether each run adds up its use by weekday */
  constructor(source: ScenarioSource, maker: RunMaker, by_weekday = false) {
    this.#source = source;
    this.#maker = maker;
    this.#by_weekday = by_weekday;
  }

  /** Runs made so far. */
  get runs(): number {
    return this.#runs;
  }

  /** What has been simulated with so many replications or more, exact where it can be, ascending by load. */
  all(replications: number): readonly LoadLevel[] {
    return [...this.#levels]
      .map(([factor, { exact, hybrid }]) =>
        levelOf(factor, exact.length < replications ? hybrid : exact, exact.length < replications),
      )
      .filter(({ runs }) => runs.length >= replications)
      .sort((a, b) => a.factor - b.factor);
  }

  /**
   * The level of a load, of which runs that have been made are not made again.
   * @throws InvariantError, PolicyError as a run does; WorkerError; the signal's reason
   */
  async at(factor: number, replications: number, fidelity: Fidelity = 'exact'): Promise<LoadLevel> {
    const { variant, exact, hybrid } = await this.#levelOf(factor);
    for (let known = exact.length; hybrid[known]?.exact === true; known++) exact.push(hybrid[known]!);
    if (exact.length >= replications) return levelOf(factor, exact.slice(0, replications), false);
    const runs = fidelity === 'exact' ? exact : hybrid;
    await this.#make(variant, { from: runs.length, until: replications, fidelity }, runs);
    return levelOf(factor, runs.slice(0, replications), fidelity === 'hybrid');
  }

  /** The first replication of a load at hybrid fidelity, though exact runs of it may be known. */
  async hybridRun(factor: number): Promise<LevelRun> {
    const { variant, hybrid } = await this.#levelOf(factor);
    if (hybrid.length === 0) await this.#make(variant, { from: 0, until: 1, fidelity: 'hybrid' }, hybrid);
    return hybrid[0]!;
  }

  async #levelOf(factor: number): Promise<Level> {
    let level = this.#levels.get(factor);
    if (level === undefined) {
      const variant = await compileVariant({ ...this.#source, load_factor: factor });
      level = { variant, exact: [], hybrid: [] };
      this.#levels.set(factor, level);
    }
    return level;
  }

  /** Adds runs of a range of replications to those there are. */
  async #make(
    variant: SourcedVariant,
    range: { readonly from: number; readonly until: number; readonly fidelity: Fidelity },
    runs: LevelRun[],
  ): Promise<void> {
    const { from, until, fidelity } = range;
    const tasks: RunTask[] = [];
    for (let replication = from; replication < until; replication++) {
      tasks.push({ variant, replication, by_weekday: this.#by_weekday, fidelity });
    }
    await this.#maker.make(tasks, ({ run }) => {
      this.#runs += 1;
      const { fidelity: parts = [] } = run.observations;
      const made: HybridRun = {
        figures: runFigures(run),
        resources: resourceUse(run),
        weekday_use: run.weekday_use,
        exact: fidelity === 'exact' || parts.every(({ left_out_queries }) => left_out_queries === 0),
      };
      runs.push(made);
      return undefined;
    });
  }
}

function levelOf(factor: number, runs: readonly LevelRun[], hybrid: boolean): LoadLevel {
  const whole = !hybrid || runs.every((run) => 'exact' in run && run.exact === true);
  return { factor, fidelity: whole ? 'exact' : 'hybrid', runs };
}

/** Mean and interval of a figure at a level; `null` where it was never measured. */
export function levelFigure(level: LoadLevel, figure: FigureName, confidence: number): MeanInterval | null {
  const sample = new FigureSample(FIGURE_NAMES);
  for (const { figures } of level.runs) sample.add(figures);
  return sample.interval(figure, confidence);
}
