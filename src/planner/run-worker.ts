import { Piscina } from 'piscina';
import type { Scenario } from '../scenario/scenario.js';
import { type PackedError, packError } from './packed-error.js';
import { type PackedObservations, packObservations } from './packed-observations.js';
import { compileSource, type ScenarioSource } from './scenario-source.js';
import { runVariant } from './variant.js';

/** What a worker thread is asked for. */
export interface WorkerTask {
  readonly source: ScenarioSource;
  readonly replication: number;
  /** Where in the shared array the thread says how far it is: the share done, and the queries arrived. */
  readonly slot: number;
}

/** What it answers. Errors are answers, too: thrown ones would lose their class on the way. */
export type WorkerAnswer = { readonly observations: PackedObservations } | { readonly error: PackedError };

/** Scenarios kept compiled: tasks of one variant come one after the other, and traces are large. */
const KEPT = 2;
const compiled = new Map<string, Promise<Scenario>>();

function scenarioOf(source: ScenarioSource): Promise<Scenario> {
  const key = JSON.stringify(source);
  const known = compiled.get(key) ?? compileSource(source);
  compiled.delete(key);
  compiled.set(key, known);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= KEPT) break;
    compiled.delete(oldest);
  }
  return known;
}

/** Makes one run in a worker thread. */
export default async function work({ source, replication, slot }: WorkerTask): Promise<WorkerAnswer> {
  const shared = new Float64Array(Piscina.workerData as SharedArrayBuffer);
  try {
    const scenario = await scenarioOf(source);
    const { observations } = await runVariant(
      { name: scenario.name, scenario },
      {
        replication,
        progress({ now_seconds, arrived }) {
          shared[2 * slot] = now_seconds / scenario.duration_seconds;
          shared[2 * slot + 1] = arrived;
        },
      },
    );
    return { observations: packObservations(observations) };
  } catch (error) {
    return { error: packError(error) };
  }
}
