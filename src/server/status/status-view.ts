import { impliedSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { sum } from '../../kernel/sums.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import { type EndpointRecord, endpointHost } from '../../platform/endpoints/endpoint.js';
import type { OperationRecord } from '../../platform/operations/operation.js';
import { timestamp, timestampOrNone } from '../../platform/resource/row.js';
import type { UseOverTime } from '../emulator/compute-use.js';
import type { Emulator } from '../emulator/emulator.js';
import type { ComputeStatus, Status } from './status.js';

export interface ComputeChoice {
  /** Words that must all occur in a compute's name, id, project, branch or type, ignoring case. */
  readonly search?: string | undefined;
  readonly state?: EndpointRecord['current_state'] | undefined;
}

/** Maximum number of computes that the page lists; a search finds the others. */
const MAX_COMPUTES = 500;
/** Maximum number of operations and of calls that the page lists. */
const MAX_RECENT = 20;

/** The data of the status page: time, totals, the first of the selected computes and the latest operations. */
export function statusView(emulator: Emulator, choice: ComputeChoice = {}): Status {
  const now_ms = emulator.now();
  const { state } = emulator.platform;
  const chosen = chosenComputes(emulator, choice);
  const used = useOf(emulator, chosen, now_ms);
  return {
    now: timestamp(now_ms),
    speed: emulator.clock.speed,
    scenario: emulator.drive?.title,
    course: emulator.drive?.course?.(),
    projects: state.rows('projects').size,
    computes_by_state: emulator.computes,
    operations_in_flight: emulator.operations_in_flight,
    since: timestamp(emulator.use.began_ms),
    chosen: {
      count: chosen.length,
      current_cu: sum(chosen.map((each) => (each.metered_from_ms === undefined ? 0 : each.current_cu))),
      ...totalsOf({ cu_seconds: sum(used.cu_seconds), cost_usd: sum(used.cost_usd) }),
    },
    computes: chosen.slice(0, MAX_COMPUTES).map((endpoint) => computeRow(emulator, endpoint, now_ms)),
    operations: [...state.rows('operations').values()]
      .slice(-MAX_RECENT)
      .reverse()
      .map((operation) => operationRow(emulator, operation)),
    calls: emulator.requests
      .latest()
      .slice(-MAX_RECENT)
      .reverse()
      .map(({ at_ms, method, path, status, faulty }) => ({
        at: timestamp(at_ms),
        method,
        path,
        status,
        faulty,
      })),
  };
}

/** The selected computes, oldest first. */
export function chosenComputes(
  emulator: Emulator,
  { search = '', state }: ComputeChoice,
): readonly EndpointRecord[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return [...emulator.platform.state.rows('endpoints').values()].filter(
    (endpoint) =>
      (state === undefined || endpoint.current_state === state) && matches(emulator, endpoint, words),
  );
}

function matches(emulator: Emulator, endpoint: EndpointRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { id, type } = endpoint;
  const { project, branch } = namesOf(emulator, endpoint);
  const texts = [id, nameOfCompute(emulator, endpoint) ?? '', type, project, branch];
  return words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
}

/** A compute's name in the scenario, or its name in the API. */
export function nameOfCompute(emulator: Emulator, { id, name }: EndpointRecord): string | undefined {
  return emulator.drive?.computeName?.(id) ?? name;
}

/** The names of a project and a branch, or their ids if they were deleted. */
function namesOf({ platform }: Emulator, { project_id, branch_id = '' }: OperationRecord | EndpointRecord) {
  return {
    project: platform.state.get('projects', project_id)?.name ?? project_id,
    branch: platform.state.get('branches', branch_id)?.name ?? branch_id,
  };
}

/** Use of computes since the emulator began; includes deleted ones if all are selected. */
export function useOf(
  { platform, use }: Emulator,
  chosen: readonly EndpointRecord[],
  now_ms: number,
): UseOverTime {
  const all = chosen.length === platform.state.rows('endpoints').size;
  return use.of(all ? undefined : chosen.map(({ id }) => id), now_ms);
}

function totalsOf({ cu_seconds, cost_usd }: Readonly<Record<'cu_seconds' | 'cost_usd', number>>) {
  return { cu_hours: cu_seconds / HOUR_SECONDS, cost_usd: Number.isNaN(cost_usd) ? null : cost_usd };
}

function computeRow(emulator: Emulator, endpoint: EndpointRecord, now_ms: number): ComputeStatus {
  const { id, type, current_state, pending_state, current_cu, disabled, last_active_ms } = endpoint;
  return {
    id,
    name: nameOfCompute(emulator, endpoint),
    ...namesOf(emulator, endpoint),
    type,
    state: current_state,
    pending_state,
    current_cu,
    autoscaling_limit_min_cu: endpoint.autoscaling_limit_min_cu,
    autoscaling_limit_max_cu: endpoint.autoscaling_limit_max_cu,
    suspend_timeout_seconds: impliedSuspendTimeout(endpoint, endpoint.suspend_timeout_seconds),
    disabled,
    last_active: timestampOrNone(last_active_ms),
    host: endpointHost(endpoint),
    ...totalsOf(emulator.use.totals(id, now_ms)),
  };
}

function operationRow(emulator: Emulator, operation: OperationRecord) {
  const { action, status, endpoint_id = '' } = operation;
  const endpoint = emulator.platform.state.get('endpoints', endpoint_id);
  return {
    action,
    status,
    project: namesOf(emulator, operation).project,
    compute: endpoint && nameOfCompute(emulator, endpoint),
    endpoint_id: operation.endpoint_id,
    created_at: timestamp(operation.created_at_ms),
  };
}
