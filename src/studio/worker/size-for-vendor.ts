import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type Fidelity, Simulation } from '../../simulation/simulation.js';
import { sizeOverrides } from '../../study/elsewhere/sufficient-size.js';
import { Superseded } from './further-answer.js';
import type { Question } from './question.js';
import { type Pause, runUntil } from './show-run.js';

/** The run for choosing a size. */
interface SizingRun {
  readonly fidelity: Fidelity;
  /** Ends the run before the scenario's end. */
  readonly until_seconds?: number | undefined;
  readonly pause: Pause;
}

/**
 * The override that selects the size of a vendor with fixed sizes, chosen as in `neap run`.
 * @throws Superseded if `pause` returns false, ScenarioError for a vendor without such a size and for an overload
 */
export function sizeForVendor(
  { text, file }: Pick<Question, 'text' | 'file'>,
  vendors: () => Question['vendors'],
  compile: (set: readonly string[]) => Promise<Scenario>,
  { fidelity, until_seconds, pause }: SizingRun,
): Promise<readonly string[]> {
  return sizeOverrides({ text, file, set: [] }, vendors, {
    compile,
    async run(scenario, observer) {
      const run = new Simulation(scenario, { observer, fidelity });
      const end = await runUntil(run, until_seconds ?? scenario.duration_seconds, pause);
      if (end === 'superseded') throw new Superseded();
      if (end === 'overload') {
        throw refusal(
          'vendor',
          'its size cannot be chosen, because the load is too much for Neon; expected a "size"',
        );
      }
      return run.observations();
    },
  });
}
