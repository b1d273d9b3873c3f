import { describe, expect, it } from 'vitest';
import { POOL_PRESET_NAMES, POOL_PRESETS } from '../../src/workload/pool-preset.js';
import { compiled, compiledLoad, complaints, exampleLoad } from './example.js';

async function pool(over: Record<string, unknown>) {
  return (await compiledLoad({ connection: { kind: 'pool', ...over } })).connection;
}

async function assumed(load: Record<string, unknown>): Promise<Readonly<Record<string, string>>> {
  const { assumptions } = await compiled({ load: [exampleLoad(load)] });
  return Object.fromEntries(
    assumptions.filter(({ name }) => name.startsWith('load.')).map(({ name, value }) => [name, value]),
  );
}

const seconds = (value: number) => ({ kind: 'constant', value });

describe('the pool of a client library, as it comes', () => {
  it.each([
    ['node-postgres', 10, 0, 10, undefined, undefined, undefined, 'noticed'],
    ['hikaricp', 10, 10, 600, 1800, 30, 30, 'tested'],
    ['prisma', 9, 0, 300, undefined, 10, 5, 'tested'],
    ['pgx', 4, 0, 1800, 3600, undefined, 120, 'tested'],
    ['sqlalchemy', 15, 0, undefined, undefined, 30, undefined, 'handed_out'],
  ])('%s', async (preset, size, min_idle, idle, lifetime, acquire, connect, stale) => {
    const { connection, retry } = await compiledLoad({ connection: { kind: 'pool', preset } });
    expect(connection).toEqual({
      kind: 'pool',
      via: 'direct',
      user: 'app',
      database: 'app',
      preset,
      size,
      min_idle,
      idle_timeout_seconds: idle,
      max_lifetime_seconds: lifetime,
      acquire_timeout_seconds: acquire === undefined ? undefined : seconds(acquire),
      max_waiting: undefined,
      stale,
    });
    expect(retry).toMatchObject({ attempts: 1, connect_timeout_seconds: connect });
  });

  it.each(POOL_PRESET_NAMES.map((name) => [name]))('says of each default of %s where it stands', (name) => {
    for (const { source, confidence } of Object.values(POOL_PRESETS[name])) {
      expect(source).toMatch(/\d.*(\.(com|io|dev|org)|github)/);
      expect(['high', 'medium']).toContain(confidence);
    }
  });
});

describe('what stands beside a preset', () => {
  it('takes its place, setting by setting', async () => {
    expect(await pool({ preset: 'pgx', size: 30, idle_timeout: '1m', stale: 'handed_out' })).toMatchObject({
      preset: 'pgx',
      size: 30,
      idle_timeout_seconds: 60,
      max_lifetime_seconds: 3600,
      stale: 'handed_out',
    });
  });

  it('switches a limit off by "never"', async () => {
    const never = { idle_timeout: 'never', max_lifetime: 'never', acquire_timeout: 'never' };
    expect(await pool({ preset: 'hikaricp', ...never })).toMatchObject({
      idle_timeout_seconds: undefined,
      max_lifetime_seconds: undefined,
      acquire_timeout_seconds: undefined,
    });
  });

  it('is followed by a minimum that is the size', async () => {
    expect(await pool({ preset: 'hikaricp', size: 3 })).toMatchObject({ size: 3, min_idle: 3 });
    expect(await pool({ preset: 'hikaricp', min_idle: 2 })).toMatchObject({ size: 10, min_idle: 2 });
  });

  it.each([
    [{ connect_timeout: '2s' }, 2],
    [{ connect_timeout: 'never' }, undefined],
    [{ attempts: 3 }, 5],
  ])('may be a connect timeout: with %j', async (retry, connect_timeout_seconds) => {
    const load = await compiledLoad({ connection: { kind: 'pool', preset: 'prisma' }, retry });
    expect(load.retry).toMatchObject({ connect_timeout_seconds });
  });

  it.each([
    [
      { preset: 'hikari' },
      'load.web.connection.preset: expected one of node-postgres, hikaricp, prisma, pgx, sqlalchemy, got "hikari"; did you mean "hikaricp"?',
    ],
    [{ preset: 'pgx', min_idle: 5 }, 'min_idle: expected at most 4, which is the size of the pool, got 5'],
  ])('%j is refused', async (connection, message) => {
    const load = exampleLoad({ connection: { kind: 'pool', ...connection } });
    expect((await complaints({ load: [load] })).join('\n')).toContain(message);
  });
});

describe('the choices of a preset', () => {
  it('are assumptions of the run', async () => {
    expect(await assumed({ connection: { kind: 'pool', preset: 'hikaricp' } })).toEqual({
      'load.web.connection.size': '10',
      'load.web.connection.min_idle': '10',
      'load.web.connection.idle_timeout': '10m',
      'load.web.connection.max_lifetime': '30m',
      'load.web.connection.acquire_timeout': '30s',
      'load.web.connection.stale': 'tested',
      'load.web.retry.connect_timeout': '30s',
    });
  });

  it('have a source and a confidence', async () => {
    const { assumptions } = await compiled({
      load: [exampleLoad({ name: 'web.eu', connection: { kind: 'pool', preset: 'node-postgres' } })],
    });
    expect(assumptions.find(({ name }) => name === 'load."web.eu".connection.idle_timeout')).toMatchObject({
      name: 'load."web.eu".connection.idle_timeout',
      value: '10s',
      source: 'idleTimeoutMillis of node-postgres 8, node-postgres.com/apis/pool',
      confidence: 'high',
      set_by: 'default',
    });
  });

  it('are none where the scenario says it all, or names no library', async () => {
    const connection = {
      kind: 'pool',
      preset: 'pgx',
      size: 3,
      min_idle: 0,
      idle_timeout: '1m',
      max_lifetime: '1h',
      acquire_timeout: '1s',
      stale: 'noticed',
    };
    expect(await assumed({ connection, retry: { connect_timeout: '9s' } })).toEqual({});
    expect(await assumed({ connection: { kind: 'pool', size: 3 } })).toEqual({});
  });
});
