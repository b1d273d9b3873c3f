import { idleTimeout, suspendDueAt } from '../../compute/lifecycle/suspend-timeout.js';
import { afterOperation, onSuspend } from '../../compute/lifecycle/transition.js';
import { removeBranch } from '../branches/removal.js';
import { quotaDueAt, quotaProblem } from '../consumption/quota.js';
import type { EndpointRecord } from '../endpoints/endpoint.js';
import { enqueueTransition, hasOperations, setStates } from '../endpoints/lifecycle.js';
import type { OperationRecord } from '../operations/operation.js';
import { run } from '../operations/scheduling.js';
import { purgeProject } from '../projects/calls.js';
import { RECOVERY_MS } from '../projects/project.js';
import type { State } from '../store/state.js';
import type { DataTable } from '../store/tables.js';

/** Delay before the platform retries a failed suspension; the platform has not published it. */
const RETRY_MS = 60_000;

/**
 * Time at which an endpoint is suspended for inactivity, in ms since the epoch: its timeout after the latest activity,
 * or the retry of a failed attempt. `undefined` if it is not active, is in transition, or never suspends.
 */
export function endpointSuspendDueAt(endpoint: EndpointRecord): number | undefined {
  if (endpoint.current_state !== 'active' || endpoint.pending_state !== undefined) return undefined;
  const idle_since_ms = endpoint.last_active_ms ?? endpoint.created_at_ms;
  const due_ms = suspendDueAt(idle_since_ms, idleTimeout(endpoint) * 1000);
  return due_ms === Number.POSITIVE_INFINITY ? undefined : Math.max(due_ms, endpoint.retry_at_ms ?? 0);
}

interface Due {
  /** The table of the affected rows. */
  readonly table: DataTable;
  /** In ms since the epoch; `undefined`: never. */
  readonly at: (state: State, id: string) => number | undefined;
  readonly perform: (state: State, id: string) => void;
}

/**
 * The events that can come due. At equal times they run in this order: operations finish first, so that a suspension
 * sees their results.
 */
export const DUE = {
  operation: {
    table: 'operations',
    at: (state, id) => state.get('operations', id)?.due_at_ms,
    perform: (state, id) => finishOperation(state, state.get('operations', id)!),
  },
  quota: { table: 'projects', at: quotaDueAt, perform: enforceQuota },
  suspend: {
    table: 'endpoints',
    at(state, id) {
      const endpoint = state.get('endpoints', id);
      return endpoint && endpointSuspendDueAt(endpoint);
    },
    perform(state, id) {
      const endpoint = state.get('endpoints', id)!;
      enqueueTransition(state, endpoint, onSuspend(endpoint));
    },
  },
  expire: {
    table: 'branches',
    at(state, id) {
      const branch = state.get('branches', id);
      if (branch?.expires_at_ms === undefined) return undefined;
      const deleted = state.get('projects', branch.project_id)!.deleted_at_ms !== undefined;
      return deleted ? undefined : branch.expires_at_ms;
    },
    perform: (state, id) => void removeBranch(state, state.get('branches', id)!, 'queued'),
  },
  purge: {
    table: 'projects',
    at(state, id) {
      const deleted_at_ms = state.get('projects', id)?.deleted_at_ms;
      return deleted_at_ms === undefined ? undefined : deleted_at_ms + RECOVERY_MS;
    },
    perform: purgeProject,
  },
  forget: {
    table: 'snapshots',
    at: (state, id) => state.get('snapshots', id)?.expires_at_ms,
    perform: (state, id) => state.remove('snapshots', id),
  },
} satisfies Record<string, Due>;

export type DueKind = keyof typeof DUE;

/** Retention of operations. Source: the platform's API schema ("older than 6 months may be deleted"). */
export const OPERATION_HISTORY_MS = 184 * 86_400_000;

function enforceQuota(state: State, project_id: string): void {
  const project = state.get('projects', project_id)!;
  if (quotaProblem(state, project) === undefined) return;
  for (const endpoint of state.meteredByProject.rows(project_id)) {
    if (endpoint.pending_state !== 'idle') enqueueTransition(state, endpoint, onSuspend(endpoint));
  }
}

