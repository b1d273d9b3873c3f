import type { WorkIdentity } from '../../planner/runs/checkpoint.js';
import { partTask } from '../../planner/runs/fleet-run.js';
import { makeRuns, type WorkOptions } from '../../planner/runs/make-runs.js';
import {
  mostShards,
  partKey,
  partsOfShard,
  tenantsOfShard,
  writeFleet,
} from '../../planner/shards/fleet-shard.js';
import { counted } from '../../report/figures/figure-text.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { parseTenants, readScenarioText } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { FleetPart } from '../../simulation/fleet/fleet-parts.js';
import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { noticingSignals } from '../shared/interruption.js';
import { type MadeShard, makeShardOf } from '../shared/shard-work.js';
import { askedFidelity, type RunOptions } from './run.js';

/**
 * Runs a part of a fleet's tenants, and leaves what they have shown in a folder for `neap merge`.
 * @throws ScenarioError for what is wrong with the scenario, and one that cannot be divided; ResultDirectoryError
 */
export async function runFleetShard(file: string, options: RunOptions): Promise<number> {
  const { set, seed, from } = options;
  const shard = options.shard!;
  if (from !== undefined) throw refusal('--from', 'a single run goes on from no other; leave it out');
  const fidelity = askedFidelity(options);
  return noticingSignals(async (interruption) => {
    const text = await readScenarioText(file);
    let isWhole = true;
    const scenario = await parseTenants(text, { file, set, seed }, (count) => {
      isWhole = false;
      refuseMany(count, shard.of, file);
      return tenantsOfShard(count, shard);
    });
    const identity = await fleetIdentity(text, { file, set, seed }, fidelity);
    const parts = scenario.fleet && partsOfShard(scenario, isWhole, shard);
    if (parts === undefined) throw refusal(scenario.name, indivisible(scenario));
    if (parts.length === 0) throw refusal(scenario.name, 'its tenants cannot be divided into so many shards');
    return makeShardOf(interruption, options, identity, (work) => madeParts(parts, fidelity, work));
  });
}

/** What the run of a fleet is known by, of which a shard does not compile all tenants. */
export async function fleetIdentity(
  text: string,
  source: Parameters<typeof parseTenants>[1],
  fidelity: Fidelity,
): Promise<Omit<WorkIdentity, 'version'>> {
  let tenants: number | undefined;
  const one = await parseTenants(text, source, (count) => {
    tenants = count;
    return { from: 0, to: 1 };
  });
  return { options: { command: 'run', fleet: true, tenants, fidelity }, scenarios: [one] };
}

async function madeParts(
  parts: readonly FleetPart[],
  fidelity: Fidelity,
  { part: shard, ...work }: WorkOptions,
): Promise<MadeShard> {
  await makeRuns(
    tasksOf(parts, fidelity),
    work,
    () => parts.length,
    () => undefined,
  );
  const keys = parts.map((part) => partKey(part, fidelity));
  const tenants = parts.reduce((sum, { places }) => sum + places.length, 0);
  return {
    text: counted(tenants, 'tenant'),
    fill: (runs, kept) => writeFleet(runs, shard!, kept!, keys),
  };
}

/** Each task has a record of its own, which goes with it. */
function* tasksOf(parts: readonly FleetPart[], fidelity: Fidelity) {
  for (const part of parts) yield partTask(part, fidelity, new FleetRecord());
}

function refuseMany(count: number, of: number, file: string): void {
  if (of <= mostShards(count)) return;
  throw refusal(
    file,
    `a fleet of ${counted(count, 'tenant')} cannot be divided by ${of}; expected at most ${counted(mostShards(count), 'shard')}`,
  );
}

function indivisible({ fleet }: Scenario): string {
  if (fleet === undefined) {
    return 'a single run of single computes cannot be divided; add --replications, or leave --shard out';
  }
  return 'this fleet is run as a whole: expected rows: fleet, a timeline_interval of at least a 20,000th of the duration, and a plan without included hours that end; or add --replications';
}
