import { describe, expect, test } from 'vitest';
import { givenUrl, hostingVendor, isServerUrl } from '../../src/postgres/shared/given-url.js';
import { newInstance, parseTag, prefixedName, serverLogin } from '../../src/postgres/shared/server-names.js';
import { deriveKeys, makeScramSecret, parseScramSecret } from '../../src/postgres/wire/scram.js';

describe('the URL of a server to create databases on', () => {
  test('the URL has a host or a socket, and its password is not in messages', () => {
    expect(isServerUrl('POSTGRES://me@host')).toBe(true);
    expect(isServerUrl('/usr/lib/postgresql/15/bin')).toBe(false);
    expect(givenUrl('postgresql://me:s%40cret@127.0.0.1:5433/main?sslmode=prefer')).toEqual({
      ...{ host: '127.0.0.1', port: 5433, user: 'me', password: 's@cret', database: 'main' },
      ...{ shown: '127.0.0.1:5433', address: { host: '127.0.0.1', port: 5433 } },
    });
    expect(givenUrl('postgres://me@[::1]')).toMatchObject({ host: '::1', port: 5432, database: 'postgres' });
    for (const text of ['postgres:///main?host=/run/pg&port=7', 'postgres://me@/main?host=/run/pg&port=7']) {
      const read = () => givenUrl(text);
      if (text.includes('me')) expect(read().address).toEqual({ socket: '/run/pg/.s.PGSQL.7' });
      else expect(read).toThrow('has no user');
    }
  });

  test.each<[string, string]>([
    ['postgres://me@', 'is not valid'],
    ['postgres:///main', 'has no host'],
    ['postgres://127.0.0.1/main', 'has no user'],
    ['postgres://me@one,two/main', 'several hosts'],
    ['postgres://me@host:0/main', 'expected 1 to 65535'],
    ['postgres://me:%zz@host/main', 'invalid percent-encoding'],
    ['postgres://me@host/main?sslmode=require', 'do not use TLS'],
    ['postgres://me@host/main?options=-c%20x', 'parameter options is not supported'],
    ['postgres://me:secret@ep-cool-sea-1.us-east-2.aws.neon.tech/main', 'is a server of Neon'],
    ['postgres://me:secret@db.abc.supabase.co./main', 'is a server of Supabase'],
    ['postgres://me:secret@prod.abc.eu-west-1.RDS.amazonaws.com/main', 'is a server of Amazon Web Services'],
  ])('%s is refused: %s', (text, reason) => {
    expect(() => givenUrl(text)).toThrow(reason);
    expect(() => givenUrl(text)).not.toThrow('secret');
  });

  test('a name that only looks like a vendor’s is not recognized as one', () => {
    expect(hostingVendor('my-neon.tech.example')).toBeUndefined();
    expect(hostingVendor('notneon.tech')).toBeUndefined();
  });
});

describe('names on a given server', () => {
  const instance = 'neap_0a1b2c3d';
  test('names on a given server begin with the emulator’s, have a tag of their branch and are never too long', () => {
    expect(newInstance()).toMatch(/^neap_[0-9a-f]{8}$/);
    const { user, database } = serverLogin(instance, 'br-cool-sea-1', {
      user: 'neondb_owner',
      database: 'neondb',
    });
    expect(user).toMatch(/^neap_0a1b2c3d_[0-9a-f]{10}-neondb_owner$/);
    expect(database).toMatch(/^neap_0a1b2c3d_[0-9a-f]{10}_neondb$/);
    expect(parseTag(instance, database)).toBe(database.slice(14, 24));
    expect(parseTag('neap_00000000', database)).toBeUndefined();
    for (const name of ['n'.repeat(63), 'ö'.repeat(31), '🐘'.repeat(15)]) {
      const cut = prefixedName(`${instance}_0123456789_`, name);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(63);
      expect(Buffer.from(cut).toString()).toBe(cut);
      expect(prefixedName(`${instance}_0123456789_`, `${name}x`)).not.toBe(cut);
    }
  });
});

test('the secret of a password is always the same, and valid for the password', async () => {
  const password = Buffer.from(`it's "quoted" \\ ünd:mehr`);
  const text = await makeScramSecret(password, 'app');
  expect(await makeScramSecret(password, 'app')).toBe(text);
  expect(await makeScramSecret(password, 'other')).not.toBe(text);
  const secret = parseScramSecret(text)!;
  expect(secret.iterations).toBe(4096);
  expect((await deriveKeys(password, secret)).server_key).toEqual(secret.server_key);
});
