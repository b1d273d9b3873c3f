import { effectiveSuspendTimeout } from '../compute/suspend-timeout.js';
import type { DueKind } from './due-queue.js';
import type { EndpointRecord } from './endpoint.js';
import { RECOVERY_MS } from './project.js';
import { quotaDueAt } from './quota.js';
import type { State } from './state.js';

/**
 * When an endpoint is suspended for inactivity, in ms since the epoch: its latest activity and the timeout
 * later; `undefined` while it is not simply active, or never suspends.
 */
export function suspendDueAt(endpoint: EndpointRecord): number | undefined {
  if (endpoint.current_state !== 'active' || endpoint.pending_state !== undefined) return undefined;
  const timeout_seconds = effectiveSuspendTimeout(endpoint.suspend_timeout_seconds);
  if (timeout_seconds === Number.POSITIVE_INFINITY) return undefined;
  return (endpoint.last_active_ms ?? endpoint.created_at_ms) + timeout_seconds * 1000;
}

/** When an event of a kind is due for the row with an id, in ms since the epoch; `undefined`: not at all. */
export function dueAt(state: State, kind: DueKind, id: string): number | undefined {
  switch (kind) {
    case 'operation':
      return state.get('operations', id)?.due_at_ms;
    case 'suspend': {
      const endpoint = state.get('endpoints', id);
      return endpoint === undefined ? undefined : suspendDueAt(endpoint);
    }
    case 'expire': {
      const branch = state.get('branches', id);
      if (branch?.expires_at_ms === undefined) return undefined;
      const deleted = state.get('projects', branch.project_id)?.deleted_at_ms !== undefined;
      return deleted ? undefined : branch.expires_at_ms;
    }
    case 'purge': {
      const deleted_at_ms = state.get('projects', id)?.deleted_at_ms;
      return deleted_at_ms === undefined ? undefined : deleted_at_ms + RECOVERY_MS;
    }
    case 'quota':
      return quotaDueAt(state, id);
  }
}
