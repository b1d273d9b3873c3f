import { describe, expect, it } from 'vitest';
import type { ProcessSpecification } from '../../src/workload/load-specification.js';
import { compiledLoad, complaints, exampleLoad } from './example.js';

async function complaint(over: Record<string, unknown>): Promise<string> {
  return (await complaints({ load: [exampleLoad(over)] })).join('\n');
}

describe('every arrival process', () => {
  it.each<[Record<string, unknown>, ProcessSpecification]>([
    [{}, { kind: 'poisson', rate: { kind: 'constant', per_second: 1 } }],
    [{ process: 'poisson' }, { kind: 'poisson', rate: { kind: 'constant', per_second: 1 } }],
    [
      { process: 'regular' },
      { kind: 'regular', rate: { kind: 'constant', per_second: 1 }, offset_seconds: 0 },
    ],
    [
      { rate: undefined, process: { regular: { every: '5m', offset: '10s' } } },
      { kind: 'regular', rate: { kind: 'constant', per_second: 1 / 300 }, offset_seconds: 10 },
    ],
    [
      { rate: undefined, process: { renewal: { gap: { uniform: { min: '1s', max: '9s' } } } } },
      { kind: 'renewal', gap: { kind: 'uniform', min: 1, max: 9 } },
    ],
    [
      {
        rate: undefined,
        process: {
          mmpp: [
            { rate: '1/s', mean: '9m' },
            { rate: '9/s', mean: '1m' },
          ],
        },
      },
      {
        kind: 'poisson',
        rate: {
          kind: 'mmpp',
          states: [
            { per_second: 1, mean_seconds: 540 },
            { per_second: 9, mean_seconds: 60 },
          ],
        },
      },
    ],
    [
      { rate: undefined, process: { cron: { schedule: '*/5 * * * *', count: 3, jitter: '1s' } } },
      {
        kind: 'cron',
        schedule: '*/5 * * * *',
        count: 3,
        jitter: { kind: 'constant', value: 1 },
        start_epoch_seconds: 1_767_571_200,
      },
    ],
    [
      { rate: undefined, process: { arrivals: ['0s', '1.5s', '1.5s', '1m'] } },
      { kind: 'arrivals', times_seconds: Float64Array.of(0, 1.5, 1.5, 60) },
    ],
  ])('reads %j', async (over, process) => {
    expect((await compiledLoad(over)).process).toEqual(process);
  });

  it.each([
    [{ process: 'posson' }, 'expected one of poisson, regular, trace, got "posson"; did you mean "poisson"?'],
    [{ process: { renewl: {} } }, 'load.web.process.renewl: unknown key "renewl"; did you mean "renewal"?'],
    [{ rate: undefined }, 'load.web.rate: "rate" is missing; expected a rate such as 40/s'],
    [
      { process: { renewal: { gap: '1s' } } },
      'load.web.rate: this process sets its own times; leave rate out',
    ],
    [{ process: 'trace' }, 'process: trace replays a file; expected rate: { trace: { file, kind } }'],
    [{ rate: undefined, process: 'trace' }, '"rate" is missing; expected { trace: { file, kind } }'],
    [
      { rate: undefined, process: { arrivals: ['2s', '1s'] } },
      'load.web.process.arrivals[1]: expected a moment that is not before',
    ],
    [{ rate: undefined, process: { cron: { schedule: '@daily' } } }, 'expected five fields'],
    [
      { rate: undefined, process: { cron: { schedule: '* * * * *', count: 0 } } },
      'expected a whole number of 1 or more, got 0',
    ],
    [{ rate: undefined, process: { regular: {} } }, 'load.web.process.regular.every: "every" is missing'],
  ])('says what is wrong with %j', async (over, message) => {
    expect(await complaint(over)).toContain(message);
  });
});

describe('a query', () => {
  it('needs only its CPU time', async () => {
    expect((await compiledLoad({ query: { cpu: '4ms' } })).query).toEqual({
      cpu_seconds: { kind: 'constant', value: 0.004 },
      wait_seconds: { kind: 'constant', value: 0 },
      pages: { kind: 'constant', value: 0 },
      working_set_bytes: 0,
      popularity_exponent: 0.9,
      memory_bytes: { kind: 'constant', value: 0 },
      temp_bytes: { kind: 'constant', value: 0 },
    });
  });

  it.each([[1.1], [{ zipf: 1.1 }]])('takes its popularity as %j', async (popularity) => {
    const query = { cpu: '4ms', pages: 8, working_set: '1GiB', popularity };
    expect((await compiledLoad({ query })).query.popularity_exponent).toBe(1.1);
  });

  it.each([
    [{}, 'load.web.query.cpu: "cpu" is missing; expected a duration'],
    [
      { cpu: '1ms', pages: 8 },
      'load.web.query.working_set: "working_set" is missing; expected the size of the data',
    ],
    [{ cpu: '1ms', pages: 8, working_set: 0 }, 'load.web.query.working_set: expected the size of the data'],
    [{ cpu: '1ms', pages: -1 }, 'load.web.query.pages: expected a number of 0 or more, got -1'],
    [{ cpu: '1ms', working_set: '2gb' }, 'expected a size such as 512KiB, 4MiB, 6GiB or 4GB'],
    [{ cpu: '1ms', popularity: { zip: 1 } }, 'unknown key "zip"; did you mean "zipf"?'],
    [{ cpu: '1ms', popularity: 'zipf' }, 'expected a number of 0 or more, got "zipf"'],
    [{ cpu: '1ms', memory: '4 meg' }, 'load.web.query.memory: expected a size'],
  ])('%j is refused', async (query, message) => {
    expect(await complaint({ query })).toContain(message);
  });
});

