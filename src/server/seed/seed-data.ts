import { z } from 'zod';
import { CONTRACT } from '../../api/contract.js';
import { BRANCH_CREATE } from '../../platform/branches/branch.js';
import type { PersonalCaller } from '../../platform/checks/caller.js';
import { PlatformError } from '../../platform/checks/platform-error.js';
import { ENDPOINT_CREATE } from '../../platform/endpoints/endpoint.js';
import { PROJECT_CREATE } from '../../platform/projects/project.js';
import { strictSchema } from '../../platform/resource/schema.js';
import { FAULT, setFault } from '../control/fault-routes.js';
import type { Emulator } from '../emulator/emulator.js';
import type { FirstAccount } from '../emulator/first-account.js';
import { ApiError } from '../http/api-error.js';

const ENDPOINT = ENDPOINT_CREATE.shape.endpoint.omit({ branch_id: true, region_id: true });
const BRANCH = BRANCH_CREATE.shape.branch
  .unwrap()
  .omit({ parent_id: true })
  .extend({
    /** By name; the default branch by default. */
    parent: z.string().optional(),
    endpoints: z.array(ENDPOINT).optional(),
    roles: z.array(z.string()).optional(),
    databases: z.array(z.object({ name: z.string(), owner_name: z.string() })).optional(),
    logical_size_bytes: z.int().min(0).optional(),
  });
const PROJECT = PROJECT_CREATE.shape.project.omit({ org_id: true, branch: true }).extend({
  /** Name of its organization; that of the first user's sign-up by default. */
  organization: z.string().optional(),
  /** The default branch first, then others in the order of their creation. */
  branches: z.array(BRANCH).optional(),
});

const ORGANIZATION = z.object({ name: z.string(), plan: z.string().optional() });
const SEED = z.object({
  organizations: z.array(ORGANIZATION).optional(),
  projects: z.array(PROJECT).optional(),
  /** Faults to inject afterwards, as in `POST /_neap/faults`. */
  faults: z.array(z.object(FAULT)).optional(),
});

/** Initial data of an emulator, as in a file: the API's attributes, with names instead of ids. */
export const SEED_DATA = strictSchema(SEED);

type SeedProject = z.output<typeof PROJECT>;
type SeedBranch = z.output<typeof BRANCH>;

/** The refusal of seed data: the place in the file, and the platform's message. */
export class SeedDataRefused extends Error {
  override readonly name = 'SeedDataRefused';
}

/** Maximum wait for the operations of a project, in ms of emulated time. */
const SETTLE_TIMEOUT_MS = 3_600_000;

/**
 * Creates the objects of seed data as the first user, through calls of the API; emulated time advances accordingly.
 * @param data validated by {@link SEED_DATA}
 * @throws SeedDataRefused
 */
export function plantSeed(emulator: Emulator, data: unknown, account: FirstAccount): void {
  const { organizations = [], projects = [], faults = [] } = data as z.output<typeof SEED>;
  const planting = new Seeding(emulator, account);
  planting.each('organizations', organizations, (organization) => planting.organization(organization));
  for (const [place, project] of projects.entries()) planting.project(`projects[${place}]`, project);
  planting.each('faults', faults, (fault) => setFault(emulator, fault));
}

class Seeding {
  readonly #organizations = new Map<string, string>();
  private readonly caller: PersonalCaller;

  constructor(
    private readonly emulator: Emulator,
    private readonly account: FirstAccount,
  ) {
    this.caller = { kind: 'personal', key_id: 0, user_id: account.user_id };
    const { state } = emulator.platform;
    for (const { user_id, org_id } of state.rows('memberships').values()) {
      if (user_id !== account.user_id) continue;
      this.#organizations.set(state.get('organizations', org_id)?.name ?? '', org_id);
    }
  }

  each<Item>(where: string, items: readonly Item[], make: (item: Item) => unknown): void {
    for (const [place, item] of items.entries()) this.at(`${where}[${place}]`, () => make(item));
  }

