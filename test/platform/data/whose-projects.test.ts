import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { demoPlatform, demoProject, HOUR, refusal, START } from '../demo-platform.js';

describe('a project that is offered', () => {
  test('is the one that the offer is for, and no other of its owner', () => {
    const { platform, admin, outsider } = demoPlatform();
    const create = (name: string) =>
      platform.call(CONTRACT.createProject, admin.caller, { project: { name } }, START).project.id;
    const [offered, other] = [create('offered'), create('other')];
    const at = START + HOUR;
    const offer = platform.call(
      CONTRACT.createProjectTransferRequest,
      admin.caller,
      { project_id: offered },
      at,
    );
    const take = (project_id: string) =>
      platform.call(
        CONTRACT.acceptProjectTransferRequest,
        outsider.caller,
        { project_id, request_id: offer.id },
        at,
      );
    expect(refusal(() => take(other))).toMatchObject({
      kind: 'not_found',
      message: 'transfer request not found',
    });
    take(offered);
    const owners = [offered, other].map((project_id) =>
      platform.call(CONTRACT.listProjects, admin.caller, {}, at).projects.some(({ id }) => id === project_id),
    );
    expect(owners).toEqual([false, true]);
  });

  test('is not taken by an account that has no room for it, nor for an organization one is not in', () => {
    const { platform, admin, org } = demoPlatform();
    const guest = platform.signUp({ name: 'Kim', email: 'kim@example.com', plan: 'free' }, START);
    const { key } = platform.issueApiKey({ user_id: guest.id, key_name: 'first' }, START);
    const caller = platform.authenticate(key, '192.0.2.1', START);
    const { id } = platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START).project;
    const at = START + HOUR;
    const offer = platform.call(CONTRACT.createProjectTransferRequest, admin.caller, { project_id: id }, at);
    const take = (org_id?: string) =>
      platform.call(
        CONTRACT.acceptProjectTransferRequest,
        caller,
        { project_id: id, request_id: offer.id, org_id },
        at,
      );
    expect(refusal(() => take(org.id))).toMatchObject({
      kind: 'not_found',
      message: 'not an organization member',
    });
    for (let count = 0; count < 100; count++)
      platform.call(CONTRACT.createProject, caller, { project: {} }, at);
    expect(refusal(() => take())).toMatchObject({
      kind: 'not_acceptable',
      message: 'the target account has too many projects',
    });
  });
});

test("one moves to an organization what is one's own: not what is shared, nor what an organization has", () => {
  const { platform, admin, outsider, org, other_org, project_id, ready } = demoProject();
  const { id } = platform.call(CONTRACT.createProject, admin.caller, { project: {} }, ready).project;
  const at = ready + HOUR;
  const email = 'eve@example.com';
  platform.call(CONTRACT.grantPermissionToProject, admin.caller, { project_id: id, email }, at);
  const move = (caller: typeof admin.caller, destination_org_id: string, of: string) =>
    platform.call(
      CONTRACT.transferProjectsFromUserToOrg,
      caller,
      { destination_org_id, project_ids: [of] },
      at,
    );
  expect(refusal(() => move(outsider.caller, other_org.id, id)).message).toBe('project not found');
  expect(refusal(() => move(admin.caller, org.id, project_id)).message).toBe('project not found');
  expect(move(admin.caller, org.id, id)).toEqual({});
});

test('a key that is scoped to a project creates none', () => {
  const { platform, admin, org, project_id, signIn, ready } = demoProject();
  const key = { org_id: org.id, key_name: 'ci', project_id };
  const scoped = signIn(platform.call(CONTRACT.createOrgApiKey, admin.caller, key, ready).key, ready);
  const { kind, message } = refusal(() =>
    platform.call(CONTRACT.createProject, scoped, { project: {} }, ready),
  );
  expect([kind, message]).toEqual(['forbidden', 'not allowed for project-scoped API keys']);
});
