import { nearestName } from '../../kernel/nearest-name.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import { DEFAULT_BRANCH } from '../../scenario/sections/computes.js';
import { ApplyRefused } from './apply-plan.js';
import type { ReportedBranchName, ReportedProject } from './reported-project.js';

export interface BranchComputes {
  readonly branch: ReportedBranchName;
  readonly computes: readonly ComputeSpecification[];
}

/** Branches that an error lists. */
const MAX_NAMED = 8;

/** How the branches of a scenario are found in a project. */
export interface BranchChoice {
  /** The branch given for the scenario's default one. */
  readonly named: string | undefined;
  /** Whether branches that are not there are to be created. */
  readonly create: boolean;
}

/**
 * A scenario's computes by the branch of the project that they are on: the one of that name, and for the scenario's
 * default branch the one given, or else the project's default. A branch that is to be created has no id.
 * @throws ApplyRefused for branches that are not there and are not to be created
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

/** Two branches of a scenario may be the same one of the project. */
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
  return `project ${id} has no branch "${name}"; ${hint}; branches are not created here without --also create-branches`;
}
