import { expect } from 'vitest';
import { type CallId, CONTRACT } from '../../../src/api/contract.js';
import type { Caller } from '../../../src/platform/checks/caller.js';
import type { Rule } from '../../../src/platform/resource/call.js';
import { demoProject, HOUR, refusal, SECOND } from '../demo-platform.js';

/** An organization's project with a branch `dev`, which has a child, and a branch that expires. */
function world() {
  const demo = demoProject();
  const { platform, admin, member, outsider, project_id, ready, org } = demo;
  const made = (branch: object, at: number) =>
    platform.call(CONTRACT.createProjectBranch, admin.caller, { project_id, branch }, at).branch.id;
  const dev = made({ name: 'dev' }, ready);
  made({ name: 'child', parent_id: dev }, ready + SECOND);
  const preview = made({ name: 'preview', expires_at: '2027-01-01T00:00:00Z' }, ready + 2 * SECOND);
  const free = platform.createOrganization(
    { name: 'Free', admin_user_id: admin.user.id, plan: 'free' },
    ready,
  );
  const now = ready + HOUR;
  platform.advance(now);
  const by =
    (caller: Caller) =>
    (id: CallId, input: object = {}) =>
    () =>
      // The table pairs each call with what it takes; some of it is what its schema would refuse.
      platform.call(CONTRACT[id] as { rule: Rule<unknown, unknown> }, caller, input, now);
  return {
    ...demo,
    ada: by(admin.caller),
    bob: by(member.caller),
    eve: by(outsider.caller),
    org_id: org.id,
    free_id: free.id,
    dev,
    preview,
    now,
  };
}

/** A call, and the kind, code and words it is refused with. */
export type Refused = readonly [call: () => unknown, words: string];

/** That each call is refused in these words, and that nothing has changed by all of them. */
export function expectRefused(make: (of: ReturnType<typeof world>) => readonly Refused[]): void {
  const of = world();
  const table = make(of);
  const before = of.platform.tables();
  const told = table.map(([call]) => {
    const { kind, code, message } = refusal(call);
    return `${kind}${code === '' ? '' : ` ${code}`}: ${message}`;
  });
  expect(told).toEqual(table.map(([, words]) => words));
  expect(of.platform.tables()).toEqual(before);
}
