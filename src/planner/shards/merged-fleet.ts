import type { Scenario } from '../../scenario/scenario.js';
import { fleetParts, joinedObservations } from '../../simulation/fleet/fleet-parts.js';
import { FleetRecord, type PackedFleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { Observer, RunObservations } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { decisionsOf, partKey, timelineKey } from './fleet-shard.js';
import type { MergedShards } from './merged-shards.js';

/**
 * What a fleet has shown whose tenants were run in shards: the same as if it had been run here.
 * @param observer told everything that the run would have told it
 * @returns `undefined` where the shards do not have all tenants
 */
export function mergedFleet(
  scenario: Scenario,
  shards: MergedShards,
  fidelity: Fidelity,
  observer: Observer,
): RunObservations | undefined {
  const parts = fleetParts(scenario) ?? [];
  const seen: RunObservations[] = [];
  for (const part of parts) {
    const found = shards.find(partKey(part, fidelity));
    if (found === undefined) return undefined;
    seen.push(found.observations);
  }
  if (scenario.fleet === undefined || seen.length === 0) return undefined;
  const find = (key: string): unknown => shards.findData(key);
  const record = new FleetRecord();
  for (let shard = 1; shard <= shards.count; shard++) {
    const intervals = find(timelineKey(shard)) as PackedFleetRecord['intervals'];
    record.merge(FleetRecord.unpack({ intervals, decisions: [] }));
  }
  record.tellWith(decisionsOf(shards.count, scenario, find), observer, scenario.fleet.name);
  return joinedObservations(parts, seen);
}
