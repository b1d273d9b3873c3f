import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type Fidelity, Simulation } from '../../simulation/simulation.js';
import { sizeOverrides } from '../../study/elsewhere/sufficient-size.js';
import { Superseded } from './further-answer.js';
import type { Question } from './question.js';
import { MAX_BACKLOG_SECONDS, type Pause, SLICE_EVENTS } from './show-run.js';

/**
 * The override that names the size of a vendor with fixed sizes, as `neap run` chooses it.
 * @throws Superseded if it is not to go on, ScenarioError for a vendor without such a size and for an overload
 */
export function sizeForVendor(
  { text, file }: Pick<Question, 'text' | 'file'>,
  vendors: () => Question['vendors'],
  compile: (set: readonly string[]) => Promise<Scenario>,
  { fidelity, pause }: { readonly fidelity: Fidelity; readonly pause: Pause },
): Promise<readonly string[]> {
  return sizeOverrides({ text, file, set: [] }, vendors, {
    compile,
    async run(scenario, observer) {
      const run = new Simulation(scenario, { observer, fidelity });
      while (!run.advance(SLICE_EVENTS)) {
        if (run.longest_backlog_seconds > MAX_BACKLOG_SECONDS) {
          throw refusal(
            'vendor',
            'its size cannot be chosen, since the load is too much for Neon; expected a "size"',
          );
        }
        if (!(await pause(run.now_seconds / scenario.duration_seconds))) throw new Superseded();
      }
      return run.observations();
    },
  });
}
