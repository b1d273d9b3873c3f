import fc from 'fast-check';
import { CONTRACT } from '../../src/api/contract.js';
import type { Caller } from '../../src/platform/checks/caller.js';
import { PlatformError } from '../../src/platform/checks/platform-error.js';
import type { Platform } from '../../src/platform/platform.js';
import { DAY, HOUR, MINUTE, SECOND } from './demo-platform.js';

/** A possible step of a random sequence; `pick` chooses among existing objects, `wait_ms` passes before it. */
export interface PlatformStep {
  readonly call: keyof typeof CALLS;
  readonly pick: number;
  readonly other: number;
  readonly wait_ms: number;
}

/** The objects of a sequence, including deleted ones, so that calls also name objects that are gone. */
export interface World {
  readonly secrets: string[];
  readonly orgs: string[];
  readonly members: { org_id: string; member_id: string }[];
  readonly projects: string[];
  readonly branches: { project_id: string; branch_id: string }[];
  readonly endpoints: { project_id: string; endpoint_id: string }[];
  readonly revoked: string[];
  readonly key_ids: { key_id: number; secret: string; org_id: string | undefined }[];
}

interface Turn {
  readonly platform: Platform;
  readonly caller: Caller;
  readonly world: World;
  readonly step: PlatformStep;
  readonly now: number;
}

const SIZES = [0.25, 0.5, 1, 2, 4, 9, 17, 18];
const TIMEOUTS = [-1, 0, 60, 300, 59];

/** One of a list, or something that never was. */
function one<Item>(list: readonly Item[], pick: number, otherwise: Item): Item {
  return list.length === 0 ? otherwise : (list[pick % list.length] ?? otherwise);
}

const anyProject = ({ world, step }: Turn) => one(world.projects, step.pick, 'no-such-1');
const anyBranch = ({ world, step }: Turn) =>
  one(world.branches, step.pick, { project_id: 'no-such-1', branch_id: 'br-no-such-1' });
const anyEndpoint = ({ world, step }: Turn) =>
  one(world.endpoints, step.pick, { project_id: 'no-such-1', endpoint_id: 'ep-no-such-1' });
const typeOf = (step: PlatformStep) => (step.other % 2 === 0 ? 'read_write' : 'read_only');

