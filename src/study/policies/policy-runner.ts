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
  /** Present if a cap ends months early. */
  readonly running_time?: RunningTime;
  /** The scenario's objectives compared with the run. */
  readonly slo: readonly ObjectiveResult[];
}

/**
 * Runs variants whose scenarios were not run before.
 * @param judged receives the runs by scenario
 * @param expected runs in all, for the progress
 */
export function* judgeVariants(
  variants: readonly Variant[],
  judged: Map<Scenario, JudgedRun>,
  expected: number,
): Study<void> {
  const missing = new Map(variants.map((variant) => [variant.scenario, variant]));
  for (const scenario of judged.keys()) missing.delete(scenario);
  const tasks = [...missing.values()].map((variant): RunTask => ({ variant, replication: 0 }));
  const take = (run: VariantRun): void => {
    const { running_time } = run.cost;
    const figures = policyFigures(run);
    const { scenario } = run.variant;
    const slo = evaluateObjectives(scenario.slo, runFigures(run), figures.queries_arrived);
    judged.set(scenario, { ...figures, ...(running_time && { running_time }), slo });
  };
  yield* makeRuns(tasks, take, () => wholeRuns(expected));
}
