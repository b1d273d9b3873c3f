import { type FigureName, type RunFigures, runFigures } from '../../src/figures/run-figures.js';
import { ScenarioError } from '../../src/scenario/document/diagnostic.js';
import { sampleMoments } from '../../src/statistics/sample-moments.js';
import { combinations, parseAxis } from '../../src/study/compare/sweep-axis.js';
import type { Constraint } from '../../src/study/replicate/constraint.js';
import { beyondBound, limitScale } from '../../src/study/replicate/constraint.js';
import { compileVariant, type ScenarioSource } from '../../src/study/runs/scenario-source.js';
import { runVariant, type Variant } from '../../src/study/runs/variant.js';

/** Differences beyond this number of standard errors are certain. */
const CLEAR_ERRORS = 3;
/** The relative difference below which a plan does not distinguish settings. */
const INDIFFERENCE = 0.01;

/** A combination of settings, with exact runs that are independent of any plan. */
export class Combination {
  readonly #runs: RunFigures[] = [];
  /** The events of each run. */
  readonly events: number[] = [];

  constructor(
    readonly name: string,
    readonly variant: Variant,
  ) {}

  /** Runs so far. */
  get n(): number {
    return this.#runs.length;
  }

  /** Makes the missing runs up to this number. */
  async run(replications: number): Promise<void> {
    for (let replication = this.n; replication < replications; replication++) {
      const run = await runVariant(this.variant, { replication });
      this.#runs.push(runFigures(run));
      this.events.push(run.observations.events_fired);
    }
  }

  /** The mean over the first `first` runs; over all by default. */
  mean(figure: FigureName, first = this.n): number {
    return sampleMoments(this.#values(figure, first)).mean;
  }

  /** Whether it certainly meets each bound with 1 % of room. */
  isRoomy(constraints: readonly Constraint[]): boolean {
    return constraints.every((limit) => this.#beyondRoom(limit) + this.#doubt(limit) <= 0);
  }

  /** Whether it certainly misses a bound. */
  isShort(constraints: readonly Constraint[]): boolean {
    return constraints.some((limit) => this.#beyondRoom(limit) - this.#doubt(limit) > 0);
  }

  /** Whether its cost is certainly not below that of another by more than the indifference of a plan. */
  isDearer(other: Combination): boolean {
    const limit = -INDIFFERENCE * other.mean('cost_usd');
    const differences = this.#values('cost_usd')
      .slice(0, other.n)
      .map((cost, replication) => cost - other.#values('cost_usd')[replication]!);
    const { mean, variance } = sampleMoments(differences);
    return mean - CLEAR_ERRORS * Math.sqrt(variance / differences.length) >= limit;
  }

  #beyondRoom(limit: Constraint): number {
    return beyondBound(limit, this.mean(limit.figure)) + INDIFFERENCE * limitScale(limit);
  }

  #doubt({ figure }: Constraint): number {
    return CLEAR_ERRORS * Math.sqrt(sampleMoments(this.#values(figure)).variance / this.n);
  }

  #values(figure: FigureName, first = this.n): readonly number[] {
    return this.#runs.slice(0, first).map((run) => run[figure] ?? 0);
  }
}

/** Every combination that the scenario allows. */
export async function combinationsOf(
  source: ScenarioSource,
  vary: readonly string[],
): Promise<readonly Combination[]> {
  const all: Combination[] = [];
  for (const settings of combinations(vary.map(parseAxis))) {
    const set = Object.entries(settings).map(([path, value]) => `${path}=${value}`);
    try {
      all.push(new Combination(set.join(' '), await compileVariant({ ...source, set })));
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
    }
  }
  return all;
}
