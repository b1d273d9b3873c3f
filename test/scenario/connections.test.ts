import { describe, expect, it } from 'vitest';
import { compiledLoad, complaints, exampleLoad } from './example.js';

const app = { user: 'app', database: 'app' };

const plainPool = {
  kind: 'pool',
  ...app,
  preset: undefined,
  min_idle: 0,
  idle_timeout_seconds: undefined,
  max_lifetime_seconds: undefined,
  acquire_timeout_seconds: undefined,
  max_waiting: undefined,
  stale: 'noticed',
};

async function complaint(connection: unknown): Promise<string> {
  return (await complaints({ load: [exampleLoad({ connection })] })).join('\n');
}

describe('connections', () => {
  it.each([
    [undefined, { kind: 'per_query', via: 'direct', ...app }],
    [{ via: 'pooler' }, { kind: 'per_query', via: 'pooler', ...app }],
    [
      { via: 'pooler', user: 'report', database: 'shop' },
      { kind: 'per_query', via: 'pooler', user: 'report', database: 'shop' },
    ],
    [
      { kind: 'pool', size: 1 },
      { ...plainPool, via: 'direct', size: 1 },
    ],
    [
      { kind: 'pool', size: 20, acquire_timeout: '5s', max_waiting: 100, via: 'pooler' },
      {
        ...plainPool,
        via: 'pooler',
        size: 20,
        acquire_timeout_seconds: { kind: 'constant', value: 5 },
        max_waiting: 100,
      },
    ],
    [
      { kind: 'pool', size: 20, min_idle: 5, idle_timeout: '0s', max_lifetime: '30m', stale: 'handed_out' },
      {
        ...plainPool,
        via: 'direct',
        size: 20,
        min_idle: 5,
        idle_timeout_seconds: 0,
        max_lifetime_seconds: 1800,
        stale: 'handed_out',
      },
    ],
    [
      { kind: 'session', hold: { exponential: { mean: '1m' } } },
      {
        kind: 'session',
        via: 'direct',
        ...app,
        hold_seconds: { kind: 'exponential', mean: 60 },
        queries: undefined,
        think_seconds: undefined,
        in_transaction: false,
      },
    ],
    [
      { kind: 'session', queries: 5, think: '1s', in_transaction: true },
      {
        kind: 'session',
        via: 'direct',
        ...app,
        hold_seconds: undefined,
        queries: { kind: 'constant', value: 5 },
        think_seconds: { kind: 'constant', value: 1 },
        in_transaction: true,
      },
    ],
  ])('reads %j', async (connection, specification) => {
    expect((await compiledLoad({ connection })).connection).toEqual(specification);
  });

  it.each([
    [{ kind: 'pol', size: 2 }, 'load.web.connection.kind: there is no kind "pol"; did you mean "pool"?'],
    [{ kind: 'pool' }, 'load.web.connection.size: "size" is missing; expected a whole number of 1 or more'],
    [{ kind: 'pool' }, 'or a preset such as node-postgres beside it'],
    [{ kind: 'pool', size: 0 }, 'expected a whole number of 1 or more, got 0'],
    [
      { kind: 'pool', size: 2, min_idle: 3 },
      'min_idle: expected at most 2, which is the size of the pool, got 3',
    ],
    [{ kind: 'pool', size: 2, idle_timeout: 'nver' }, 'or 7d, or never, got "nver"'],
    [{ kind: 'pool', size: 2, max_lifetime: '0s' }, 'load.web.connection.max_lifetime: expected a duration'],
    [{ kind: 'pool', size: 2, acquire_timeout: 'nevr' }, 'or never, got "nevr"'],
    [{ kind: 'pool', size: 2, acquire_timeout: { exponential: { mean: 'never' } } }, 'or 7d, got "never"'],
    [{ kind: 'pool', size: 2, stale: 'notice' }, 'did you mean "noticed"?'],
    [{ kind: 'per_query', size: 2 }, 'load.web.connection.size: unknown key "size"'],
    [{ kind: 'per_query', user: '' }, 'load.web.connection.user: expected the name of a user'],
    [{ kind: 'per_query', database: 7 }, 'expected the name of a database, got 7; put it in quotes'],
    [{ kind: 'session' }, 'a session needs hold (a duration) or queries (a count)'],
    [{ kind: 'session', queries: 2, in_transaction: 'yes' }, 'expected true or false, got "yes"'],
    [
      { kind: 'session', queries: 2, in_transacton: true },
      'load.web.connection.in_transacton: unknown key "in_transacton"; did you mean "in_transaction"?',
    ],
    [{ kind: 'pool', size: 2, via: 'proxy' }, 'expected one of direct, pooler, got "proxy"'],
    ['pool', 'expected { kind: per_query }, { kind: pool, size }, { kind: session, hold }'],
  ])('%j is refused', async (connection, message) => {
    expect(await complaint(connection)).toContain(message);
  });

  it('of a session whose queries take no time need a think, or a number of queries', async () => {
    const load = exampleLoad({ connection: { kind: 'session', hold: '1h' }, query: { cpu: '0s' } });
    expect(
      await complaints({ load: [{ ...load, connection: { kind: 'session', hold: '1h', think: '0s' } }] }),
    ).toEqual([
      'load.web.connection.think: queries that take no time with no time between them never end; expected a think above 0s, or queries',
    ]);
  });
});

describe.each([['listen'], ['replication']])('connections of kind %s', (kind) => {
  const subscribed = (over: Record<string, unknown> = {}) =>
    exampleLoad({ rate: undefined, query: undefined, connection: { kind, clients: 3 }, ...over });

  it('have no queries', async () => {
    const { process, query, connection } = await compiledLoad(subscribed());
    expect(process).toEqual({ kind: 'none' });
    expect(query).toMatchObject({ cpu_seconds: { kind: 'constant', value: 0 }, working_set_bytes: 0 });
    expect(connection).toEqual({ kind, via: 'direct', ...app, clients: 3 });
  });

  it.each([
    [{ connection: { kind } }, 'load.web.connection.clients: "clients" is missing; expected a whole number'],
    [{ connection: { kind, clients: -1 } }, 'expected a whole number of 0 or more, got -1'],
    [{ connection: { kind, clients: 3, via: 'pooler' } }, 'load.web.connection.via: expected direct: '],
    [{ connection: { kind, clients: 3, size: 2 } }, 'load.web.connection.size: unknown key "size"'],
    [{ rate: '1/s' }, `load.web.rate: connections of kind ${kind} send no queries; leave rate out`],
    [
      { query: { cpu: '1ms' } },
      `load.web.query: connections of kind ${kind} send no queries; leave query out`,
    ],
    [{ process: 'poisson' }, 'load.web.process: connections of kind'],
  ])('with %j are refused', async (over, message) => {
    expect((await complaints({ load: [subscribed(over)] })).join('\n')).toContain(message);
  });

  it('are told why they cannot go through the pooler', async () => {
    const found = await complaints({
      load: [subscribed({ connection: { kind, clients: 1, via: 'pooler' } })],
    });
    expect(found.join('\n')).toMatch(
      kind === 'listen' ? /lends a server connection for one transaction/ : /replication protocol/,
    );
  });
});
