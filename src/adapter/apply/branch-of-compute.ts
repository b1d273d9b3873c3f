import { nearestName } from '../../kernel/nearest-name.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import { DEFAULT_BRANCH } from '../../scenario/sections/computes.js';
import { ApplyRefused } from './apply-plan.js';
import type { ReportedBranchName, ReportedProject } from './reported-project.js';

export interface BranchComputes {
  readonly branch: ReportedBranchName;
  readonly computes: readonly ComputeSpecification[];
}

/** Maximum number of branches listed in an error. */
const MAX_NAMED = 8;

/** Options for matching branches of a scenario with those of a project. */
export interface BranchChoice {
  /** Project branch for the scenario's default branch. */
  readonly named: string | undefined;
  /** Whether missing branches are created. */
  readonly create: boolean;
}

/**
 * Groups a scenario's computes by branch of the project. Branches match by name. The scenario's default branch
 * matches the given one, or the project's default. A branch that will be created has an empty id.
 * @throws ApplyRefused for missing branches that are not created
 */
export function computesByBranch(
  computes: readonly ComputeSpecification[],
  project: ReportedProject,
  { named, create }: BranchChoice,
): readonly BranchComputes[] {
  const byBranch = new Map<ReportedBranchName, ComputeSpecification[]>();
  const missing = new Map<string, ReportedBranchName>();
  for (const compute of computes) {
    const name = compute.branch === DEFAULT_BRANCH ? (named ?? compute.branch) : compute.branch;
    const known = branchNamed(name, project, named === undefined);
    const branch = known ?? missing.get(name) ?? { id: '', name, default: false };
    if (known === undefined) missing.set(name, branch);
    byBranch.set(branch, [...(byBranch.get(branch) ?? []), compute]);
  }
  if (missing.size > 0 && !create) {
    throw new ApplyRefused([...missing.keys()].map((name) => missingBranch(name, project)));
  }
  const groups = [...byBranch].map(([branch, own]) => ({ branch, computes: own }));
  const problems = groups.flatMap(secondPrimary);
  if (problems.length > 0) throw new ApplyRefused(problems);
  return groups;
}

/** Problem of a branch with several primaries: two branches of a scenario may match the same branch of the project. */
function secondPrimary({ branch, computes }: BranchComputes): readonly string[] {
  const primaries = computes.filter(({ type }) => type === 'read_write').map(({ name }) => `"${name}"`);
  if (primaries.length < 2) return [];
  return [
    `the computes ${primaries.join(' and ')} are all read_write on branch "${branch.name}" of the project, which can have one; give each a separate branch`,
  ];
}

function branchNamed(
  name: string,
  { branches }: ReportedProject,
  or_default: boolean,
): ReportedBranchName | undefined {
  const own = branches.find((branch) => branch.name === name);
  if (own !== undefined || name !== DEFAULT_BRANCH || !or_default) return own;
  return branches.find((branch) => branch.default);
}

function missingBranch(name: string, { id, branches }: ReportedProject): string {
  const names = branches.map((branch) => branch.name);
  const nearest = nearestName(name, names);
  const hint =
    nearest === undefined
      ? `it has ${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''}`
      : `did you mean "${nearest}"?`;
  return `project ${id} has no branch "${name}"; ${hint}; use --also create-branches to create it`;
}
