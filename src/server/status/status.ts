import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { OperationRecord } from '../../platform/operations/operation.js';
import type { DriveCourse, DriveEvent } from '../emulator/drive-course.js';
import type { LoggedRequest } from '../emulator/request-log.js';

/** The data of the status page, as `GET /_neap/state` returns them. Times are ISO 8601. */
export interface Status {
  readonly now: string;
  /** Emulated seconds in a second of the wall clock. */
  readonly speed: number;
  /** Name of the scenario that is served. */
  readonly scenario: string | undefined;
  /** How far the scenario has come. */
  readonly course: CourseStatus | undefined;
  readonly projects: number;
  readonly computes_by_state: Readonly<Record<string, number>>;
  readonly operations_in_flight: number;
  /** Since when sizes and cost have been added up. */
  readonly since: string;
  /** Of the computes that were asked for. */
  readonly chosen: ChosenComputes;
  /** The first of those that were asked for. */
  readonly computes: readonly ComputeStatus[];
  /** The latest first. */
  readonly operations: readonly OperationStatus[];
  /** Calls of the management API, the latest first. */
  readonly calls: readonly CallStatus[];
}

/** How far a scenario has come. */
export interface CourseStatus extends Pick<DriveCourse, 'ended' | 'queries'> {
  readonly ends: string;
  /** The latest first. */
  readonly events: readonly (Omit<DriveEvent, 'at_ms'> & { readonly at: string })[];
}

/** A call of the management API. */
export interface CallStatus extends Pick<LoggedRequest, 'method' | 'path' | 'status' | 'faulty'> {
  readonly at: string;
}

/** Totals of the chosen computes. */
export interface ChosenComputes {
  readonly count: number;
  /** Their size now, suspended ones not counted. */
  readonly current_cu: number;
  readonly cu_hours: number;
  /** At list price, before what the plan includes and its minimum; `null` where a plan has no price. */
  readonly cost_usd: number | null;
}

/** A compute, with the names of its project and branch. */
export interface ComputeStatus
  extends Omit<ChosenComputes, 'count'>,
    ComputeSettings,
    Pick<EndpointRecord, 'id' | 'type' | 'pending_state' | 'disabled'> {
  /** Its name in the scenario, or the name that it was given. */
  readonly name: string | undefined;
  readonly project: string;
  readonly branch: string;
  readonly state: EndpointRecord['current_state'];
  readonly last_active: string | undefined;
}

/** An operation, with the names of its project and compute. */
export interface OperationStatus extends Pick<OperationRecord, 'action' | 'status' | 'endpoint_id'> {
  readonly project: string;
  readonly compute: string | undefined;
  readonly created_at: string;
}
