import { expect, test } from 'vitest';
import { PgBouncer } from '../../../src/postgres/pooler/pgbouncer.js';
import { pgBouncerSettings, userList } from '../../../src/postgres/pooler/pgbouncer-settings.js';
import { FakeServer } from '../fake-server.js';

const ENDPOINT = {
  endpoint_id: 'ep-one',
  allowed_ips: [],
  max_connections: 112,
};

test('PgBouncer has the settings of the platform that its version supports', () => {
  const settings = (minor_version: number) =>
    pgBouncerSettings(ENDPOINT, { socket: "/a 'b'/.s.PGSQL.5433" }, '/run', minor_version).split('\n');
  expect(settings(18)).toEqual(
    expect.arrayContaining([
      "* = host='/a ''b''' port=5433",
      'pool_mode = transaction',
      // Nine tenths of 112.
      'default_pool_size = 100',
      'max_client_conn = 10000',
      'query_wait_timeout = 120',
    ]),
  );
  expect(settings(18).join('\n')).not.toContain('max_prepared_statements');
  expect(settings(25)).toContain('max_prepared_statements = 1000');
  expect(pgBouncerSettings(ENDPOINT, { host: '127.0.0.1', port: 5432 }, '/run', 25)).toContain(
    '* = host=127.0.0.1 port=5432\n',
  );
});

test('names of roles in the auth_file are quoted', () => {
  expect(userList(new Map([['a"b', 'SCRAM-SHA-256$x']]))).toBe('"a""b" "SCRAM-SHA-256$x"\n');
});

test('a missing PgBouncer is reported', async () => {
  const directory = new FakeServer();
  const pooler = new PgBouncer(directory, () => undefined, null);
  await expect(pooler.addressFor(ENDPOINT, directory.address, 'app')).rejects.toThrow(
    'ep-one-pooler needs PgBouncer, which is not installed here: install it (Debian: apt-get install pgbouncer), or connect to ep-one',
  );
  await directory.close();
});
