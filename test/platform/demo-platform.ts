import { CONTRACT } from '../../src/api/contract.js';
import type { Caller } from '../../src/platform/checks/caller.js';
import { PlatformError } from '../../src/platform/checks/platform-error.js';
import { Platform } from '../../src/platform/platform.js';
import type { Rule } from '../../src/platform/resource/call.js';
import type { PlatformOptions } from '../../src/platform/store/options.js';

/** Monday, 5 January 2026, midnight UTC. */
export const START = Date.UTC(2026, 0, 5);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Every operation takes exactly a second. */
export const A_SECOND_EACH = {
  create_timeline: SECOND,
  create_branch: SECOND,
  start_compute: SECOND,
  suspend_compute: SECOND,
  apply_config: SECOND,
  delete_timeline: SECOND,
};

/** Settings of a project whose computes are never suspended automatically. */
export const ALWAYS_ON = {
  default_endpoint_settings: {
    autoscaling_limit_min_cu: 1,
    autoscaling_limit_max_cu: 4,
    suspend_timeout_seconds: -1,
  },
};

/** A time as ISO 8601 with milliseconds. */
export const iso = (at_ms: number): string => new Date(at_ms).toISOString();

/** An organization with an administrator and a member, and a user of another organization. */
export function demoPlatform(options: PlatformOptions = {}) {
  const platform = new Platform({ operation_duration_ms: A_SECOND_EACH, ...options });
  const person = (name: string) => {
    const user = platform.signUp({ name, email: `${name.toLowerCase()}@example.com` }, START);
    const { key, id: key_id } = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, START);
    const caller: Caller = platform.authenticate(key, '192.0.2.1', START);
    return { user, key, key_id, caller };
  };
  const admin = person('Ada');
  const member = person('Bob');
  const outsider = person('Eve');
  const org = platform.createOrganization({ name: 'Acme', admin_user_id: admin.user.id }, START);
  const membership = platform.addMember({ org_id: org.id, user_id: member.user.id, role: 'member' }, START);
  const other_org = platform.createOrganization({ name: 'Other', admin_user_id: outsider.user.id }, START);
  const signIn = (key: string, now = START) => platform.authenticate(key, '192.0.2.1', now);
  return { platform, admin, member, outsider, org, membership, other_org, signIn };
}

/** {@link demoPlatform} with a project of the organization that is ready, and its primary compute active. */
export function demoProject(options: PlatformOptions = {}, settings: object = {}) {
  const demo = demoPlatform(options);
  const created = demo.platform.call(
    CONTRACT.createProject,
    demo.admin.caller,
    { project: { name: 'shop', org_id: demo.org.id, ...settings } },
    START,
  );
  const ready = START + 2 * SECOND;
  demo.platform.advance(ready);
  const project_id = created.project.id;
  const branch_id = created.branch.id;
  const endpoint_id = created.endpoints[0]!.id;
  const ids = { project_id, branch_id, endpoint_id };
  /** Makes a call about the project, as its administrator. */
  const ask = <Input, Answer>(
    served: { readonly rule: Rule<Input, Answer> },
    input: Omit<NoInfer<Input>, 'project_id'>,
    now: number,
  ) => demo.platform.call(served, demo.admin.caller, { project_id, ...input } as unknown as Input, now);
  const show = (now: number, id = endpoint_id) =>
    demo.platform.call(CONTRACT.getProjectEndpoint, demo.admin.caller, { project_id, endpoint_id: id }, now)
      .endpoint;
  const states = (now: number, id = endpoint_id) => {
    const { current_state, pending_state } = show(now, id);
    return pending_state === undefined ? current_state : `${current_state}, then ${pending_state}`;
  };
  return { ...demo, created, ready, ...ids, ids, ask, show, states, caller: demo.admin.caller };
}

export function refusal(call: () => unknown): PlatformError {
  try {
    call();
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}
