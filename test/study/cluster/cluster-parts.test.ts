import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { BoundedCache } from '../../../src/study/cluster/bounded-cache.js';
import { clusterAddress } from '../../../src/study/cluster/cluster-address.js';
import { askedOfJob, jobId, jobOf, withFolder } from '../../../src/study/cluster/run-job.js';
import { scenarioContent, unpackScenario } from '../../../src/study/cluster/scenario-content.js';
import { orderedRuns } from '../../../src/study/engine/ordered-runs.js';
import type { RunTask, Workforce } from '../../../src/study/runs/executor.js';
import type { VariantRun } from '../../../src/study/runs/variant.js';

describe('the address of a cluster', () => {
  it('is shown without its secrets', () => {
    const address = clusterAddress('rediss://me:geheim@redis.example:6380/2?x=geheim', {});
    expect(address.shown).toBe('rediss://redis.example:6380/2');
    expect(address.password).toBeUndefined();
    expect(address.url).toContain('geheim');
  });

  it('takes the password from the environment if it contains none', () => {
    const env = { NEAP_REDIS_PASSWORD: 'other', NEAP_REDIS_PATIENCE_SECONDS: '2.5' };
    expect(clusterAddress('redis://host', env)).toMatchObject({ password: 'other', patience_ms: 2500 });
    expect(clusterAddress('redis://:own@host', env).password).toBeUndefined();
    expect(clusterAddress('redis://host', {}).shown).toBe('redis://host:6379');
  });

  it.each(['host:6379', 'http://geheim@host', 'redis://', 'redis://:geheim@host/x', ':geheim', ''])(
    'refuses %s without repeating a password',
    (text) => {
      const refused = (): unknown => clusterAddress(text, {});
      expect(refused).toThrow('expected');
      expect(refused).not.toThrow('geheim');
    },
  );

  it.each(['0', '-1', 'soon', 'Infinity'])('refuses a patience of %s seconds', (seconds) => {
    expect(() => clusterAddress('redis://host', { NEAP_REDIS_PATIENCE_SECONDS: seconds })).toThrow(
      'expected seconds above 0',
    );
  });
});

const SCENARIO = { name: 'x', computes: [], load: [] } as unknown as Scenario;

describe('a run as a job', () => {
  const asked = {
    scenario: SCENARIO,
    replication: 3,
    by_weekday: true,
    shaped: false,
    fidelity: 'hybrid' as const,
    until: { slower_than_seconds: 0.3, queries: Number.POSITIVE_INFINITY, events: 1e6 },
    recorded: false,
  };

  it('is unchanged after a round trip through JSON', () => {
    for (const each of [asked, { ...asked, until: undefined }]) {
      const job = JSON.parse(JSON.stringify(jobOf('hash', each)));
      expect(askedOfJob(job, SCENARIO)).toEqual(each);
    }
  });

  it('is identified by everything that it depends on', () => {
    const ids = [
      jobId('a', [], asked),
      jobId('b', [], asked),
      jobId('a', ['m'], asked),
      jobId('a', [], { ...asked, replication: 4 }),
      jobId('a', [], { ...asked, by_weekday: false }),
      jobId('a', [], { ...asked, fidelity: 'exact' }),
      jobId('a', [], { ...asked, until: undefined }),
      jobId('a', [], { ...asked, recorded: true }),
      jobId('a', [], { ...asked, shaped: true }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    // BullMQ splits its keys at colons.
    expect(ids.join('')).not.toContain(':');
  });

  it("has errors that name the client's folders", () => {
    const error = {
      name: 'PolicyError',
      message: '/tmp/w/ab/p.mjs:3: wrong',
      stack: 'at /tmp/w/ab',
      fields: { call: { module: '/tmp/w/ab/p.mjs', line: 3 } },
    };
    expect(withFolder({ error }, '/tmp/w/ab', '/home/me')).toEqual({
      error: {
        name: 'PolicyError',
        message: '/home/me/p.mjs:3: wrong',
        stack: undefined,
        fields: { call: { module: '/home/me/p.mjs', line: 3 } },
      },
    });
  });
});

describe('a scenario sent to a worker', () => {
  const long = Float64Array.from({ length: 8_200 }, (_, index) => index / 3);
  const module = { module: '/home/me/policies/p.mjs', name: 'p', values: {} };
  const own = { module: undefined, name: 'fixed', values: {} };
  const scenario = {
    ...SCENARIO,
    load: [
      { arrivals: long, share: Number.POSITIVE_INFINITY },
      { arrivals: { chunks: [new Uint8Array(70_000).fill(7)], odd: long.slice(0, 3) }, none: undefined },
    ],
    computes: [{ size_policy: module, suspend_policy: own }],
  } as unknown as Scenario;
  const bundle = {
    hash: 'ab',
    content: new Uint8Array(1),
    folder: '/home/me/policies',
    name: 'neap-bundle:ab/p.mjs',
  };

  it('arrives unchanged, with separate recordings, and modules in a local folder', async () => {
    const { hash, contents } = scenarioContent(scenario, new Map([[module.module, bundle]]));
    expect(contents.size).toBe(4);
    expect(Buffer.from(contents.get(hash)!).includes('/home/me')).toBe(false);
    const arrived = await unpackScenario(hash, {
      content: async (each) => Buffer.from(contents.get(each)!),
      array: async (each) => new Uint8Array(contents.get(each)!),
      folder: async (each) => `/tmp/worker/${each}`,
    });
    const here = { ...module, module: '/tmp/worker/ab/p.mjs' };
    expect(arrived).toEqual({ ...scenario, computes: [{ size_policy: here, suspend_policy: own }] });
  });
});

describe('a bounded cache', () => {
  it('keeps the most recently used entries and creates the others again', async () => {
    const cache = new BoundedCache<string>(10);
    const made: string[] = [];
    const get = (key: string) =>
      cache.get(
        key,
        async () => {
          made.push(key);
          return key;
        },
        () => 4,
      );
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    await expect(
      cache.get(
        'x',
        () => Promise.reject(new Error('gone')),
        () => 1,
      ),
    ).rejects.toThrow('gone');
    await expect(get('x')).resolves.toBe('x');
  });
});

describe('runs in order', () => {
  it('start ahead of a slow one, as far as the workforce allows', async () => {
    const done = new Map<number, () => void>();
    const begun: number[] = [];
    const workforce: Workforce = {
      width: 2,
      ahead: 4,
      run: ({ replication }) =>
        new Promise((resolve) => {
          begun.push(replication);
          done.set(replication, () => resolve({} as VariantRun));
        }),
      underWay: { runs: 0, arrived: 0 },
      close: async () => undefined,
    };
    const tasks = Array.from({ length: 6 }, (_, replication) => ({ replication }) as RunTask);
    const seen: number[] = [];
    const all = (async () => {
      for await (const { task } of orderedRuns(tasks, workforce)) seen.push(task.replication);
    })();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    await turn();
    for (const each of [1, 2, 3]) {
      done.get(each)!();
      await turn();
    }
    // The first one is slow: nothing is delivered before it, and at most four runs from it onwards are here.
    expect({ begun, seen }).toEqual({ begun: [0, 1, 2, 3], seen: [] });
    done.get(0)!();
    await turn();
    expect({ begun, seen }).toEqual({ begun: [0, 1, 2, 3, 4, 5], seen: [0, 1, 2, 3] });
    done.get(5)!();
    done.get(4)!();
    await all;
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
