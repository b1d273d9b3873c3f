import { nearestName } from '../../kernel/nearest-name.js';
import type { Scenario } from '../../scenario/scenario.js';
import { ApplyRefused, type CreateBranchChange, type DeleteBranchChange } from './apply-plan.js';
import type { BranchComputes } from './branch-of-compute.js';
import type { ReportedBranch, ReportedProject } from './reported-project.js';

/** The branches of a scenario that a project does not have, as children of its default one. @throws ApplyRefused */
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
  // A negative limit means unlimited. What is deleted is deleted last.
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
 * The branches that a scenario does not name and that can be deleted, children first. The default branch and the root
 * stay, and so do protected ones and those that a branch which stays was made from.
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

/** The branches that a branch comes from, the nearest first. */
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

/** What should be known before branches are created or deleted; in words. */
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
