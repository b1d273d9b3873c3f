import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { BoundedCache } from '../../../src/study/cluster/bounded-cache.js';
import { clusterAddress } from '../../../src/study/cluster/cluster-address.js';
import { askedOfJob, jobId, jobOf, packAnswer, unpackAnswer } from '../../../src/study/cluster/run-job.js';
import type { WorkerAnswer } from '../../../src/study/runs/run-worker.js';

describe('the address of a cluster', () => {
  it.each(['host:6379', 'http://secret@host', 'redis://', 'redis://:secret@host/x', ':secret', ''])(
    'refuses %s without repeating a password',
    (text) => {
      const refused = (): unknown => clusterAddress(text, {});
      expect(refused).toThrow('expected');
      expect(refused).not.toThrow('secret');
    },
  );
});

describe('a run as a job', () => {
  const scenario = { name: 'x', computes: [], load: [] } as unknown as Scenario;
  const asked = {
    scenario,
    replication: 3,
    by_weekday: true,
    fidelity: 'hybrid' as const,
    until: { slower_than_seconds: 0.3, queries: Number.POSITIVE_INFINITY, events: 1e6 },
    recorded: false,
  };

  const { until: _, ...whole } = asked;

  it.each([asked, whole])('is unchanged after a round trip through JSON', (each) => {
    expect(askedOfJob(JSON.parse(JSON.stringify(jobOf('hash', each))), scenario)).toEqual(each);
  });

  it('is identified by everything that it depends on', () => {
    const ids = [
      jobId(asked),
      jobId({ ...asked, scenario: { ...scenario, name: 'y' } }),
      jobId({ ...asked, replication: 4 }),
      jobId({ ...asked, by_weekday: false }),
      jobId({ ...asked, fidelity: 'exact' }),
      jobId(whole),
      jobId({ ...asked, recorded: true }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    // BullMQ splits its keys at colons.
    expect(ids.join('')).not.toContain(':');
  });

  it('has an answer that survives Redis', async () => {
    const fields = { line: 3, values: Float64Array.of(1, 2), of: ['/w/ab/p.mjs', null, { path: '/w/ab' }] };
    const error = { name: 'PolicyError', message: '/w/ab/p.mjs:3: wrong', stack: 'at /w/ab', fields };
    const answer = { error } as WorkerAnswer;
    expect(await unpackAnswer(await packAnswer(answer))).toEqual(answer);
    await expect(unpackAnswer(Buffer.from('odd'))).rejects.toThrow();
  });
});

it('a bounded cache keeps the most recently used entries and creates the others again', async () => {
  const cache = new BoundedCache<string>(10);
  const made: string[] = [];
  const get = (key: string) =>
    cache.get(
      key,
      async () => {
        made.push(key);
        if (key === 'x' && made.indexOf('x') === made.length - 1) throw new Error('gone');
        return key;
      },
      () => 4,
    );
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  await expect(get('x')).rejects.toThrow('gone');
  await expect(get('x')).resolves.toBe('x');
});
