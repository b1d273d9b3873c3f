import { effectiveSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';

/** The expected state of a compute, if calls have determined it. */
export interface EndpointModel {
  readonly id: string;
  readonly branch_id: string;
  readonly type: 'read_write' | 'read_only';
  autoscaling_limit_min_cu: number;
  autoscaling_limit_max_cu: number;
  suspend_timeout_seconds: number;
  /** Whether the last call left it running. */
  runs: boolean;
  /** While it runs: bounds on the time of its last use, in ms of the adapter's time. */
  used_ms: readonly [earliest: number, latest: number];
}

/** The expected state of a branch. */
export interface BranchModel {
  readonly id: string;
  readonly parent_id: string | undefined;
  readonly name: string;
}

/** A project with its branches and computes; the first branch is the default one. */
export interface ProjectModel {
  readonly id: string;
  name: string;
  readonly branches: BranchModel[];
  readonly endpoints: EndpointModel[];
}

/** The expected account after the calls so far: the simplest model that determines the API's answers. */
export class AccountModel {
  readonly projects: ProjectModel[] = [];

  /** A project selected by any number. */
  project(pick: number): ProjectModel | undefined {
    return this.projects[pick % Math.max(1, this.projects.length)];
  }

  /** A compute of any project, selected by any number, with its project. */
  endpoint(pick: number): readonly [ProjectModel, EndpointModel] | undefined {
    return partOf(this.projects, pick, ({ endpoints }) => endpoints);
  }

  /** A branch of any project, selected by any number, with its project. */
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
 * The states that a compute may report at a moment: the one that its timeout determines, or both if it determines none.
 * @param slack_ms maximum delay of a suspension
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
