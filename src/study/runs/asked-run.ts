import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import { unpackError } from './error-transfer.js';
import type { RunTask } from './executor.js';
import { unpackObservations } from './observations-transfer.js';
import type { WorkerAnswer, WorkerTask } from './run-worker.js';
import type { VariantRun } from './variant.js';
import { pricedRun } from './whole-run.js';

/** A run that is delegated to another thread or process. */
export type AskedRun = Omit<WorkerTask, 'scenario_number' | 'slot'>;

export function askedOf({
  variant,
  replication,
  by_weekday = false,
  fidelity = 'exact',
  until,
  record,
}: RunTask): AskedRun {
  return {
    scenario: variant.scenario,
    replication,
    by_weekday,
    fidelity,
    until,
    recorded: record !== undefined,
  };
}

/** The run that a thread has answered. @throws the error that it has answered */
export function answeredRun(task: RunTask, answer: WorkerAnswer): VariantRun {
  if ('error' in answer) throw unpackError(answer.error);
  if (answer.record !== undefined) task.record?.merge(FleetRecord.unpack(answer.record));
  return pricedRun(task.variant, unpackObservations(answer.observations), answer);
}
