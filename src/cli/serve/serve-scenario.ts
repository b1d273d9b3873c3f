import { Belongings } from '../../adapter/observe/created-resources.js';
import { planObservation } from '../../adapter/observe/observation-plan.js';
import { setUp } from '../../adapter/observe/observe-scenario.js';
import { OperationWatch } from '../../adapter/observe/operation-watch.js';
import { SimulatedAdapter } from '../../adapter/simulated-adapter.js';
import { type FaultRequest, faultMessage } from '../../api/fault.js';
import { modelledPlatform, servedFaults } from '../../emulation/modelled-platform.js';
import { ScenarioDrive } from '../../emulation/scenario-drive.js';
import { FROM_ADDR } from '../../platform/checks/authentication.js';
import { loadScenario } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Emulator } from '../../server/emulator/emulator.js';
import type { FirstAccount } from '../../server/emulator/first-account.js';
import { warnIntervals } from '../shared/worlds.js';

/** A scenario that acts upon an emulator. */
export interface ServedScenario {
  readonly scenario: Scenario;
  readonly project_id: string;
  /** Emulated time at the scenario's time 0, in ms since the epoch. */
  readonly began_ms: number;
}

/** Reads a scenario file, including its settings of the platform. @throws ScenarioError, TraceError */
export async function scenarioToServe(file: string) {
  const scenario = await loadScenario(file);
  warnIntervals(scenario);
  return { scenario, platform: modelledPlatform(scenario) };
}

/** Interval between polls of the operations that create the project, in ms of emulated time. */
const LOOK_MS = 100;

/**
 * Creates a scenario's project, branches and computes on an emulator, and lets its load and events act upon them.
 * Emulated time advances by the few seconds that this takes on the platform; then it is the scenario's time 0.
 * @param account that owns the project
 */
export async function serveScenario(
  emulator: Emulator,
  scenario: Scenario,
  { api_key = '', org_id }: FirstAccount,
): Promise<ServedScenario> {
  const { platform } = emulator;
  const time = { now_ms: emulator.now() };
  const adapter = new SimulatedAdapter({ platform, api_key, time });
  const belongings = new Belongings();
  belongings.org_id = org_id;
  await setUp(
    adapter,
    {
      plan: planObservation(scenario),
      belongings,
      poll_seconds: LOOK_MS / 1000,
      project_name: scenario.name,
    },
    new OperationWatch(),
  );
  const began_ms = emulator.skip(Math.max(0, time.now_ms - emulator.clock.now_ms));
  const { project_id = '', endpoint_ids, branch_ids } = belongings;
  const root_id = branch_ids.get(scenario.computes[0]?.branch ?? '');
  if (root_id !== undefined && statesSize(scenario)) {
    platform.setLogicalSize(root_id, Math.round(scenario.data.logical_size_bytes), began_ms);
  }
  const caller = platform.authenticate(api_key, FROM_ADDR, began_ms);
  for (const fault of servedFaults(scenario)) emulator.faults.add(fault, began_ms);
  emulator.attach(
    new ScenarioDrive({
      platform,
      caller,
      project_id,
      endpoint_ids,
      scenario,
      began_ms,
      refusal: (call, now_ms) => faultRefusal(emulator.faults.takeForCall(call, now_ms)),
      log: emulator.log,
    }),
  );
  return { scenario, project_id, began_ms };
}

/** Why a call of the scenario is not made, in words; `undefined` if it is. */
function faultRefusal(fault: FaultRequest | undefined): string | undefined {
  if (fault?.answer === undefined || fault.carried_out === true) return undefined;
  return fault.answer === 'none' ? 'the connection failed' : faultMessage(fault.answer);
}

/** Whether the scenario specifies its data size; an estimate does not count. */
function statesSize({ data }: Scenario): boolean {
  return data.assumptions.some(
    ({ name, set_by }) => name === 'data.logical_size_bytes' && set_by === 'scenario',
  );
}
