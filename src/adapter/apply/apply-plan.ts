import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { EndpointState } from '../../compute/lifecycle/transition.js';
import type { EndpointType } from '../../platform/endpoints/endpoint.js';
import type { ReportedBranchName } from './reported-project.js';

/** A setting that differs, by the API's name. */
export interface SettingDifference {
  readonly setting: keyof ComputeSettings;
  readonly before: number;
  readonly after: number;
}

/** How long an interruption or a start takes by the scenario's model, in ms. */
export interface ExpectedSpan {
  readonly median_ms: number;
  readonly p99_ms: number;
}

/**
 * The effect of a change on connected clients:
 *
 * - `restart`: the compute stops and starts again; connections are dropped, the cache is empty, the size the minimum.
 * - `none`: it is applied while the compute runs.
 * - `brief_activation`: no client is connected; the service may start the compute for a moment to apply it.
 * - `start`: a compute that was not there starts at once.
 * - `end`: connections are dropped, and the compute is gone.
 */
export type Effect = 'restart' | 'none' | 'brief_activation' | 'start' | 'end';

interface ChangeCommon {
  readonly branch: ReportedBranchName;
  readonly type: EndpointType;
  readonly effect: Effect;
  /** How long it cannot be connected to; absent if it always can. */
  readonly expected?: ExpectedSpan;
}

/** A compute of the scenario that the service does not have. */
export interface CreateChange extends ChangeCommon {
  readonly kind: 'create';
  /** Its name in the scenario, and as an endpoint. */
  readonly compute: string;
  readonly settings: ComputeSettings;
  readonly max_connections: number;
}

/** A compute that the service has with other settings. */
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
  /** Without an id until it is created. */
  readonly branch: ReportedBranchName;
  /** Whose data it begins with. */
  readonly parent: ReportedBranchName;
  readonly effect: 'none';
}

/** A branch that the scenario does not name. */
export interface DeleteBranchChange {
  readonly kind: 'delete_branch';
  readonly branch: ReportedBranchName;
  /** How many computes go with it. */
  readonly computes: number;
  readonly effect: 'end';
}

export type PlannedChange = ComputeChange | CreateBranchChange | DeleteBranchChange;

/** A compute of the service that is not touched, and why. */
export interface LeftAlone {
  readonly endpoint_id: string;
  readonly name: string | undefined;
  readonly branch: string;
  readonly type: EndpointType;
  readonly reason: 'as_in_the_scenario' | 'not_in_the_scenario';
  /** Its name in the scenario, if it has one. */
  readonly compute: string | undefined;
}

/** The differences between a scenario's computes and a project's, with their branches, as calls in order. */
export interface ApplyPlan {
  readonly project: { readonly id: string; readonly name: string; readonly plan: string | undefined };
  readonly changes: readonly PlannedChange[];
  readonly left_alone: readonly LeftAlone[];
  /** How many computes are on branches that the scenario does not name, and that stay. */
  readonly elsewhere: number;
  /** Parts of the scenario that no call can set, and other remarks; in words. */
  readonly notes: readonly string[];
}

/** The difference cannot be applied: each problem in words that say what to do. */
export class ApplyRefused extends Error {
  override readonly name = 'ApplyRefused';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
