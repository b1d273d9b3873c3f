import type { Scenario } from '../../scenario/scenario.js';
import type { Observer } from '../../simulation/run/observation.js';
import { type Fidelity, Simulation } from '../../simulation/simulation.js';
import { refuseEndless } from './endless-work.js';
import type { Interruption } from './interruption.js';
import { ProgressLine } from './progress.js';

/** Events between two looks at signals and progress: a fraction of a second. */
const SLICE_EVENTS = 200_000;

/**
 * Simulates a scenario to its end in this thread, with a line of progress, and stops where a signal asks to.
 * @returns the simulation at its end
 * @throws ScenarioError for a run that would hardly ever end, and InvariantError or PolicyError as it runs
 */
export async function simulateInSlices(
  scenario: Scenario,
  observer: Observer,
  interruption: Interruption,
  { allowLong = false, fidelity = 'exact' }: { readonly allowLong?: boolean; readonly fidelity?: Fidelity },
): Promise<Simulation> {
  refuseEndless(scenario, allowLong);
  const progress = new ProgressLine(process.stderr, scenario.duration_seconds);
  const simulation = new Simulation(scenario, { observer, fidelity });
  try {
    for (;;) {
      await interruption.heed();
      if (simulation.advance(SLICE_EVENTS)) return simulation;
      progress.update(simulation.now_seconds, simulation.arrived);
    }
  } finally {
    progress.clear();
  }
}
