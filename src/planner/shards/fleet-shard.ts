import type { TenantRange } from '../../scenario/fleet/draw-tenants.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type FleetPart, fleetParts, TENANTS_OF_A_PART } from '../../simulation/fleet/fleet-parts.js';
import { type DecisionSlices, fromSlices, SLICES } from '../../simulation/outcome/decision-slices.js';
import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import { inOrderOf } from '../../simulation/outcome/kept-decisions.js';
import type { DecisionRow } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { partTask } from '../runs/fleet-run.js';
import { runKey } from '../runs/run-ledger.js';
import type { RunLog } from '../runs/run-log.js';
import { digestOf } from '../runs/scenario-digest.js';
import type { WorkPart } from '../runs/work-part.js';

/** The tenants of a shard, where all tenants are treated alike, so that the others need not be compiled. */
export function tenantsOfShard(count: number, shard: WorkPart): TenantRange {
  const { from, to } = shareOf(Math.ceil(count / TENANTS_OF_A_PART), shard);
  return { from: from * TENANTS_OF_A_PART, to: Math.min(count, to * TENANTS_OF_A_PART) };
}

/**
 * The parts of a fleet that a shard runs.
 * @param scenario with the tenants of the shard, or of the whole fleet
 * @returns `undefined` where the fleet is not run in parts
 */
export function partsOfShard(
  scenario: Scenario,
  isWhole: boolean,
  shard: WorkPart,
): readonly FleetPart[] | undefined {
  const parts = fleetParts(scenario);
  if (parts === undefined || !isWhole) return parts;
  const { from, to } = shareOf(parts.length, shard);
  return parts.slice(from, to);
}

/** How many shards a fleet can be divided into. */
export function mostShards(count: number): number {
  return Math.ceil(count / TENANTS_OF_A_PART);
}

/** Neighbours stay together: consecutive items, as evenly as whole numbers allow. */
function shareOf(items: number, { number, of }: WorkPart): TenantRange {
  return { from: Math.floor((items * (number - 1)) / of), to: Math.floor((items * number) / of) };
}

/** By which the run of a part is known. */
export function partKey(part: FleetPart, fidelity: Fidelity): string {
  return runKey(partTask(part, fidelity, new FleetRecord()))!;
}

/** Of the decisions of a shard, those of one stretch of the run. */
export type ShardSlice = readonly DecisionSlices[number][];

/** By which the decisions of a shard in one stretch are known. */
export function sliceKey(shard: number, slice: number): string {
  return digestOf(`decisions ${slice} of shard ${shard}`);
}

/** By which the timeline of a shard is known. */
export function timelineKey(shard: number): string {
  return digestOf(`timeline of shard ${shard}`);
}

/**
 * Writes what a shard's tenants have shown: part by part, then their timeline together, and their decisions stretch by
 * stretch, so that whoever merges shards holds one stretch at a time.
 */
export function writeFleet(
  target: RunLog,
  { number }: WorkPart,
  kept: RunLog,
  keys: readonly string[],
): void {
  const timeline = new FleetRecord();
  const slices: DecisionSlices[number][][] = Array.from({ length: SLICES }, () => []);
  for (const key of keys) {
    target.appendWithoutRecord(key, kept);
    const record = kept.findRecord(key)!;
    timeline.merge(FleetRecord.unpack({ intervals: record.intervals, decisions: [] }));
    record.slices.forEach((own, slice) => {
      if (own !== null) slices[slice]!.push(own);
    });
  }
  target.appendData(timelineKey(number), timeline.pack().intervals);
  slices.forEach((own, slice) => {
    target.appendData(sliceKey(number, slice), own satisfies ShardSlice);
  });
}

/** The decisions of all shards in their order. @param computes in the order of the scenario @param find finds data by its key */
export function* decisionsOf(
  shards: number,
  computes: readonly { readonly name: string }[],
  find: (key: string) => unknown,
): Generator<DecisionRow, void, undefined> {
  const inOrder = inOrderOf(computes);
  for (let slice = 0; slice < SLICES; slice++) {
    const rows: DecisionRow[] = [];
    for (let shard = 1; shard <= shards; shard++) {
      for (const row of fromSlices(find(sliceKey(shard, slice)) as ShardSlice)) rows.push(row);
    }
    yield* inOrder(rows);
  }
}
