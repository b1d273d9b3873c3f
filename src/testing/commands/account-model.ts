import { effectiveSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';

/** What a compute must be like, as far as calls have decided it. */
export interface EndpointModel {
  readonly id: string;
  readonly branch_id: string;
  readonly type: 'read_write' | 'read_only';
  autoscaling_limit_min_cu: number;
  autoscaling_limit_max_cu: number;
  suspend_timeout_seconds: number;
  /** Whether the last call left it running. */
  runs: boolean;
  /** While it runs: between which moments it was last used, in ms of the adapter's time. */
  used_ms: readonly [earliest: number, latest: number];
}

/** What a branch must be like. */
export interface BranchModel {
  readonly id: string;
  readonly parent_id: string | undefined;
  readonly name: string;
}

/** A project with what belongs to it; the first branch is the default one. */
export interface ProjectModel {
  readonly id: string;
  name: string;
  readonly branches: BranchModel[];
  readonly endpoints: EndpointModel[];
}

/** The account as the calls so far must have made it: the simplest thing that tells what the API has to answer. */
export class AccountModel {
  readonly projects: ProjectModel[] = [];

  /** One of the projects, by any number. */
  project(pick: number): ProjectModel | undefined {
    return this.projects[pick % Math.max(1, this.projects.length)];
  }

  /** One of all computes, by any number, with its project. */
  endpoint(pick: number): readonly [ProjectModel, EndpointModel] | undefined {
    const all = this.projects.flatMap((project) =>
      project.endpoints.map((endpoint) => [project, endpoint] as const),
    );
    return all[pick % Math.max(1, all.length)];
  }

  /** One of all branches, by any number, with its project. */
  branch(pick: number): readonly [ProjectModel, BranchModel] | undefined {
    const all = this.projects.flatMap((project) =>
      project.branches.map((branch) => [project, branch] as const),
    );
    return all[pick % Math.max(1, all.length)];
  }
}

/**
 * The states that a compute may show at a moment: what its timeout has decided, or both while that is open.
 * @param slack_ms by which a suspension may come late
 */
export function statesAt(
  { runs, used_ms, suspend_timeout_seconds }: EndpointModel,
  now_ms: number,
  slack_ms: number,
): readonly ('active' | 'idle')[] {
  if (!runs) return ['idle'];
  const timeout_ms = effectiveSuspendTimeout(suspend_timeout_seconds) * 1000;
  const [earliest, latest] = used_ms;
  if (now_ms < earliest + timeout_ms) return ['active'];
  return now_ms > latest + timeout_ms + slack_ms ? ['idle'] : ['active', 'idle'];
}
