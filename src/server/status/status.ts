import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { OperationRecord } from '../../platform/operations/operation.js';
import type { LoggedRequest } from '../emulator/request-log.js';

/** The progress of a scenario. */
export interface Course {
  readonly ends: string;
  readonly ended: boolean;
  /** Queries that have arrived, and those that failed permanently. */
  readonly queries: number;
  readonly failed: number;
  readonly open_connections: number;
  /** Over the completed queries; 0 before the first. */
  readonly latency_p50_seconds: number;
  readonly latency_p99_seconds: number;
  /** Decisions about computes. */
  readonly events: readonly Readonly<Record<'at' | 'compute' | 'what' | 'reason', string>>[];
}

/** The data of the status page, as `GET /_neap/state` returns them. Times are ISO 8601; lists begin with the latest. */
export interface Status {
  readonly now: string;
  /** Emulated seconds per second. */
  readonly speed: number;
  /** Name of the served scenario, and its progress. */
  readonly scenario: string | undefined;
  readonly course: Course | undefined;
  /** Includes deleted ones that can be recovered. */
  readonly projects: number;
  readonly computes_by_state: Readonly<Record<string, number>>;
  readonly operations_in_flight: number;
  /** Start of the recording of sizes and cost. */
  readonly since: string;
  /** Totals of the selected computes; suspended ones have size 0. */
  readonly chosen: ComputeTotals & { readonly count: number };
  /** The first of the selected computes, oldest first. */
  readonly computes: readonly ComputeStatus[];
  readonly operations: readonly (Pick<OperationRecord, 'action' | 'status' | 'endpoint_id'> & {
    readonly project: string;
    readonly compute: string | undefined;
    readonly created_at: string;
  })[];
  /** Calls of the management API. */
  readonly calls: readonly (Pick<LoggedRequest, 'method' | 'path' | 'status' | 'faulty'> & {
    readonly at: string;
  })[];
}

interface ComputeTotals {
  readonly current_cu: number;
  readonly cu_hours: number;
  /** At list price, before the plan's included usage and minimum; `null` if a plan has no price. */
  readonly cost_usd: number | null;
}

/** A compute, with the names of its project and branch, and its name in the scenario or in the API. */
export interface ComputeStatus
  extends ComputeTotals,
    ComputeSettings,
    Pick<EndpointRecord, 'id' | 'type' | 'pending_state' | 'disabled'> {
  readonly name: string | undefined;
  readonly project: string;
  readonly branch: string;
  readonly state: EndpointRecord['current_state'];
  readonly last_active: string | undefined;
  /** The host that clients connect to, as the API shows it. */
  readonly host: string;
}