describe('connections', () => {
  it.each([
    [undefined, { kind: 'per_query', via: 'direct' }],
    [{ via: 'pooler' }, { kind: 'per_query', via: 'pooler' }],
    [
      { kind: 'pool', size: 20, acquire_timeout: '5s', max_waiting: 100, via: 'pooler' },
      {
        kind: 'pool',
        via: 'pooler',
        size: 20,
        acquire_timeout_seconds: { kind: 'constant', value: 5 },
        max_waiting: 100,
      },
    ],
    [
      { kind: 'pool', size: 1 },
      { kind: 'pool', via: 'direct', size: 1, acquire_timeout_seconds: undefined, max_waiting: undefined },
    ],
    [
      { kind: 'session', hold: { exponential: { mean: '1m' } } },
      {
        kind: 'session',
        via: 'direct',
        hold_seconds: { kind: 'exponential', mean: 60 },
        queries: undefined,
        think_seconds: undefined,
      },
    ],
    [
      { kind: 'session', queries: 5, think: '1s' },
      {
        kind: 'session',
        via: 'direct',
        hold_seconds: undefined,
        queries: { kind: 'constant', value: 5 },
        think_seconds: { kind: 'constant', value: 1 },
      },
    ],
  ])('reads %j', async (connection, specification) => {
    expect((await compiledLoad({ connection })).connection).toEqual(specification);
  });

  it.each([
    [{ kind: 'pol', size: 2 }, 'load.web.connection.kind: there is no kind "pol"; did you mean "pool"?'],
    [{ kind: 'pool' }, 'load.web.connection.size: "size" is missing; expected a whole number of 1 or more'],
    [{ kind: 'pool', size: 0 }, 'expected a whole number of 1 or more, got 0'],
    [{ kind: 'per_query', size: 2 }, 'load.web.connection.size: unknown key "size"'],
    [{ kind: 'session' }, 'a session needs hold (a duration) or queries (a count)'],
    [{ kind: 'pool', size: 2, via: 'proxy' }, 'expected one of direct, pooler, got "proxy"'],
    ['pool', 'expected { kind: per_query }, { kind: pool, size } or { kind: session, hold }, got "pool"'],
  ])('%j is refused', async (connection, message) => {
    expect(await complaint({ connection })).toContain(message);
  });
});

describe('retries', () => {
  it('are off unless given', async () => {
    expect((await compiledLoad({})).retry).toMatchObject({ attempts: 1, connect_timeout_seconds: undefined });
  });

  it('back off from 100 ms to 30 s, doubling, with full jitter', async () => {
    expect((await compiledLoad({ retry: { attempts: 5 } })).retry).toEqual({
      attempts: 5,
      first_seconds: 0.1,
      factor: 2,
      max_seconds: 30,
      jitter: 'full',
      connect_timeout_seconds: undefined,
    });
  });

  it('take every setting', async () => {
    const retry = {
      attempts: 3,
      first: '1s',
      factor: 1.5,
      max: '9s',
      jitter: 'equal',
      connect_timeout: '10s',
    };
    expect((await compiledLoad({ retry })).retry).toEqual({
      attempts: 3,
      first_seconds: 1,
      factor: 1.5,
      max_seconds: 9,
      jitter: 'equal',
      connect_timeout_seconds: 10,
    });
  });

  it.each([
    [{ attempts: 0 }, 'expected a whole number of 1 or more, got 0'],
    [{ attempts: 2, factor: 0.5 }, 'expected a number of 1 or more, got 0.5'],
    [{ attempts: 2, first: '1m' }, 'load.web.retry.first: expected a first backoff of at most max'],
    [{ attempts: 2, jitter: 'ful' }, 'did you mean "full"?'],
    [{ attempts: 2, connect_timeout: '0s' }, 'above 0'],
  ])('%j is refused', async (retry, message) => {
    expect(await complaint({ retry })).toContain(message);
  });
});
