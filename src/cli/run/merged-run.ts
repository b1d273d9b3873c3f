import { ResultDirectoryError } from '../../files/result-directory.js';
import { mergedFleet } from '../../planner/shards/merged-fleet.js';
import { counted } from '../../report/figures/figure-text.js';
import type { Observer, RunObservations } from '../../simulation/run/observation.js';
import type { MergedWork } from '../merged/merged-work.js';
import { askedFidelity, type RunOptions } from './run.js';
import { fleetIdentity } from './run-fleet-shard.js';
import type { RunSource } from './run-outputs.js';

/**
 * What a fleet's run has shown that was made in shards.
 * @throws ResultDirectoryError where the shards are of another run
 */
export async function mergedRun(
  { scenario, text, file }: RunSource,
  options: RunOptions,
  merged: MergedWork,
  observer: Observer,
): Promise<RunObservations> {
  const { set, seed } = options;
  const fidelity = askedFidelity(options);
  merged.refuseOther(await fleetIdentity(text, { file, set, seed }, fidelity));
  const observations = mergedFleet(scenario, merged.shards, fidelity, observer);
  if (observations === undefined) {
    throw new ResultDirectoryError(
      `the shards do not have all tenants of ${scenario.name}; make them again with this version of neap`,
    );
  }
  const { length } = observations.computes;
  if (options.quiet !== true)
    process.stderr.write(`neap: ${counted(length, 'tenant')} of ${counted(merged.shards.count, 'shard')}\n`);
  return observations;
}