  at<Made>(where: string, make: () => Made): Made {
    try {
      const made = make();
      this.#settle();
      return made;
    } catch (error) {
      if (error instanceof PlatformError || error instanceof ApiError) {
        throw new SeedDataRefused(`${where}: ${error.message.replace(/^request body: /, '')}`);
      }
      throw error;
    }
  }

  organization({ name, plan }: z.output<typeof ORGANIZATION>): void {
    const { platform } = this.emulator;
    const input = { name, plan, admin_user_id: this.caller.user_id };
    this.#organizations.set(name, platform.createOrganization(input, this.emulator.now()).id);
  }

  project(where: string, { organization, branches = [], ...project }: SeedProject): void {
    const org_id = organization === undefined ? this.account.org_id : this.#organizations.get(organization);
    if (org_id === undefined) {
      const known = [...this.#organizations.keys()].join(', ');
      throw new SeedDataRefused(
        `${where}.organization: unknown organization "${organization}"; expected one of ${known}`,
      );
    }
    const name = branches[0]?.name;
    const made = this.at(where, () =>
      this.#call('createProject', {
        project: { ...project, org_id, ...(name === undefined ? {} : { branch: { name } }) },
      }),
    );
    const ids = new Map([[made.branch.name, made.branch.id]]);
    for (const [place, branch] of branches.entries()) {
      const at = `${where}.branches[${place}]`;
      if (place === 0) this.#fill(at, made.project.id, made.branch.id, branch);
      else this.#branch(at, made.project.id, branch, ids);
    }
  }

  #branch(where: string, project_id: string, branch: SeedBranch, ids: Map<string, string>): void {
    const { parent, endpoints: _, roles: __, databases: ___, logical_size_bytes: ____, ...rest } = branch;
    const parent_id = parent === undefined ? undefined : ids.get(parent);
    if (parent !== undefined && parent_id === undefined) {
      throw new SeedDataRefused(`${where}.parent: no earlier branch is named "${parent}"`);
    }
    const made = this.at(where, () =>
      this.#call('createProjectBranch', { project_id, branch: { ...rest, parent_id } }),
    );
    ids.set(made.branch.name, made.branch.id);
    this.#fill(where, project_id, made.branch.id, branch);
  }

  #fill(where: string, project_id: string, branch_id: string, branch: SeedBranch): void {
    const { endpoints = [], roles = [], databases = [], logical_size_bytes } = branch;
    const of = { project_id, branch_id };
    this.each(`${where}.roles`, roles, (name) =>
      this.#call('createProjectBranchRole', { ...of, role: { name } }),
    );
    this.each(`${where}.databases`, databases, (database) =>
      this.#call('createProjectBranchDatabase', { ...of, database }),
    );
    this.each(`${where}.endpoints`, endpoints, (endpoint) =>
      this.#call('createProjectEndpoint', { project_id, endpoint: { ...endpoint, branch_id } }),
    );
    if (logical_size_bytes === undefined) return;
    const { platform } = this.emulator;
    this.at(where, () => platform.setLogicalSize(branch_id, logical_size_bytes, this.emulator.now()));
  }

  #call<Id extends keyof typeof CONTRACT>(id: Id, input: Parameters<(typeof CONTRACT)[Id]['rule']>[2]) {
    const { platform } = this.emulator;
    // The parameter types match the call, but not for the compiler.
    return platform.call(
      CONTRACT[id] as never,
      this.caller,
      input as never,
      this.emulator.now(),
    ) as ReturnType<(typeof CONTRACT)[Id]['rule']>;
  }

  /** Skips time until the operations in flight have ended. */
  #settle(): void {
    const { emulator } = this;
    const until_ms = emulator.now() + SETTLE_TIMEOUT_MS;
    while (emulator.operations_in_flight > 0 && emulator.now() < until_ms) {
      const next = emulator.platform.next_event_at;
      if (next === undefined) return;
      emulator.skip(Math.max(0, next - emulator.now()));
    }
  }
}
