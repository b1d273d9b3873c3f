import { Piscina } from 'piscina';
import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import { markIn } from '../../files/foreign-code.js';
import { keepLatest } from '../../kernel/get-or-create.js';
import type { Scenario } from '../../scenario/scenario.js';
import { FleetRecord, type PackedFleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { AskedRun } from './asked-run.js';
import { type PackedError, packError } from './error-transfer.js';
import { type PackedObservations, packObservations } from './observations-transfer.js';
import { SLOT, SLOT_MARKS } from './run-slot.js';
import { runVariant } from './variant.js';
import type { WeekdayUse } from './weekday-use.js';

/** The request to a worker thread. */
export interface WorkerTask extends AskedRun {
  /** The same for tasks of one scenario, whose tables are then reused. */
  readonly scenario_number: number;
  /** The slot of the shared array for the thread's progress. */
  readonly slot: number;
}

/** Its answer. Errors are answers, too: thrown ones would lose their class in transit. */
export type WorkerAnswer =
  | {
      readonly observations: PackedObservations;
      readonly weekday_use: WeekdayUse | undefined;
      readonly record: PackedFleetRecord | undefined;
    }
  | { readonly error: PackedError };

/** Few are enough: tasks of one variant arrive together. */
const MAX_SCENARIOS = 2;
const scenarios = new Map<number, Scenario>();

async function keptScenario(received: Scenario, number: number): Promise<Scenario> {
  const known = scenarios.get(number);
  if (known === undefined && hasOwnPolicy(received)) {
    // Loaded only if needed: the reader of policies is half of a thread's code.
    const { loadPolicies } = await import('../../scenario/policy/load-policies.js');
    await loadPolicies(received.computes);
  }
  const scenario = known ?? received;
  keepLatest(scenarios, number, scenario, MAX_SCENARIOS);
  return scenario;
}

export default async function work({
  scenario: received,
  scenario_number,
  recorded,
  slot,
  ...options
}: WorkerTask): Promise<WorkerAnswer> {
  const shared = new Float64Array(Piscina.workerData as SharedArrayBuffer);
  try {
    shared[SLOT * slot] = 1;
    if (slot >= 0) markIn(shared.subarray(SLOT * slot + SLOT_MARKS, SLOT * (slot + 1)));
    const scenario = await keptScenario(received, scenario_number);
    const record = recorded ? new FleetRecord() : undefined;
    const { observations, weekday_use } = await runVariant(
      { name: scenario.name, scenario },
      {
        ...options,
        ...(record && { observer: record }),
        progress({ now_seconds, arrived }) {
          shared[SLOT * slot + 1] = now_seconds / scenario.duration_seconds;
          shared[SLOT * slot + 2] = arrived;
        },
      },
    );
    return { observations: packObservations(observations), weekday_use, record: record?.pack() };
  } catch (error) {
    return { error: packError(error) };
  }
}