const CALLS = {
  createProject: ({ platform, caller, world, step, now }: Turn) => {
    const org_id = step.other % 3 === 0 ? undefined : one(world.orgs, step.pick, 'org-no-such-1');
    const created = platform.call(CONTRACT.createProject, caller, { project: { org_id } }, now);
    const project_id = created.project.id;
    world.projects.push(project_id);
    world.branches.push({ project_id, branch_id: created.branch.id });
    world.endpoints.push({ project_id, endpoint_id: created.endpoints[0]!.id });
    return created;
  },
  deleteProject: (turn: Turn) =>
    turn.platform.call(CONTRACT.deleteProject, turn.caller, { project_id: anyProject(turn) }, turn.now),
  recoverProject: (turn: Turn) =>
    turn.platform.call(CONTRACT.recoverProject, turn.caller, { project_id: anyProject(turn) }, turn.now),
  listProjects: ({ platform, caller, step, now }: Turn) =>
    platform.call(CONTRACT.listProjects, caller, { limit: 1 + (step.other % 5) }, now),
  createBranch: (turn: Turn) => {
    const { platform, caller, world, step, now } = turn;
    const { project_id, branch_id } = anyBranch(turn);
    const endpoints = step.other % 3 === 0 ? [] : [{ type: typeOf(step) as 'read_write' }];
    const input = { project_id, branch: { parent_id: branch_id }, endpoints };
    const created = platform.call(CONTRACT.createProjectBranch, caller, input, now);
    world.branches.push({ project_id, branch_id: created.branch.id });
    for (const { id } of created.endpoints) world.endpoints.push({ project_id, endpoint_id: id });
    return created;
  },
  deleteBranch: (turn: Turn) =>
    turn.platform.call(CONTRACT.deleteProjectBranch, turn.caller, anyBranch(turn), turn.now),
  setDefault: (turn: Turn) =>
    turn.platform.call(CONTRACT.setDefaultProjectBranch, turn.caller, anyBranch(turn), turn.now),
  createRole: (turn: Turn) => {
    const role = { name: `role_${turn.step.other % 4}` };
    return turn.platform.call(
      CONTRACT.createProjectBranchRole,
      turn.caller,
      { ...anyBranch(turn), role },
      turn.now,
    );
  },
  createEndpoint: (turn: Turn) => {
    const { platform, caller, world, step, now } = turn;
    const { project_id, branch_id } = anyBranch(turn);
    const endpoint = { branch_id, type: typeOf(step) as 'read_write', disabled: step.other % 7 === 0 };
    const created = platform.call(CONTRACT.createProjectEndpoint, caller, { project_id, endpoint }, now);
    world.endpoints.push({ project_id, endpoint_id: created.endpoint.id });
    return created;
  },
  moveEndpoint: (turn: Turn) => {
    const { platform, caller, world, step, now } = turn;
    const { branch_id } = one(world.branches, step.other, anyBranch(turn));
    return platform.call(
      CONTRACT.updateProjectEndpoint,
      caller,
      { ...anyEndpoint(turn), endpoint: { branch_id } },
      now,
    );
  },
  resizeEndpoint: (turn: Turn) => {
    const cu = one(SIZES, turn.step.other, 1);
    const endpoint = {
      autoscaling_limit_min_cu: cu,
      autoscaling_limit_max_cu: cu,
      suspend_timeout_seconds: one(TIMEOUTS, turn.step.other, 0),
    };
    return turn.platform.call(
      CONTRACT.updateProjectEndpoint,
      turn.caller,
      { ...anyEndpoint(turn), endpoint },
      turn.now,
    );
  },
  switchEndpoint: (turn: Turn) => {
    const endpoint = { disabled: turn.step.other % 2 === 0 };
    return turn.platform.call(
      CONTRACT.updateProjectEndpoint,
      turn.caller,
      { ...anyEndpoint(turn), endpoint },
      turn.now,
    );
  },
  startEndpoint: (turn: Turn) =>
    turn.platform.call(CONTRACT.startProjectEndpoint, turn.caller, anyEndpoint(turn), turn.now),
  suspendEndpoint: (turn: Turn) =>
    turn.platform.call(CONTRACT.suspendProjectEndpoint, turn.caller, anyEndpoint(turn), turn.now),
  restartEndpoint: (turn: Turn) =>
    turn.platform.call(CONTRACT.restartProjectEndpoint, turn.caller, anyEndpoint(turn), turn.now),
  deleteEndpoint: (turn: Turn) =>
    turn.platform.call(CONTRACT.deleteProjectEndpoint, turn.caller, anyEndpoint(turn), turn.now),
  touch: (turn: Turn) => turn.platform.touch(anyEndpoint(turn).endpoint_id, turn.now),
  setQuota: (turn: Turn) => {
    const settings = { quota: { compute_time_seconds: (turn.step.other % 5) * 200 } };
    return turn.platform.call(
      CONTRACT.updateProject,
      turn.caller,
      { project_id: anyProject(turn), project: { settings } },
      turn.now,
    );
  },
  createKey: ({ platform, caller, world, now }: Turn) => {
    const key = platform.call(CONTRACT.createApiKey, caller, { key_name: 'k' }, now);
    world.key_ids.push({ key_id: key.id, secret: key.key, org_id: undefined });
    world.secrets.push(key.key);
    return key;
  },
  createOrgKey: (turn: Turn) => {
    const { platform, caller, world, step, now } = turn;
    const org_id = one(world.orgs, step.pick, 'org-no-such-1');
    const project_id = step.other % 2 === 0 ? undefined : one(world.projects, step.other, 'no-such-1');
    const key = platform.call(CONTRACT.createOrgApiKey, caller, { org_id, key_name: 'k', project_id }, now);
    world.key_ids.push({ key_id: key.id, secret: key.key, org_id });
    world.secrets.push(key.key);
    return key;
  },
  revokeKey: ({ platform, caller, world, step, now }: Turn) => {
    const { key_id, secret, org_id } = one(world.key_ids, step.other, {
      key_id: 0,
      secret: '',
      org_id: undefined,
    });
    const revoked =
      org_id === undefined
        ? platform.call(CONTRACT.revokeApiKey, caller, { key_id }, now)
        : platform.call(CONTRACT.revokeOrgApiKey, caller, { org_id, key_id }, now);
    world.revoked.push(secret);
    return revoked;
  },
  removeMember: ({ platform, caller, world, step, now }: Turn) =>
    platform.call(
      CONTRACT.removeOrganizationMember,
      caller,
      one(world.members, step.pick, { org_id: 'org-no-such-1', member_id: '' }),
      now,
    ),
  transfer: (turn: Turn) => {
    const { platform, caller, world, step, now } = turn;
    const source_org_id = one(world.orgs, step.pick, 'org-no-such-1');
    const destination_org_id = one(world.orgs, step.other, 'org-no-such-1');
    const input = { source_org_id, destination_org_id, project_ids: [anyProject(turn)] };
    return platform.call(CONTRACT.transferProjectsFromOrgToOrg, caller, input, now);
  },
  wait: ({ platform, now }: Turn) => platform.advance(now),
};

/** Calls after which there is less to call, and calls that change nothing: now and then is enough. */
const SELDOM: readonly (keyof typeof CALLS)[] = [
  'deleteProject',
  'removeMember',
  'createKey',
  'listProjects',
  'wait',
];
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

/** A random step: mostly soon after the one before, now and then minutes, hours or days later. */
export const platformStep: fc.Arbitrary<PlatformStep> = fc.record({
  call: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...NAMES.filter((name) => !SELDOM.includes(name))) },
    { weight: 1, arbitrary: fc.constantFrom(...SELDOM) },
  ),
  pick: fc.nat(1000),
  other: fc.nat(1000),
  wait_ms: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(0, 300, SECOND) },
    { weight: 6, arbitrary: fc.constantFrom(3 * SECOND, 10 * SECOND) },
    { weight: 2, arbitrary: fc.constantFrom(5 * MINUTE, HOUR, 8 * DAY) },
  ),
});

/** The outcome of a step: an answer or a refusal; a secret that no longer works counts as a refusal. */
export function take(platform: Platform, world: World, step: PlatformStep, now: number): unknown {
  try {
    // Mostly the administrator's, so that mostly something is there to act on.
    const secret = step.pick % 4 === 0 ? one(world.secrets, step.other, '') : world.secrets[0];
    const caller = platform.authenticate(secret, '192.0.2.1', now);
    return CALLS[step.call]({ platform, caller, world, step, now }) ?? null;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}
