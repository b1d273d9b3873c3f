import type { Scenario } from '../../scenario/scenario.js';
import { AdapterError } from '../adapter-error.js';
import { mayBeDone } from '../apply/settle-change.js';
import { operationsSucceeded } from '../operations-ended.js';
import type { PlatformAdapter } from '../platform-adapter.js';
import { makeCall } from './make-call.js';
import { Observation, type Observed, type ObserveOptions } from './observation.js';
import { OperationWatch } from './operation-watch.js';

/**
 * Carries out a scenario's timeline on a platform, in the adapter's time, and records states and operations.
 * Created resources are recorded in the belongings; the caller cleans them up with {@link undo}.
 * @throws AdapterError if a call fails; the signal's reason if it is aborted
 */
export async function observeScenario(
  adapter: PlatformAdapter,
  scenario: Scenario,
  options: ObserveOptions,
): Promise<Observed> {
  const operations = new OperationWatch();
  await setUp(adapter, options, operations);
  const observation = await Observation.begin(adapter, scenario, options, operations);
  options.begun?.(() => observation.observed());
  await observation.run();
  return observation.observed();
}

/**
 * Makes the setup calls of a plan in order, each after the operations of the previous call have ended.
 * @param watch records the operations
 * @throws AdapterError if a call or an operation fails; the signal's reason if it is aborted
 */
export async function setUp(
  adapter: PlatformAdapter,
  options: ObserveOptions,
  watch: OperationWatch,
): Promise<void> {
  const { plan, belongings, poll_seconds, signal, progress } = options;
  const nameOf = (id: string): string | undefined => belongings.computeOf(id);
  if (plan.existing !== undefined) belongings.moveInto(plan.existing);
  for (const step of plan.setup) {
    signal?.throwIfAborted();
    progress?.(undefined, step);
    belongings.sought = step;
    const { operations } = await makeCall(adapter, belongings, step, options).catch((error) => {
      if (error instanceof AdapterError && !mayBeDone(error)) belongings.sought = undefined;
      throw error;
    });
    belongings.sought = undefined;
    watch.see(operations, adapter.now_ms(), nameOf);
    const ended = await operationsSucceeded(adapter, belongings.project_id ?? '', operations, {
      poll_ms: poll_seconds * 1000,
      signal,
    });
    watch.see(ended, adapter.now_ms(), nameOf);
  }
}
