import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoPlatform, START } from './demo-platform.js';

test('the secret of a key is shown once and stored only as its hash', () => {
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

test('an account can have thousands of API keys', () => {
  const { platform, admin, signIn } = demoPlatform();
  const keys = Array.from({ length: 2000 }, (_, index) =>
    platform.call(CONTRACT.createApiKey, admin.caller, { key_name: `key ${index}` }, START),
  );
  expect(new Set(keys.map(({ key }) => key)).size).toBe(2000);
  expect(platform.call(CONTRACT.listApiKeys, admin.caller, {}, START)).toHaveLength(2001);
  expect(signIn(keys[1999]!.key)).toMatchObject({ kind: 'personal' });
});
