import type { MadeRun } from '../../study/engine/ordered-runs.js';
import { type Study, unwatched } from '../../study/engine/study.js';
import { Replications } from '../../study/run/replicated-summary.js';
import type { Summary } from '../../study/run/summary.js';
import { compileChanged, type SourcedVariant } from '../../study/runs/scenario-source.js';
import { triedFixes } from './tried-fixes.js';

/** The runs of a comparison's baseline, which attribute its cost to causes. */
export class BaselineRuns {
  readonly #variant: SourcedVariant;
  readonly #replications: Replications;
  #runs = 0;

  /** @param confidence of the intervals, strictly between 0 and 1 */
  constructor(variant: SourcedVariant, confidence: number) {
    this.#variant = variant;
    this.#replications = new Replications(variant.scenario, confidence);
  }

  /** Adds the next run, if it is the baseline's. Findings of one tenant do not apply to a fleet. */
  add({ task, run: { observations } }: MadeRun): void {
    if (task.variant !== this.#variant || this.#variant.scenario.fleet !== undefined) return;
    this.#replications.add(observations);
    this.#runs++;
  }

  /** What `neap run` reports of the same runs, with the fixes of its findings; `undefined` without runs. */
  *summary(): Study<Summary | undefined> {
    if (this.#runs === 0) return undefined;
    const { scenario, source } = this.#variant;
    const made = this.#replications.summary({ replications: this.#runs, precision: undefined });
    const plan = { replications: this.#runs, fidelity: 'exact' } as const;
    return yield* unwatched(triedFixes(made, scenario, compileChanged(source), plan));
  }
}
