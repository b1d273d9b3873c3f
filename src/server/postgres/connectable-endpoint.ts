import type { ConnectableEndpoint } from '../../postgres/endpoint-directory.js';
import type { PlatformMirror } from './platform-mirror.js';
import { connectionSlots, type SizeRules } from './size-rules.js';

/** The clients that may connect to an endpoint; `undefined` if it, or its project, was deleted. */
export function connectableEndpoint(
  { endpoints, projects, branches }: PlatformMirror,
  endpoint_id: string,
  sizes: SizeRules,
): ConnectableEndpoint | undefined {
  const endpoint = endpoints.get(endpoint_id);
  const project = projects.get(endpoint?.project_id ?? '');
  if (endpoint === undefined || project === undefined || project.deleted_at_ms !== undefined)
    return undefined;
  const { allowed_ips, block_public_connections = false } = project.settings;
  const { ips = [], protected_branches_only = false } = allowed_ips ?? {};
  const is_open = protected_branches_only && branches.get(endpoint.branch_id)?.protected !== true;
  return {
    endpoint_id,
    allowed_ips: is_open ? [] : ips,
    is_blocked: block_public_connections,
    max_connections: connectionSlots(endpoint, sizes),
  };
}
