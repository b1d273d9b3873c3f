import { deserialize, serialize } from 'node:v8';
import { type AskedRun, runDigest } from '../runs/asked-run.js';
import type { WorkerAnswer } from '../runs/run-worker.js';
import { grown, shrunk } from './content-store.js';

/** A run as a job in Redis: JSON, and small. */
export interface RunJob extends Omit<AskedRun, 'scenario' | 'until'> {
  readonly scenario: string;
  /** As in a task; JSON has `null` for never. */
  readonly until?: Readonly<Record<keyof NonNullable<AskedRun['until']>, number | null>>;
}

/** Identifies a run in Redis by everything that its answer depends on. */
export function jobId(asked: AskedRun): string {
  return `${runDigest(asked)}${asked.recorded ? '-recorded' : ''}`;
}

/** The job of a run. @param scenario hash of its content */
export function jobOf(scenario: string, asked: AskedRun): RunJob {
  return { ...asked, scenario };
}

export function askedOfJob(job: RunJob, scenario: AskedRun['scenario']): AskedRun {
  const { until, ...others } = job;
  const value = (written: number | null): number => written ?? Number.POSITIVE_INFINITY;
  return {
    ...others,
    scenario,
    ...(until && {
      until: {
        slower_than_seconds: value(until.slower_than_seconds),
        queries: value(until.queries),
        events: value(until.events),
      },
    }),
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
