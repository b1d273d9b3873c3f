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
    [
      {
        rate: undefined,
        process: { closed: { clients: 25, think: { exponential: { mean: '100ms' } }, ramp: '10s' } },
      },
      { kind: 'closed', clients: 25, think_seconds: { kind: 'exponential', mean: 0.1 }, ramp_seconds: 10 },
    ],
    [
      { rate: undefined, process: { closed: { clients: 1 } } },
      { kind: 'closed', clients: 1, think_seconds: { kind: 'constant', value: 0 }, ramp_seconds: 0 },
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
    [{ process: { closed: { clients: 3 } } }, 'this process sets its own times; leave rate out'],
    [
      { rate: undefined, process: { closed: { clients: 0 } } },
      'load.web.process.closed.clients: expected a whole number of 1 or more, got 0',
    ],
    [
      { rate: undefined, process: { closed: { cleints: 3 } } },
      'load.web.process.closed.cleints: unknown key "cleints"; did you mean "clients"?',
    ],
    [
      { rate: undefined, process: { closed: { clients: 3, ramp: 10 } } },
      'load.web.process.closed.ramp: expected a duration such as 350ms, 90s, 5m, 1h30m or 7d, got 10; give it a unit',
    ],
    [
      { rate: undefined, process: { closed: { clients: 3 } }, query: { cpu: '0s' } },
      'load.web.process.closed.think: queries that take no time with no time between them never end; expected a think above 0s',
    ],
    [
      {
        rate: undefined,
        process: { closed: { clients: 3 } },
        connection: { kind: 'session', queries: 3 },
      },
      'load.web.connection.kind: a closed loop thinks between queries, and so does a session',
    ],
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
      statement_timeout_seconds: undefined,
    });
  });

  it('may be cancelled after a while', async () => {
    const { query } = await compiledLoad({ query: { cpu: '4ms', statement_timeout: '30s' } });
    expect(query.statement_timeout_seconds).toBe(30);
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
    [
      { cpu: '1ms', statement_timeout: '0s' },
      'load.web.query.statement_timeout: expected a duration such as',
    ],
    [{ cpu: '1ms', statement_timeout: 30 }, 'got 30; give it a unit, such as 30ms or 30s'],
    [undefined, 'load.web.query: "query" is missing; expected a mapping with the CPU time of a query'],
  ])('%j is refused', async (query, message) => {
    expect(await complaint({ query })).toContain(message);
  });
});

describe('retries', () => {
  it('that are off still say how connections are opened again', async () => {
    const { retry } = await compiledLoad({});
    expect(retry).toEqual({ ...(await compiledLoad({ retry: { attempts: 5 } })).retry, attempts: 1 });
  });

  it('may have a budget of more than one retry for each first attempt', async () => {
    expect((await compiledLoad({ retry: { attempts: 9, budget: 1.5 } })).retry.budget).toBe(1.5);
  });

  it('wait for ever to connect where they are told so', async () => {
    const { retry } = await compiledLoad({ retry: { connect_timeout: 'never' } });
    expect(retry.connect_timeout_seconds).toBeUndefined();
  });

  it('are off unless given', async () => {
    expect((await compiledLoad({})).retry).toMatchObject({ attempts: 1, connect_timeout_seconds: undefined });
  });

  it('back off from 100 ms to 30 s, doubling, with full jitter', async () => {
    expect((await compiledLoad({ retry: { attempts: 5 } })).retry).toEqual({
      attempts: 5,
      budget: undefined,
      give_up_seconds: undefined,
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
      budget: '20%',
      give_up: '1m',
      first: '1s',
      factor: 1.5,
      max: '9s',
      jitter: 'equal',
      connect_timeout: '10s',
    };
    expect((await compiledLoad({ retry })).retry).toEqual({
      attempts: 3,
      budget: 0.2,
      give_up_seconds: 60,
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
    [{ attempts: 2, connect_timeout: '0s' }, 'or never, above 0, got "0s"'],
    [{ attempts: 2, connect_timeout: 'nevr' }, 'or 7d, or never, got "nevr"'],
    [
      { attempts: 2, budget: '120%' },
      'load.web.retry.budget: expected a share such as 20%, or a number of 0',
    ],
    [{ attempts: 2, budget: -1 }, 'expected a share such as 20%, or a number of 0 or more, got -1'],
    [{ attempts: 2, give_up: '0s' }, 'load.web.retry.give_up: expected a duration'],
    [
      { budget: 0.5 },
      'load.web.retry.attempts: "attempts" is missing; expected how many attempts there may be, 2 or more for budget',
    ],
    [{ give_up: '1m' }, 'expected how many attempts there may be, 2 or more for give_up to matter'],
  ])('%j is refused', async (retry, message) => {
    expect(await complaint({ retry })).toContain(message);
  });
});
