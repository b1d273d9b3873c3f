import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { clusterAddress } from '../../../src/study/cluster/cluster-address.js';
import { STAMP, stampText } from '../../../src/study/cluster/cluster-names.js';
import { ContentStore, contentHash } from '../../../src/study/cluster/content-store.js';
import { absenceText, type PresentWorker, RollCall, slotsOf } from '../../../src/study/cluster/roll-call.js';
import { ScenarioShelf } from '../../../src/study/cluster/scenario-shelf.js';
import { SentContents } from '../../../src/study/cluster/sent-contents.js';
import { WorkersWatch } from '../../../src/study/cluster/workers-watch.js';
import { isInstalled } from '../../programs.js';
import { compiled } from '../../scenario/example.js';
import { TestCluster } from './test-cluster.js';

describe.runIf(isInstalled('redis-server'))('in the Redis of a cluster', () => {
  let cluster: TestCluster;
  let redis: Redis;
  beforeAll(async () => {
    cluster = await TestCluster.begin();
    redis = new Redis(cluster.client);
  });
  beforeEach(() => redis.flushall());
  afterAll(async () => {
    redis.disconnect();
    await cluster.end();
  });

  describe('content', () => {
    const content = Buffer.from('what a run needs '.repeat(1000));
    const hash = contentHash(content);
    const key = `neap:content:${hash}`;

    it('is packed, expires after an hour and is read back unchanged', async () => {
      const store = new ContentStore(redis);
      // A client started to send it, and was stopped.
      await redis.hset(key, '0', Buffer.from('x'));
      await expect(store.get(hash)).rejects.toThrow(`content ${hash} is not there`);
      await store.put(hash, content);
      expect(await store.get(hash)).toEqual(content);
      expect((await redis.hgetBuffer(key, '0'))!.length).toBeLessThan(content.length / 10);
      await redis.expire(key, 60);
      await store.put(hash, content);
      expect(await redis.ttl(key)).toBeGreaterThan(3590);
    });

    it.each([
      ['is not there', async () => redis.del(key)],
      ['is incomplete', async () => redis.hset(key, 'chunks', 2)],
      ['is damaged', async () => redis.hset(key, '0', (await redis.hgetBuffer(key, '0'))!.subarray(0, 20))],
      ['is damaged', async () => redis.rename(`neap:content:${contentHash(Buffer.from('x'))}`, key)],
    ])('counts as missing if it %s', async (problem, damage) => {
      const store = new ContentStore(redis);
      await store.put(contentHash(Buffer.from('x')), Buffer.from('x'));
      await store.put(hash, content);
      await damage();
      await expect(store.get(hash)).rejects.toMatchObject({
        name: 'ContentMissing',
        message: `content ${hash} ${problem}`,
      });
    });
  });

  describe('a scenario', () => {
    it('keeps its recordings in memory that threads share, and is removed with them', async () => {
      const scenario = await compiled();
      const times_seconds = Float64Array.from({ length: 9000 }, (_, index) => index / 7);
      const process = { kind: 'arrivals', times_seconds } as const;
      const recorded: Scenario = { ...scenario, load: [{ ...scenario.load[0]!, process }] };
      const sent = new SentContents(new ContentStore(redis));
      const { hash, contents } = sent.of(recorded);
      expect(contents).toHaveLength(2);
      await Promise.all([sent.use(recorded), sent.use(recorded)]);
      const shelf = new ScenarioShelf(redis);
      const arrived = await shelf.scenario(hash);
      expect(arrived).toEqual(recorded);
      const own = arrived.load[0]!.process as typeof process;
      expect(own.times_seconds.buffer).toBeInstanceOf(SharedArrayBuffer);
      await sent.removeAll();
      expect(await redis.keys('*')).toEqual([]);
      // A worker keeps what it has; another one asks for it again.
      expect(await shelf.scenario(hash)).toBe(arrived);
      await expect(new ScenarioShelf(redis).scenario(hash)).rejects.toThrow('is not there');
      for (const send of [() => sent.use(recorded), () => sent.renew(recorded)]) {
        await redis.flushall();
        await send();
        expect(await new ScenarioShelf(redis).scenario(hash)).toEqual(recorded);
      }
    });

    it('counts as missing if it is not a scenario', async () => {
      const odd = Buffer.from('odd');
      await new ContentStore(redis).put(contentHash(odd), odd);
      await expect(new ScenarioShelf(redis).scenario(contentHash(odd))).rejects.toMatchObject({
        name: 'ContentMissing',
        message: expect.stringMatching(/^scenario [0-9a-f]{64}: ./),
      });
    });
  });

  describe('workers', () => {
    const worker = (over: Partial<PresentWorker> = {}) => ({ ...STAMP, slots: 2, ...over });
    const OLD = worker({ version: '0.0.9', transfer: '1.15', build: 'abc' });

    it('are present until they leave or stop calling', async () => {
      const [one, two] = [new RollCall(redis), new RollCall(redis)];
      const slots = async () => (await one.present()).map((each) => each.slots).toSorted();
      await one.call(worker());
      await two.call(worker({ slots: 5 }));
      await two.call(worker({ slots: 6 }));
      expect(await slots()).toEqual([2, 6]);
      await two.leave();
      expect(await slots()).toEqual([2]);
      const [entry] = await redis.keys('neap:workers:*');
      expect(await redis.pttl(entry!)).toBeGreaterThan(8000);
      await redis.del(entry!);
      expect(await slots()).toEqual([]);
      expect(await redis.keys('*')).toEqual([]);
    });

    it.each<readonly [string, readonly PresentWorker[], string]>([
      ['none', [], 'no worker there; start one with "neap worker"'],
      [
        'some of other versions',
        [OLD, { ...OLD, version: '0.0.8' }, OLD],
        `1 worker of version 0.0.8 (transfer format 1.15, build abc), 2 workers of version 0.0.9 (transfer format 1.15, build abc) there, but none of this program's ${stampText(STAMP)}; start one of the same version`,
      ],
      [
        'one of another build',
        [worker({ build: 'abc' })],
        'two builds of one version may differ in what they compute: start one of the same build',
      ],
    ])('that do not take work are reported: %s', (_, present, text) => {
      expect(slotsOf(present)).toBe(0);
      expect(absenceText(present)).toContain(text);
    });

    it('take work only with the same stamp', () => {
      expect(slotsOf([worker(), worker(), OLD, worker({ transfer: 'other' })])).toBe(4);
    });

    /** A watch whose clock is set by hand. */
    function watched(patience_ms = 10_000) {
      const said: string[] = [];
      let now_ms = 0;
      const address = { ...clusterAddress('redis://host', {}), patience_ms };
      const clock = { monotonicMs: () => now_ms };
      const watch = new WorkersWatch(redis, address, (text) => said.push(text), clock);
      const look = async (ms: number, runs = 1) => {
        now_ms = ms;
        return (await watch.look(runs))?.message;
      };
      return { watch, look, said, workers: new RollCall(redis) };
    }

    it('are counted every three seconds, and every second while there is none', async () => {
      const { watch, look, workers } = watched();
      const slots: number[] = [];
      for (const [ms, present] of [
        [0, undefined],
        [999, worker()],
        [1000, worker()],
        [3999, worker({ slots: 3 })],
        [4000, worker({ slots: 3 })],
      ] as const) {
        if (present !== undefined) await workers.call(present);
        await look(ms);
        slots.push(watch.slots);
      }
      expect(slots).toEqual([0, 0, 2, 2, 3]);
    });

    it('that are absent are reported once after two seconds, and the client gives up after its patience', async () => {
      const { look, said, workers } = watched();
      expect([await look(0), await look(1000), said.length]).toEqual([undefined, undefined, 0]);
      expect([await look(2000), await look(3000)]).toEqual([undefined, undefined]);
      expect(said).toEqual(['waiting at redis://host:6379: no worker there; start one with "neap worker"']);
      await workers.call(OLD);
      await look(4000);
      expect(said).toHaveLength(2);
      expect(await look(10_000)).toMatch(
        /^no worker has taken work from redis:\/\/host:6379 for 10 s: 1 worker of/,
      );
    });

    it('that were present, or were not needed, start the patience again', async () => {
      const { look, said, workers } = watched(5000);
      await look(0);
      await look(2000);
      await workers.call(worker());
      await look(3000);
      await workers.leave();
      await look(6000);
      expect([await look(8000), said.length]).toEqual([undefined, 2]);
      await look(9000, 0);
      expect(await look(12_000)).toBeUndefined();
    });
  });
});
