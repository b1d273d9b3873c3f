import { maxWorkerProcesses, sharedBuffersBytes } from '../../compute/memory.js';
import type { RuleBook } from '../../compute/rule-book.js';
import { maxConnections } from '../../compute/size.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { ServerSize } from '../../postgres/cluster/server-settings.js';
import { parseSize } from '../../scenario/form/quantity.js';
import { defaultUnder, MODEL } from '../../scenario/model/model-constants.js';

/** Slots that the emulator needs at least: the monitor's, which it always holds, and some for copies and changes. */
const OWN_SLOTS = 4;

/** The meaning of sizes for servers under a rule book: the model's constants. */
export interface SizeRules {
  /** RAM of one CU. */
  readonly memory_per_cu_bytes: number;
  /** Slots of `max_connections` that are kept for the platform. */
  readonly reserved_connections: number;
}

/** The figures of a rule book. */
export function sizeRules(book: RuleBook): SizeRules {
  return {
    memory_per_cu_bytes: parseSize(defaultUnder(book, MODEL.memory_per_cu).default)!,
    reserved_connections: Number(defaultUnder(book, MODEL.reserved_connections).default),
  };
}

/** Slots of an endpoint's server as the platform counts them. */
export function connectionSlots(
  { autoscaling_limit_min_cu, autoscaling_limit_max_cu }: EndpointRecord,
  { memory_per_cu_bytes }: SizeRules,
): number {
  return maxConnections(autoscaling_limit_min_cu, autoscaling_limit_max_cu, memory_per_cu_bytes);
}

/**
 * The settings of a server for its endpoint's size. If the rules reserve no or few slots for the platform, some are
 * added for the emulator's use, so that clients get all the slots of the size table.
 */
export function serverSize(endpoint: EndpointRecord, rules: SizeRules): ServerSize {
  const slots = connectionSlots(endpoint, rules);
  const kept = Math.max(OWN_SLOTS, rules.reserved_connections);
  const max_cu = endpoint.autoscaling_limit_max_cu;
  return {
    max_connections: slots - rules.reserved_connections + kept,
    // Slots that must stay free in addition to the one that the monitor holds.
    reserved_connections: kept - 1,
    max_worker_processes: maxWorkerProcesses(max_cu),
    shared_buffers_bytes: sharedBuffersBytes(slots, max_cu),
  };
}
