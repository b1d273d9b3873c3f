import { lockProblem } from '../../compute/lifecycle/running-operations.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { drawBytes, fractionOf, uuid } from '../store/draws.js';
import type { State } from '../store/state.js';
import { type Operation, type OperationAction, type OperationRecord, operationView } from './operation.js';

/** An operation to schedule: the action and its object. */
export interface Step {
  readonly action: OperationAction;
  readonly branch_id: string;
  readonly endpoint_id?: string | undefined;
}

/** Whether operations of a project are in flight. */
export function isLocked(state: State, project_id: string): boolean {
  return state.inFlightByProject.size(project_id) > 0;
}

/**
 * Refuses a call while operations of the project are in flight.
 * @throws PlatformError `locked`, with the platform's text
 */
export function requireUnlocked(state: State, project_id: string): void {
  const problem = lockProblem(state.inFlightByProject.size(project_id));
  if (problem !== undefined) throw new PlatformError('locked', problem);
}

/**
 * Schedules the operations of a call: the first runs, the others follow. A call without operations is never
 * refused. @throws PlatformError `locked`
 */
export function schedule(state: State, project_id: string, steps: readonly Step[]): readonly Operation[] {
  if (steps.length === 0) return [];
  requireUnlocked(state, project_id);
  return enqueue(state, project_id, steps).map(operationView);
}

/** Queues operations started by the platform behind those in flight. */
export function enqueue(
  state: State,
  project_id: string,
  steps: readonly Step[],
): readonly OperationRecord[] {
  return steps.map((step) => {
    const id = uuid(state.draw('operation'));
    const runs = !isLocked(state, project_id);
    const duration_ms = durationOf(state, step.action, id);
    const fate = state.rules.fate?.(step.action, state.now_ms);
    const status = 'scheduling';
    const operation = state.create('operations', id, { project_id, ...step, status, duration_ms, fate });
    return runs ? run(state, operation) : operation;
  });
}

/** Starts an operation: it ends after its duration, or when it is released. @returns the stored row */
export function run(state: State, operation: OperationRecord): OperationRecord {
  return state.change('operations', operation, {
    status: 'running',
    due_at_ms: operation.fate === 'sticks' ? undefined : state.now_ms + operation.duration_ms,
  });
}

/** Ends a stuck operation. @throws PlatformError `not_found`, `conflict` if it is not stuck */
export function release(state: State, operation_id: string): Operation {
  const operation = state.get('operations', operation_id);
  if (operation === undefined) throw notFound('operation');
  if (operation.fate !== 'sticks') throw new PlatformError('conflict', 'the operation is not stuck');
  const released = { ...operation, fate: undefined };
  state.put('operations', operation_id, released);
  if (operation.status !== 'running') return operationView(released);
  const due_at_ms = state.now_ms;
  const ending = { ...released, due_at_ms, duration_ms: due_at_ms - operation.updated_at_ms };
  state.put('operations', operation_id, ending);
  return operationView(ending);
}

export function endpointSteps(
  endpoint: { readonly id: string; readonly branch_id: string },
  actions: readonly OperationAction[],
): readonly Step[] {
  return actions.map((action) => ({ action, branch_id: endpoint.branch_id, endpoint_id: endpoint.id }));
}

function durationOf(state: State, action: OperationAction, operation_id: string): number {
  const duration = state.rules.operation_duration_ms[action];
  if (typeof duration === 'number') return duration;
  const fraction = fractionOf(drawBytes(state.seed, 'duration', operation_id));
  if (typeof duration === 'function') return Math.round(duration(fraction));
  return Math.round(duration.min_ms + (duration.max_ms - duration.min_ms) * fraction);
}

/** Extends a running operation to a due time (ms since the epoch), if that is later than the current one. */
export function extendOperation(state: State, operation_id: string, due_at_ms: number): void {
  const operation = state.get('operations', operation_id);
  if (operation?.due_at_ms === undefined || operation.due_at_ms >= due_at_ms) return;
  const duration_ms = operation.duration_ms + due_at_ms - operation.due_at_ms;
  state.put('operations', operation_id, { ...operation, due_at_ms, duration_ms });
}
