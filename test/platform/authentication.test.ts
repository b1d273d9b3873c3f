import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoPlatform, MINUTE, START } from './demo-platform.js';

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

test('API keys have no strict limit on their number', () => {
  const { platform, admin, signIn } = demoPlatform();
  const keys = Array.from({ length: 2000 }, (_, index) =>
    platform.call(CONTRACT.createApiKey, admin.caller, { key_name: `key ${index}` }, START),
  );
  expect(new Set(keys.map(({ key }) => key)).size).toBe(2000);
  expect(platform.call(CONTRACT.listApiKeys, admin.caller, {}, START)).toHaveLength(2001);
  expect(signIn(keys[1999]!.key)).toMatchObject({ kind: 'personal' });
});
