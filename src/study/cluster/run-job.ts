import { deserialize, serialize } from 'node:v8';
import type { AskedRun } from '../runs/asked-run.js';
import type { WorkerAnswer } from '../runs/run-worker.js';
import { digestOf } from '../runs/scenario-digest.js';
import { grown, shrunk } from './content-store.js';

/** A run as a job in Redis: JSON, and small. */
export interface RunJob extends Omit<AskedRun, 'scenario' | 'until'> {
  readonly scenario: string;
  /** As in a task; JSON has `null` for never. */
  readonly until: Readonly<Record<keyof NonNullable<AskedRun['until']>, number | null>> | undefined;
}

/**
 * Identifies a run in Redis by everything that it depends on.
 * @param digest of the compiled scenario
 */
export function jobId(digest: string, asked: AskedRun): string {
  const { replication, by_weekday, fidelity, until, recorded } = asked;
  const parts = [digest, replication, by_weekday, fidelity, until, recorded];
  return digestOf(JSON.stringify(parts));
}

/** The job of a run. @param scenario hash of its content */
export function jobOf(scenario: string, asked: AskedRun): RunJob {
  return { ...asked, scenario };
}

export function askedOfJob(job: RunJob, scenario: AskedRun['scenario']): AskedRun {
  const { until } = job;
  const value = (written: number | null): number => written ?? Number.POSITIVE_INFINITY;
  return {
    ...job,
    scenario,
    until: until && {
      slower_than_seconds: value(until.slower_than_seconds),
      queries: value(until.queries),
      events: value(until.events),
    },
  };
}

/** An answer as it waits to be fetched. */
export function packAnswer(answer: WorkerAnswer): Promise<Buffer> {
  return shrunk(serialize(answer));
}

/** The answer that {@link packAnswer} packed. @throws Error for anything else */
export async function unpackAnswer(bytes: Uint8Array): Promise<WorkerAnswer> {
  return deserialize(await grown(bytes)) as WorkerAnswer;
}

/** Why a worker did not make a run, in place of an error message. */
export const UNMADE = { cancelled: 'neap: cancelled', missing: 'neap: missing content' } as const;
