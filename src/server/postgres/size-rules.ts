import { maxWorkerProcesses, sharedBuffersBytes } from '../../compute/memory.js';
import type { RuleBook } from '../../compute/rule-book.js';
import { maxConnections } from '../../compute/size.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { StateView } from '../../platform/store/state.js';
import type { ServerSize } from '../../postgres/cluster/server-settings.js';
import type { ConnectableEndpoint } from '../../postgres/endpoint-directory.js';
import { parseSize } from '../../scenario/form/quantity.js';
import { effectiveDefault, MODEL } from '../../scenario/model/model-constants.js';

/** Minimum connection slots of the emulator: one that the monitor always holds, and some for copies and changes. */
const MIN_EMULATOR_SLOTS = 4;

/** The model's constants that determine the size of servers under a rule book. */
export interface SizeRules {
  /** RAM of one CU. */
  readonly memory_per_cu_bytes: number;
  /** Slots of `max_connections` that are reserved for the platform. */
  readonly reserved_connections: number;
}

export function sizeRules(book: RuleBook): SizeRules {
  return {
    memory_per_cu_bytes: parseSize(effectiveDefault(book, MODEL.memory_per_cu).default)!,
    reserved_connections: Number(effectiveDefault(book, MODEL.reserved_connections).default),
  };
}

export function connectionSlots(
  { autoscaling_limit_min_cu, autoscaling_limit_max_cu }: EndpointRecord,
  { memory_per_cu_bytes }: SizeRules,
): number {
  return maxConnections(autoscaling_limit_min_cu, autoscaling_limit_max_cu, memory_per_cu_bytes);
}

/**
 * The settings of a server for its endpoint's size. If the rules reserve too few slots for the emulator, more are added,
 * so that clients get all the slots of the size table.
 */
export function serverSize(endpoint: EndpointRecord, rules: SizeRules): ServerSize {
  const slots = connectionSlots(endpoint, rules);
  const kept = Math.max(MIN_EMULATOR_SLOTS, rules.reserved_connections);
  const max_cu = endpoint.autoscaling_limit_max_cu;
  return {
    max_connections: slots - rules.reserved_connections + kept,
    // The monitor already holds one of the reserved slots.
    reserved_connections: kept - 1,
    max_worker_processes: maxWorkerProcesses(max_cu),
    shared_buffers_bytes: sharedBuffersBytes(slots, max_cu),
  };
}

/** The connection limits of an endpoint; `undefined` if it or its project was deleted. */
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
