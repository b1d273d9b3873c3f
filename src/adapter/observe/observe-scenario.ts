import type { Scenario } from '../../scenario/scenario.js';
import type { PlatformAdapter } from '../platform-adapter.js';
import { Observation } from './observation.js';
import type { Observed, ObserveOptions } from './observe-options.js';
import { OperationWatch } from './operation-watch.js';
import { setUp } from './set-up.js';

/**
 * Carries a scenario's timeline out on a platform, in the adapter's time, and watches states and operations.
 * What it creates stays among the belongings, for whoever calls to undo.
 * @throws AdapterError when a call fails; the signal's reason when it is aborted
 */
export async function observeScenario(
  adapter: PlatformAdapter,
  scenario: Scenario,
  options: ObserveOptions,
): Promise<Observed> {
  const operations = new OperationWatch();
  await setUp(adapter, options, operations);
  const observation = await Observation.begin(adapter, scenario, options, operations);
  await observation.run();
  return observation.observed();
}
