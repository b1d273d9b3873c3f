import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { OperationRecord } from '../../platform/operations/operation.js';
import type { LoggedRequest } from '../emulator/request-log.js';

/** How far a scenario has come. */
export interface Course {
  readonly ends: string;
  readonly ended: boolean;
  /** Queries that have arrived, and those of them that failed for good. */
  readonly queries: number;
  readonly failed: number;
  readonly open_connections: number;
  /** Over the queries completed so far; 0 before the first. */
  readonly latency_p50_seconds: number;
  readonly latency_p99_seconds: number;
  /** Decisions about computes. */
  readonly events: readonly Readonly<Record<'at' | 'compute' | 'what' | 'reason', string>>[];
}

/** The data of the status page, as `GET /_neap/state` returns them. Times are ISO 8601; lists begin with the latest. */
export interface Status {
  readonly now: string;
  /** Emulated seconds in a second of the wall clock. */
  readonly speed: number;
  /** Name of the scenario that is served, and how far it has come. */
  readonly scenario: string | undefined;
  readonly course: Course | undefined;
  /** Deleted ones that can be recovered included. */
  readonly projects: number;
  readonly computes_by_state: Readonly<Record<string, number>>;
  readonly operations_in_flight: number;
  /** Since when sizes and cost have been added up. */
  readonly since: string;
  /** Of the computes that were asked for; suspended ones count for no size. */
  readonly chosen: ComputeTotals & { readonly count: number };
  /** The first of those that were asked for, oldest first. */
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
  /** At list price, before what the plan includes and its minimum; `null` where a plan has no price. */
  readonly cost_usd: number | null;
}

/** A compute, with the names of its project and branch, and its name in the scenario or the name that it was given. */
export interface ComputeStatus
  extends ComputeTotals,
    ComputeSettings,
    Pick<EndpointRecord, 'id' | 'type' | 'pending_state' | 'disabled'> {
  readonly name: string | undefined;
  readonly project: string;
  readonly branch: string;
  readonly state: EndpointRecord['current_state'];
  readonly last_active: string | undefined;
  /** Where clients connect, as the API shows it. */
  readonly host: string;
}
