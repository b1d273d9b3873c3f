import { removeBranch } from './branch-removal.js';
import type { DueEvent } from './due-queue.js';
import { carryOut, enter, hasOperations } from './endpoint-state.js';
import type { OperationRecord } from './operation.js';
import { afterOperation, planStart, planSuspend } from './operation-plan.js';
import { purgeProject } from './project-purge.js';
import { quotaProblem } from './quota.js';
import type { State } from './state.js';

/** How long operations are kept. Source: the platform's API schema ("older than 6 months may be deleted"). */
const OPERATION_HISTORY_MS = 184 * 86_400_000;

/** Performs what has come due, at its moment. */
export function performDue(state: State, event: DueEvent): void {
  switch (event.kind) {
    case 'operation':
      finishOperation(state, state.get('operations', event.id)!);
      break;
    case 'suspend': {
      const endpoint = state.get('endpoints', event.id)!;
      carryOut(state, endpoint, planSuspend(endpoint));
      break;
    }
    case 'quota':
      enforceQuota(state, event.id);
      break;
    case 'expire':
      removeBranch(state, state.get('branches', event.id)!, 'queued');
      break;
    case 'purge':
      purgeProject(state, event.id);
      break;
  }
}

function enforceQuota(state: State, project_id: string): void {
  const project = state.get('projects', project_id)!;
  if (quotaProblem(state, project) === undefined) return;
  for (const endpoint of state.meteredByProject.rows(project_id)) {
    if (endpoint.pending_state !== 'idle') carryOut(state, endpoint, planSuspend(endpoint));
  }
}

function finishOperation(state: State, operation: OperationRecord): void {
  state.put('operations', operation.id, {
    ...operation,
    status: 'finished',
    updated_at_ms: state.now_ms,
    due_at_ms: undefined,
  });
  takeEffect(state, operation);
  forgetOldest(state, operation.project_id);
  startNext(state, operation.project_id);
}

function takeEffect(state: State, operation: OperationRecord): void {
  const { action } = operation;
  if (action === 'create_timeline' || action === 'create_branch') {
    const branch = state.get('branches', operation.branch_id ?? '');
    if (branch === undefined) return;
    const now_ms = state.now_ms;
    state.put('branches', branch.id, {
      ...branch,
      current_state: 'ready',
      pending_state: undefined,
      state_changed_at_ms: now_ms,
      updated_at_ms: now_ms,
    });
    return;
  }
  // The endpoint may be gone by now: it was deleted, and this suspends what it left.
  const endpoint = state.get('endpoints', operation.endpoint_id ?? '');
  if (endpoint === undefined) return;
  enter(state, endpoint, afterOperation(endpoint, action, hasOperations(state, endpoint)));
}

/** Starts the next operation of a project, passing over those that have nothing left to do. */
function startNext(state: State, project_id: string): void {
  for (const operation of state.inFlightByProject.rows(project_id)) {
    const updated_at_ms = state.now_ms;
    if (!isMoot(state, operation)) {
      const due_at_ms = state.now_ms + operation.duration_ms;
      state.put('operations', operation.id, { ...operation, status: 'running', updated_at_ms, due_at_ms });
      return;
    }
    state.put('operations', operation.id, { ...operation, status: 'skipped', updated_at_ms });
    const endpoint = state.get('endpoints', operation.endpoint_id ?? '');
    if (endpoint !== undefined && !hasOperations(state, endpoint)) {
      enter(state, endpoint, { current_state: endpoint.current_state });
    }
  }
}

/** Whether a start has become pointless or forbidden while it waited. */
function isMoot(state: State, operation: OperationRecord): boolean {
  if (operation.action !== 'start_compute') return false;
  const endpoint = state.get('endpoints', operation.endpoint_id ?? '');
  const project = state.get('projects', operation.project_id);
  if (endpoint === undefined || project === undefined) return true;
  if (planStart(endpoint).actions.length === 0) return true;
  return endpoint.disabled || quotaProblem(state, project) !== undefined;
}

function forgetOldest(state: State, project_id: string): void {
  const oldest = state.operationsByProject.only(project_id);
  if (oldest !== undefined && oldest.updated_at_ms < state.now_ms - OPERATION_HISTORY_MS) {
    state.remove('operations', oldest.id);
  }
}
