import { expect, test } from 'vitest';
import { MIB } from '../../../src/kernel/units.js';
import { settingsProblem } from '../../../src/postgres/cluster/server-settings.js';
import { requireServable } from '../../../src/server/postgres/servable.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

const server = { free: 1000 * MIB, unmade: 0 };
const host = {
  settingsProblem: (asked: Readonly<Record<string, string>>) => settingsProblem(asked, ['auto_explain']),
  freeBytes: () => server.free,
};
const emulator = new EmulatorUnderTest();
emulator.emulator.attach({
  advance: () => undefined,
  follow: () => undefined,
  refuse: (call, input) => requireServable(host as never, call, input, server.unmade),
});
const { project, endpoints } = (await emulator.call('POST', '/projects', { project: {} })).body;
const at = `/projects/${project.id}`;
const compute = `${at}/endpoints/${endpoints[0].id}`;
const of = (settings: object) => ({ endpoint: { settings } });

test.each([
  [
    { pg_settings: { port: '1' } },
    'endpoint.settings.pg_settings: the setting "port" cannot be changed on the servers here',
  ],
  [
    { pg_settings: {}, preload_libraries: { enabled_libraries: ['auto_explain', 'timescaledb'] } },
    'endpoint.settings.preload_libraries: the library "timescaledb" cannot be loaded by the servers here; expected auto_explain',
  ],
  [
    { pgbouncer_settings: { default_pool_size: '1' } },
    'endpoint.settings.pgbouncer_settings: the settings of PgBouncer cannot be changed here',
  ],
])('real servers refuse %j', async (settings, message) => {
  const { status, body } = await emulator.call('PATCH', compute, of(settings));
  expect([status, body.message]).toEqual([400, message]);
});

test('on a full disk only calls that store data are refused with 503', async () => {
  const branches = async () => (await emulator.call('GET', `${at}/branches/count`)).body.count;
  const before = await branches();
  server.free = 100 * MIB;
  expect((await emulator.call('POST', `${at}/branches`, {})).status).toBe(201);
  await emulator.control('POST', '/clock', { advance: '10s' });
  server.unmade = 1;
  const { status, body } = await emulator.call('POST', `${at}/branches`, {});
  expect([status, body.message]).toEqual([
    503,
    'the disk has no space for the data of PostgreSQL: 100 MiB are free',
  ]);
  expect(await branches()).toBe(before + 1);
  expect((await emulator.call('PATCH', compute, of({ pg_settings: { jit: 'off' } }))).status).toBe(200);
});
