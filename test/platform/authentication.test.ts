import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoPlatform, demoProject, MINUTE, refusal, START } from './demo-platform.js';

describe('authentication', () => {
  test('a request without the header, with an invalid key or with a revoked key fails as unauthorized, all alike', () => {
    const { platform, admin, signIn } = demoPlatform();
    const { id, key } = platform.call(CONTRACT.createApiKey, admin.caller, { key_name: 'ci' }, START);
    expect(signIn(key).kind).toBe('personal');
    platform.call(CONTRACT.revokeApiKey, admin.caller, { key_id: id }, START);
    const refusals = [undefined, '', 'napi_guess', key].map((secret) =>
      refusal(() => platform.authenticate(secret, '192.0.2.1', START)),
    );
    for (const { kind, message } of refusals) {
      expect(kind).toBe('unauthorized');
      expect(message).toBe(refusals[0]!.message);
    }
  });

  test('the first key is created in the console; afterwards keys are created with an existing key', () => {
    const { platform, signIn } = demoPlatform();
    const user = platform.signUp({ name: 'Zoe', email: 'zoe@example.com' }, START);
    const first = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, START);
    const second = platform.call(CONTRACT.createApiKey, signIn(first.key), { key_name: 'second' }, START);
    const caller = signIn(second.key);
    expect(platform.call(CONTRACT.listApiKeys, caller, {}, START).map((key) => key.name)).toEqual([
      'first',
      'second',
    ]);
  });

  test('revocation is immediate and permanent, also for the key that the call is made with', () => {
    const { platform, admin, signIn } = demoPlatform();
    const revoked = platform.call(CONTRACT.revokeApiKey, admin.caller, { key_id: admin.key_id }, START);
    expect(revoked).toMatchObject({ id: admin.key_id, revoked: true, created_by: admin.user.id });
    expect(refusal(() => signIn(admin.key)).kind).toBe('unauthorized');
    expect(refusal(() => signIn(admin.key, START + 1e12)).kind).toBe('unauthorized');
  });

  test('a key records the time, to the minute, and the address of its last use', () => {
    const { platform, admin } = demoPlatform();
    const fresh = platform.call(CONTRACT.createApiKey, admin.caller, { key_name: 'fresh' }, START);
    const use = () =>
      platform.call(CONTRACT.listApiKeys, admin.caller, {}, START).find((key) => key.id === fresh.id);
    expect(use()).toMatchObject({ last_used_at: null, last_used_from_addr: '' });
    platform.authenticate(fresh.key, '198.51.100.7', START + 1.5 * MINUTE);
    expect(use()).toMatchObject({
      last_used_at: '2026-01-05T00:01:00Z',
      last_used_from_addr: '198.51.100.7',
    });
  });

  test('the secret is shown once and stored only as its hash', () => {
    const { platform, admin } = demoPlatform();
    const { key } = platform.call(CONTRACT.createApiKey, admin.caller, { key_name: 'ci' }, START);
    expect(key).toMatch(/^napi_[a-z0-9]{64}$/);
    const stored = JSON.stringify(platform.tables());
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(key.slice(5));
    expect(JSON.stringify(platform.call(CONTRACT.listApiKeys, admin.caller, {}, START))).not.toContain(
      key.slice(5),
    );
  });

  test('a project-scoped key stops working when its project is deleted, and works again when it is recovered', () => {
    const { platform, caller, org, project_id, signIn, ready } = demoProject();
    const { key } = platform.call(
      CONTRACT.createOrgApiKey,
      caller,
      { org_id: org.id, key_name: 'ci', project_id },
      ready,
    );
    platform.call(CONTRACT.deleteProject, caller, { project_id }, ready);
    expect(refusal(() => signIn(key, ready)).kind).toBe('unauthorized');
    platform.call(CONTRACT.recoverProject, caller, { project_id }, ready);
    expect(signIn(key, ready)).toMatchObject({ kind: 'project', project_id });
  });
});
