import type { RunningTime } from '../../cost/compute-cost.js';
import { evaluateObjectives, type ObjectiveResult } from '../../figures/objectives.js';
import { type PolicyFigures, policyFigures } from '../../figures/policy-figures.js';
import { runFigures } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import { runVariant, type Variant } from '../runs/variant.js';

/** How far a comparison has come. */
export interface ComparisonProgress {
  /** Runs that are done, and all there may be. */
  readonly done: number;
  readonly runs: number;
  /** The policy being run, and the simulated time that it has come to. */
  readonly policy: string;
  readonly now_seconds: number;
  /** Queries that have arrived in all runs so far. */
  readonly arrived: number;
}

/** How policies are compared. */
export interface ComparisonOptions {
  /** What a wake may be worth, in seconds of running; the oracle's default alone unless given. */
  readonly wake_costs_seconds?: readonly number[];
  /** Told how far the comparison has come, a few times a second, and waited for; what it throws ends it. */
  readonly progress?: (progress: ComparisonProgress) => void | Promise<void>;
}

/** What a policy is judged by, and what its cost of a month rests on. */
export interface JudgedRun extends PolicyFigures {
  /** Where a cap cuts a month short; otherwise absent. */
  readonly running_time?: RunningTime;
  /** The scenario's objectives held against the run. */
  readonly slo: readonly ObjectiveResult[];
}

/** Runs variants, each scenario once, and tells how far all of them have come. */
export class PolicyRunner {
  readonly #runs: number;
  readonly #options: ComparisonOptions;
  readonly #figures = new Map<Scenario, JudgedRun>();
  #arrived = 0;

  /** @param runs how many there may be */
  constructor(runs: number, options: ComparisonOptions) {
    this.#runs = runs;
    this.#options = options;
  }

  /** The figures of a variant, which is run unless its scenario has been. */
  async figures(variant: Variant): Promise<JudgedRun> {
    const known = this.#figures.get(variant.scenario);
    if (known !== undefined) return known;
    const { progress } = this.#options;
    const run = await runVariant(variant, {
      progress: ({ now_seconds, arrived }) =>
        progress?.({
          done: this.#figures.size,
          runs: this.#runs,
          policy: variant.name,
          now_seconds,
          arrived: this.#arrived + arrived,
        }),
    });
    const { running_time } = run.cost;
    const judged = policyFigures(run);
    const slo = evaluateObjectives(variant.scenario.slo, runFigures(run), judged.queries_arrived);
    const figures = { ...judged, ...(running_time && { running_time }), slo };
    this.#arrived += judged.queries_arrived;
    this.#figures.set(variant.scenario, figures);
    return figures;
  }
}
