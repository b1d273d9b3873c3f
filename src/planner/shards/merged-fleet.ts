import { type FleetPart, JoinedParts } from '../../simulation/fleet/fleet-parts.js';
import type { ComputesTold, RunShown } from '../../simulation/outcome/computes-told.js';
import { FleetRecord, type PackedFleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { Observer } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { decisionsOf, partKey, timelineKey } from './fleet-shard.js';
import type { MergedShards } from './merged-shards.js';

/** A fleet whose tenants were run in shards. */
export interface MergedFleet {
  readonly name: string;
  /** All of them, in the order of the scenario. */
  readonly computes: readonly { readonly name: string }[];
  /** In the order in which they were divided. */
  readonly parts: AsyncIterable<FleetPart>;
}

/**
 * Tells what a fleet has shown whose tenants were run in shards, as if it had been run here. One part of it is held at a
 * time.
 * @param observer told everything that the run would have told it
 * @param told told of each compute
 * @param pause called again and again; what it throws ends the work
 * @returns what it has shown besides; `undefined` where the shards do not have all tenants
 */
export async function mergedFleet(
  { name, computes, parts }: MergedFleet,
  shards: MergedShards,
  fidelity: Fidelity,
  observer: Observer,
  told: ComputesTold,
  pause: () => Promise<void>,
): Promise<RunShown | undefined> {
  const joined = new JoinedParts(told);
  for await (const part of parts) {
    const found = shards.find(partKey(part, fidelity));
    if (found === undefined) return undefined;
    joined.add(part, found.observations);
    await pause();
  }
  if (joined.taken === 0) return undefined;
  const find = (key: string): unknown => shards.findData(key);
  const record = new FleetRecord();
  for (let shard = 1; shard <= shards.count; shard++) {
    const intervals = find(timelineKey(shard)) as PackedFleetRecord['intervals'];
    record.merge(FleetRecord.unpack({ intervals, decisions: [] }));
  }
  for (const _ of record.tellWith(decisionsOf(shards.count, computes, find), observer, name)) await pause();
  return joined.shown();
}
