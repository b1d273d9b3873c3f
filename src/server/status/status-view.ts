import { impliedSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { sum } from '../../kernel/sums.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { OperationRecord } from '../../platform/operations/operation.js';
import { timestamp, timestampOrNone } from '../../platform/resource/row.js';
import type { UseOverTime } from '../emulator/compute-use.js';
import type { Emulator } from '../emulator/emulator.js';
import { type ComputeChoice, chosenComputes, nameOfCompute } from './chosen-computes.js';
import type { ChosenComputes, ComputeStatus, CourseStatus, OperationStatus, Status } from './status.js';

/** The most computes the page lists; of more, a search finds the others. */
const MAX_COMPUTES = 500;

/** Calls that the page lists. */
const MAX_CALLS = 20;

/** The data of the status page: time, totals, the first of the chosen computes and the latest operations. */
export function statusView(emulator: Emulator, choice: ComputeChoice = {}): Status {
  const now_ms = emulator.now();
  const { board } = emulator;
  const chosen = chosenComputes(emulator, choice);
  return {
    now: timestamp(now_ms),
    speed: emulator.clock.speed,
    scenario: emulator.drive?.title,
    course: courseOf(emulator),
    projects: board.projects,
    computes_by_state: board.computes,
    operations_in_flight: board.operations_in_flight,
    since: timestamp(board.use.began_ms),
    chosen: chosenTotals(emulator, chosen, now_ms),
    computes: chosen.slice(0, MAX_COMPUTES).map((endpoint) => computeRow(emulator, endpoint, now_ms)),
    operations: board.recentOperations().map((operation) => operationRow(emulator, operation)),
    calls: emulator.requests
      .latest()
      .slice(-MAX_CALLS)
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

function courseOf({ drive }: Emulator): CourseStatus | undefined {
  const course = drive?.course?.();
  if (course === undefined) return undefined;
  const { ended, queries, ends_ms, events } = course;
  return {
    ended,
    queries,
    ends: timestamp(ends_ms),
    events: events.map(({ at_ms, ...event }) => ({ at: timestamp(at_ms), ...event })),
  };
}

/** Use of computes since the emulator began; deleted ones count if all are chosen. */
export function useOf(emulator: Emulator, chosen: readonly EndpointRecord[], now_ms: number): UseOverTime {
  const { board } = emulator;
  const { init = 0, active = 0, idle = 0 } = board.computes;
  const all = chosen.length === init + active + idle;
  return board.use.of(
    chosen.map(({ id }) => id),
    now_ms,
    all,
  );
}

function chosenTotals(emulator: Emulator, chosen: readonly EndpointRecord[], now_ms: number): ChosenComputes {
  return {
    count: chosen.length,
    current_cu: chosen.reduce((sum, { metered_from_ms, current_cu }) => {
      return metered_from_ms === undefined ? sum : sum + current_cu;
    }, 0),
    ...totalsOf(useOf(emulator, chosen, now_ms)),
  };
}

function totalsOf({ cu_seconds, cost_usd }: UseOverTime): Pick<ChosenComputes, 'cu_hours' | 'cost_usd'> {
  return { cu_hours: sum(cu_seconds) / HOUR_SECONDS, cost_usd: cost_usd && sum(cost_usd) };
}

function computeRow(emulator: Emulator, endpoint: EndpointRecord, now_ms: number): ComputeStatus {
  const { board } = emulator;
  return {
    id: endpoint.id,
    name: nameOfCompute(emulator, endpoint),
    project: board.projectName(endpoint.project_id),
    branch: board.branchName(endpoint.branch_id),
    type: endpoint.type,
    state: endpoint.current_state,
    pending_state: endpoint.pending_state,
    current_cu: endpoint.current_cu,
    autoscaling_limit_min_cu: endpoint.autoscaling_limit_min_cu,
    autoscaling_limit_max_cu: endpoint.autoscaling_limit_max_cu,
    suspend_timeout_seconds: impliedSuspendTimeout(endpoint, endpoint.suspend_timeout_seconds),
    disabled: endpoint.disabled,
    last_active: timestampOrNone(endpoint.last_active_ms),
    ...totalsOf(board.use.of([endpoint.id], now_ms, false)),
  };
}

function operationRow(emulator: Emulator, operation: OperationRecord): OperationStatus {
  const { board } = emulator;
  const { endpoint_id } = operation;
  const endpoint = endpoint_id === undefined ? undefined : board.endpoints.get(endpoint_id);
  return {
    action: operation.action,
    status: operation.status,
    project: board.projectName(operation.project_id),
    compute: endpoint && nameOfCompute(emulator, endpoint),
    endpoint_id,
    created_at: timestamp(operation.created_at_ms),
  };
}
