import { effectiveSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';

/** The expected state of a compute, as far as calls have decided it. */
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

/** The expected state of a branch. */
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

/** The expected account after the calls so far: the simplest model that determines the API's answers. */
export class AccountModel {
  readonly projects: ProjectModel[] = [];

  /** One of the projects, by any number. */
  project(pick: number): ProjectModel | undefined {
    return this.projects[pick % Math.max(1, this.projects.length)];
  }

  /** One of all computes, by any number, with its project. */
  endpoint(pick: number): readonly [ProjectModel, EndpointModel] | undefined {
    return partOf(this.projects, pick, ({ endpoints }) => endpoints);
  }

  /** One of all branches, by any number, with its project. */
  branch(pick: number): readonly [ProjectModel, BranchModel] | undefined {
    return partOf(this.projects, pick, ({ branches }) => branches);
  }
}

function partOf<Part>(
  projects: readonly ProjectModel[],
  pick: number,
  partsOf: (project: ProjectModel) => readonly Part[],
) {
  const all = projects.flatMap((project) => partsOf(project).map((part) => [project, part] as const));
  return all[pick % Math.max(1, all.length)];
}

/**
 * The states that a compute may show at a moment: what its timeout has decided, or both while that is open.
 * @param slack_ms how late a suspension may come
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
