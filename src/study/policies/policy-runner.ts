import type { RunningTime } from '../../cost/compute-cost.js';
import { evaluateObjectives, type ObjectiveResult } from '../../figures/objectives.js';
import { type PolicyFigures, policyFigures } from '../../figures/policy-figures.js';
import { runFigures } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import { makeRuns, type Study, wholeRuns } from '../engine/study.js';
import type { RunTask } from '../runs/executor.js';
import type { Variant, VariantRun } from '../runs/variant.js';

/** The figures that a policy is judged by, and the basis of its monthly cost. */
export interface JudgedRun extends PolicyFigures {
  /** Where a cap cuts a month short; otherwise absent. */
  readonly running_time?: RunningTime;
  /** The scenario's objectives compared with the run. */
  readonly slo: readonly ObjectiveResult[];
}

/** Runs variants, each scenario once. */
export class PolicyRunner {
  readonly #expected: number;
  readonly #figures = new Map<Scenario, JudgedRun>();

  /** @param expected runs in all, for the progress */
  constructor(expected: number) {
    this.#expected = expected;
  }

  get runs(): number {
    return this.#figures.size;
  }

  /** Runs variants whose scenarios were not run before. */
  *make(variants: readonly Variant[]): Study<void> {
    const scenarios = new Map(variants.map((variant) => [variant.scenario, variant]));
    const tasks = [...scenarios.values()]
      .filter(({ scenario }) => !this.#figures.has(scenario))
      .map(
        ({ name, scenario }): RunTask => ({ variant: { name, scenario, source: undefined }, replication: 0 }),
      );
    const take = (run: VariantRun): void => {
      const { running_time } = run.cost;
      const judged = policyFigures(run);
      const { scenario } = run.variant;
      const slo = evaluateObjectives(scenario.slo, runFigures(run), judged.queries_arrived);
      this.#figures.set(scenario, { ...judged, ...(running_time && { running_time }), slo });
    };
    yield* makeRuns(tasks, take, () => wholeRuns(this.#expected));
  }

  /** The figures of a variant; `undefined` if it was not run. */
  figures({ scenario }: Variant): JudgedRun | undefined {
    return this.#figures.get(scenario);
  }
}
