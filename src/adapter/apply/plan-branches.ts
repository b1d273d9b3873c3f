import { nearestName } from '../../kernel/nearest-name.js';
import type { Scenario } from '../../scenario/scenario.js';
import { ApplyRefused, type CreateBranchChange, type DeleteBranchChange } from './apply-plan.js';
import type { BranchComputes } from './branch-of-compute.js';
import type { ReportedBranch, ReportedProject } from './reported-project.js';

/** Plans the scenario's missing branches as children of the project's default branch. @throws ApplyRefused */
export function branchesToCreate(
  groups: readonly BranchComputes[],
  { id, branches, branches_limit: most = -1 }: ReportedProject,
): readonly CreateBranchChange[] {
  const missing = groups.filter(({ branch }) => branch.id === '');
  if (missing.length === 0) return [];
  const parent = branches.find((branch) => branch.default);
  if (parent === undefined) {
    throw new ApplyRefused([`project ${id} has no default branch to create others from`]);
  }
  // A negative limit means unlimited. Deletions come last, so they do not make room.
  if (most >= 0 && branches.length + missing.length > most) {
    const names = missing.map(({ branch }) => branch.name).join(', ');
    throw new ApplyRefused([
      `project ${id} has ${branches.length} of the ${most} branches that its plan allows, and ${names} would be more; delete others first`,
    ]);
  }
  const from = { id: parent.id, name: parent.name, default: true };
  return missing.map(({ branch }) => ({ kind: 'create_branch', branch, parent: from, effect: 'none' }));
}

/**
 * Plans the deletion of branches that are not in the scenario, children first. The default, root and protected
 * branches stay, and so do the ancestors of every branch that stays.
 */
export function branchesToDelete(
  groups: readonly BranchComputes[],
  { branches, endpoints }: ReportedProject,
): readonly DeleteBranchChange[] {
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const staying = new Set(groups.map(({ branch }) => branch.id));
  for (const branch of branches) {
    if (branch.default || branch.protected || branch.is_root) staying.add(branch.id);
  }
  for (const id of [...staying]) for (const ancestor of ancestorsOf(byId, id)) staying.add(ancestor.id);
  return branches
    .filter(({ id }) => !staying.has(id))
    .toSorted((first, second) => ancestorsOf(byId, second.id).length - ancestorsOf(byId, first.id).length)
    .map(({ id, name, default: is_default }) => ({
      kind: 'delete_branch',
      branch: { id, name, default: is_default },
      computes: endpoints.filter(({ branch_id }) => branch_id === id).length,
      effect: 'end',
    }));
}

/** Ancestors of a branch, the parent first. */
function ancestorsOf(byId: ReadonlyMap<string, ReportedBranch>, id: string): readonly ReportedBranch[] {
  const found: ReportedBranch[] = [];
  for (
    let parent = byId.get(byId.get(id)?.parent_id ?? '');
    parent !== undefined && !found.includes(parent);
    parent = byId.get(parent.parent_id ?? '')
  ) {
    found.push(parent);
  }
  return found;
}

/** Notes to show before branches are created or deleted. */
export function branchNotes(
  { previews }: Scenario,
  { branches }: ReportedProject,
  created: readonly CreateBranchChange[],
  deleted: readonly DeleteBranchChange[],
): readonly string[] {
  const notes = created.flatMap(({ branch }) => {
    const near = nearestName(
      branch.name,
      branches.map(({ name }) => name),
    );
    return near === undefined ? [] : [`branch "${branch.name}" is new; the project has "${near}"`];
  });
  if (previews === undefined || deleted.length === 0) return notes;
  return [
    ...notes,
    'the scenario has previews, which come and go without a name in it: those that exist now are deleted too',
  ];
}
