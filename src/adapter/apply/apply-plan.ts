import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { EndpointState } from '../../compute/lifecycle/transition.js';
import type { EndpointType } from '../../platform/endpoints/endpoint.js';
import type { ReportedBranchName } from './reported-project.js';

/** A setting that differs, with its name in the API. */
export interface SettingDifference {
  readonly setting: keyof ComputeSettings;
  readonly before: number;
  readonly after: number;
}

/** Duration of an interruption or a start in the scenario's model. */
export interface ExpectedSpan {
  readonly median_ms: number;
  readonly p99_ms: number;
}

/**
 * The effect of a change on connected clients:
 *
 * - `restart`: the compute restarts at its minimum size with an empty cache; connections are dropped.
 * - `none`: the change is applied while the compute runs.
 * - `brief_activation`: no client is connected; the service may start the compute briefly to apply the change.
 * - `start`: a new compute starts immediately.
 * - `end`: connections are dropped, and the compute is deleted.
 */
export type Effect = 'restart' | 'none' | 'brief_activation' | 'start' | 'end';

interface ChangeCommon {
  readonly branch: ReportedBranchName;
  readonly type: EndpointType;
  readonly effect: Effect;
  /** Time during which clients cannot connect; absent if there is none. */
  readonly expected?: ExpectedSpan;
}

/** A compute of the scenario that the service does not have. */
export interface CreateChange extends ChangeCommon {
  readonly kind: 'create';
  /** Name in the scenario and of the endpoint. */
  readonly compute: string;
  readonly settings: ComputeSettings;
  readonly max_connections: number;
}

/** A compute whose settings differ on the service. */
export interface UpdateChange extends ChangeCommon {
  readonly kind: 'update';
  readonly compute: string;
  readonly endpoint_id: string;
  readonly current_state: EndpointState;
  readonly differences: readonly SettingDifference[];
  readonly max_connections: { readonly before: number; readonly after: number };
}

/** A compute that the scenario does not have. */
export interface DeleteChange extends ChangeCommon {
  readonly kind: 'delete';
  readonly endpoint_id: string;
  readonly name: string | undefined;
  readonly current_state: EndpointState;
}

export type ComputeChange = CreateChange | UpdateChange | DeleteChange;

/** A branch of the scenario that the service does not have; its computes are created after it. */
export interface CreateBranchChange {
  readonly kind: 'create_branch';
  /** Has an empty id until it is created. */
  readonly branch: ReportedBranchName;
  /** Parent branch, whose data the new branch starts with. */
  readonly parent: ReportedBranchName;
  readonly effect: 'none';
}

/** A branch that the scenario does not name. */
export interface DeleteBranchChange {
  readonly kind: 'delete_branch';
  readonly branch: ReportedBranchName;
  /** Number of computes that are deleted with it. */
  readonly computes: number;
  readonly effect: 'end';
}

export type PlannedChange = ComputeChange | CreateBranchChange | DeleteBranchChange;

/** A compute of the service that stays unchanged, and why. */
export interface LeftAlone {
  readonly endpoint_id: string;
  readonly name: string | undefined;
  readonly branch: string;
  readonly type: EndpointType;
  readonly reason: 'as_in_the_scenario' | 'not_in_the_scenario';
  /** Name in the scenario, if any. */
  readonly compute: string | undefined;
}

/** The calls, in order, that turn a project's branches and computes into a scenario's. */
export interface ApplyPlan {
  readonly project: { readonly id: string; readonly name: string; readonly plan: string | undefined };
  readonly changes: readonly PlannedChange[];
  readonly left_alone: readonly LeftAlone[];
  /** Number of computes on branches that are not in the scenario and are not deleted. */
  readonly elsewhere: number;
  /** Parts of the scenario that no call can set, and other notes, as text. */
  readonly notes: readonly string[];
}

/** The differences cannot be applied. Each problem says what to do. */
export class ApplyRefused extends Error {
  override readonly name = 'ApplyRefused';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
