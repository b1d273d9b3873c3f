import { impliedSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import type { EndpointRecord } from '../../platform/rows/endpoint.js';
import type { OperationRecord } from '../../platform/rows/operation.js';
import { timestamp, timestampOrNone } from '../../platform/rows/timestamp.js';
import type { Emulator } from '../emulator/emulator.js';
import type { StatusBoard } from '../emulator/status-board.js';
import type { ComputeStatus, OperationStatus, Status } from './status.js';

/** The most computes the page lists. */
const MAX_COMPUTES = 200;

/** What the status page shows: time, totals, the first computes and the latest operations. */
export function statusView(emulator: Emulator): Status {
  const now_ms = emulator.now();
  const { board } = emulator;
  const computes: ComputeStatus[] = [];
  for (const endpoint of board.endpoints()) {
    if (computes.length === MAX_COMPUTES) break;
    computes.push(computeRow(board, endpoint));
  }
  return {
    now: timestamp(now_ms),
    speed: emulator.clock.speed,
    projects: board.projects,
    computes_by_state: board.computes,
    operations_in_flight: board.operations_in_flight,
    computes,
    operations: board.recentOperations().map((operation) => operationRow(board, operation)),
  };
}

function computeRow(board: StatusBoard, endpoint: EndpointRecord): ComputeStatus {
  return {
    id: endpoint.id,
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
  };
}

function operationRow(board: StatusBoard, operation: OperationRecord): OperationStatus {
  return {
    action: operation.action,
    status: operation.status,
    project: board.projectName(operation.project_id),
    endpoint_id: operation.endpoint_id,
    created_at: timestamp(operation.created_at_ms),
  };
}
