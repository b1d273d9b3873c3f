import type { StateView } from '../../platform/store/state.js';
import type { ConnectableEndpoint } from '../../postgres/endpoint-directory.js';
import { connectionSlots, type SizeRules } from './size-rules.js';

/** The clients that may connect to an endpoint; `undefined` if it, or its project, was deleted. */
export function connectableEndpoint(
  state: StateView,
  endpoint_id: string,
  sizes: SizeRules,
): ConnectableEndpoint | undefined {
  const endpoint = state.get('endpoints', endpoint_id);
  const project = state.get('projects', endpoint?.project_id ?? '');
  if (endpoint === undefined || project === undefined || project.deleted_at_ms !== undefined)
    return undefined;
  const { allowed_ips, block_public_connections = false } = project.settings;
  const { ips = [], protected_branches_only = false } = allowed_ips ?? {};
  const is_open = protected_branches_only && state.get('branches', endpoint.branch_id)?.protected !== true;
  return {
    endpoint_id,
    allowed_ips: is_open ? [] : ips,
    is_blocked: block_public_connections,
    max_connections: connectionSlots(endpoint, sizes),
  };
}
