import { ResultDirectoryError } from '../../files/result-directory.js';
import { mergedFleet } from '../../planner/shards/merged-fleet.js';
import { counted } from '../../report/figures/figure-text.js';
import { parseTenants } from '../../scenario/load-scenario.js';
import { type FleetPart, fleetParts, TENANTS_OF_A_PART } from '../../simulation/fleet/fleet-parts.js';
import type { ComputesTold, RunShown } from '../../simulation/outcome/computes-told.js';
import type { Observer } from '../../simulation/run/observation.js';
import type { MergedWork } from '../merged/merged-work.js';
import type { Interruption } from '../shared/interruption.js';
import { askedFidelity, type RunOptions } from './run.js';
import { fleetIdentity } from './run-fleet-shard.js';
import type { RunSource } from './run-outputs.js';

/**
 * Tells what a fleet's run has shown that was made in shards.
 * @returns what it has shown besides
 * @throws ResultDirectoryError where the shards are of another run
 */
export async function mergedRun(
  { scenario, text, file }: RunSource,
  options: RunOptions,
  merged: MergedWork,
  observer: Observer,
  told: ComputesTold,
  interruption: Interruption,
): Promise<RunShown> {
  const { set, seed } = options;
  const fidelity = askedFidelity(options);
  merged.refuseOther(await fleetIdentity(text, { file, set, seed }, fidelity));
  const { computes, fleet } = scenario;
  const parts = partsOf(text, { file, set, seed }, fleet?.tenants);
  const whole = { name: fleet?.name ?? scenario.name, computes, parts };
  const shown = await mergedFleet(whole, merged.shards, fidelity, observer, told, () => interruption.heed());
  if (shown === undefined) {
    throw new ResultDirectoryError(
      `the shards do not have all tenants of ${scenario.name}; make them again with this version of neap`,
    );
  }
  const { length } = computes;
  if (options.quiet !== true)
    process.stderr.write(`neap: ${counted(length, 'tenant')} of ${counted(merged.shards.count, 'shard')}\n`);
  return shown;
}

/** Tenants that are compiled at once, where they are treated alike. */
const TENANTS_AT_ONCE = 128 * TENANTS_OF_A_PART;

/** The parts of a fleet, compiled one range of tenants after the other. */
async function* partsOf(
  text: string,
  source: Parameters<typeof parseTenants>[1],
  drawn: Parameters<typeof parseTenants>[3],
): AsyncGenerator<FleetPart, void, undefined> {
  let all = Number.POSITIVE_INFINITY;
  for (let from = 0; from < all; from += TENANTS_AT_ONCE) {
    let isWhole = true;
    const range = (count: number) => {
      isWhole = false;
      all = count;
      return { from, to: Math.min(count, from + TENANTS_AT_ONCE) };
    };
    const some = await parseTenants(text, source, range, drawn);
    for (const { scenario, places } of fleetParts(some) ?? [])
      yield { scenario, places: places.map((place) => from + place) };
    if (isWhole) return;
  }
}
