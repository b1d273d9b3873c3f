import { Piscina } from 'piscina';
import type { Scenario } from '../scenario/scenario.js';
import { type PackedError, packError } from './packed-error.js';
import { type PackedObservations, packObservations } from './packed-observations.js';
import { type PackedScenario, unpackScenario } from './packed-scenario.js';
import type { ScenarioSource } from './scenario-source.js';
import { runVariant } from './variant.js';
import type { WeekdayUse } from './weekday-use.js';

/** What a worker thread is asked for. */
export interface WorkerTask {
  readonly source: ScenarioSource;
  /** The same compiled, where that can be sent. */
  readonly scenario: PackedScenario | undefined;
  readonly replication: number;
  readonly by_weekday: boolean;
  /** Where in the shared array the thread says how far it is: that it has begun, the share done, queries arrived. */
  readonly slot: number;
}

/** What it answers. Errors are answers, too: thrown ones would lose their class on the way. */
export type WorkerAnswer =
  | { readonly observations: PackedObservations; readonly weekday_use: WeekdayUse | undefined }
  | { readonly error: PackedError };

/** Scenarios kept compiled: tasks of one variant come one after the other, and traces are large. */
const KEPT = 2;
const compiled = new Map<string, Promise<Scenario>>();

function scenarioOf(source: ScenarioSource, packed: PackedScenario | undefined): Promise<Scenario> {
  const key = JSON.stringify(source);
  const known =
    compiled.get(key) ?? (packed ? Promise.resolve(unpackScenario(packed)) : compiledHere(source));
  compiled.delete(key);
  compiled.set(key, known);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= KEPT) break;
    compiled.delete(oldest);
  }
  return known;
}

/** Loaded only where it is used: what reads scenario files is half of what a thread would load. */
async function compiledHere(source: ScenarioSource): Promise<Scenario> {
  const { compileSource } = await import('./scenario-source.js');
  return compileSource(source);
}

/** Makes one run in a worker thread. */
export default async function work({
  source,
  scenario: packed,
  replication,
  by_weekday,
  slot,
}: WorkerTask): Promise<WorkerAnswer> {
  const shared = new Float64Array(Piscina.workerData as SharedArrayBuffer);
  try {
    shared[3 * slot] = 1;
    const scenario = await scenarioOf(source, packed);
    const { observations, weekday_use } = await runVariant(
      { name: scenario.name, scenario },
      {
        replication,
        by_weekday,
        progress({ now_seconds, arrived }) {
          shared[3 * slot + 1] = now_seconds / scenario.duration_seconds;
          shared[3 * slot + 2] = arrived;
        },
      },
    );
    return { observations: packObservations(observations), weekday_use };
  } catch (error) {
    return { error: packError(error) };
  }
}