function finishOperation(state: State, operation: OperationRecord): void {
  const fails = operation.fate === 'fails';
  state.change('operations', operation, {
    status: fails ? 'failed' : 'finished',
    due_at_ms: undefined,
    fate: undefined,
  });
  applyOutcome(state, operation, fails);
  removeOldestOperation(state, operation.project_id);
  startNext(state, operation.project_id);
}

/** Makes a running operation fail with an error when it is due, and marks a finished one as failed. */
export function failOperation(state: State, operation_id: string, error: string): void {
  const operation = state.get('operations', operation_id);
  if (operation?.status === 'running') {
    state.put('operations', operation_id, { ...operation, fate: 'fails', error });
  } else if (operation?.status === 'finished') {
    applyOutcome(state, state.change('operations', operation, { status: 'failed', error }), true);
  }
}

/** The endpoint of an operation; `undefined` if it was deleted before it was suspended. */
function endpointOf(state: State, { endpoint_id = '' }: OperationRecord): EndpointRecord | undefined {
  return state.get('endpoints', endpoint_id);
}

/** Applies an operation. A failed one changes nothing, except that it clears pending states without an operation. */
function applyOutcome(state: State, operation: OperationRecord, fails: boolean): void {
  const { action, branch_id = '' } = operation;
  const now_ms = state.now_ms;
  if (action === 'create_timeline' || action === 'create_branch') {
    const branch = state.get('branches', branch_id);
    if (branch === undefined) return;
    const ready = { current_state: 'ready', state_changed_at_ms: now_ms, updated_at_ms: now_ms } as const;
    state.put('branches', branch.id, { ...branch, pending_state: undefined, ...(fails ? {} : ready) });
    return;
  }
  const endpoint = endpointOf(state, operation);
  if (endpoint === undefined) return;
  const more = hasOperations(state, endpoint);
  if (!fails) {
    setStates(state, endpoint, afterOperation(endpoint, action, more));
    return;
  }
  // A compute whose start or server failed is not running.
  const stays = more || (endpoint.current_state === 'active' && operation.error === undefined);
  const current_state = stays ? endpoint.current_state : 'idle';
  const retry_at_ms = action === 'suspend_compute' ? now_ms + RETRY_MS : endpoint.retry_at_ms;
  const pending_state = more ? endpoint.pending_state : undefined;
  setStates(state, { ...endpoint, retry_at_ms }, { current_state, pending_state });
}

/** Starts the next operation of a project, skipping those that are obsolete. */
function startNext(state: State, project_id: string): void {
  for (const operation of state.inFlightByProject.rows(project_id)) {
    if (!isObsolete(state, operation)) {
      run(state, operation);
      return;
    }
    state.change('operations', operation, { status: 'skipped' });
    const endpoint = endpointOf(state, operation);
    if (endpoint !== undefined && !hasOperations(state, endpoint)) {
      setStates(state, endpoint, { current_state: endpoint.current_state });
    }
  }
}

/** Whether a start has become unnecessary or forbidden while it waited. */
function isObsolete(state: State, operation: OperationRecord): boolean {
  if (operation.action !== 'start_compute') return false;
  const endpoint = endpointOf(state, operation);
  const project = state.get('projects', operation.project_id)!;
  if (endpoint === undefined) return true;
  return (
    endpoint.current_state === 'active' || endpoint.disabled || quotaProblem(state, project) !== undefined
  );
}

/**
 * Maximum stored operations per project and in total, which bound the memory of an emulator that runs for months. The
 * total never leaves a project less than one page of its list.
 */
export const MAX_OPERATIONS = { per_project: 20_000, total: 50_000, min_per_project: 1_000 } as const;

function removeOldestOperation(state: State, project_id: string): void {
  // There is at least the operation that has just ended; those in flight are newer.
  const oldest = state.operationsByProject.only(project_id)!;
  const is_old = oldest.updated_at_ms < state.now_ms - OPERATION_HISTORY_MS;
  const count = state.operationsByProject.size(project_id);
  const { per_project, total, min_per_project } = MAX_OPERATIONS;
  const too_many = count > per_project || (state.rows('operations').size > total && count > min_per_project);
  if (is_old || too_many) {
    state.remove('operations', oldest.id);
  }
}
