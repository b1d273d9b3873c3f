import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
      const { hash, contents, modules } = await sent.of(recorded);
      expect([contents.length, modules]).toEqual([2, false]);
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

    it('arrives with the modules of its policies and everything that they import', async () => {
      const texts = {
        'shop/policies/p.mjs': `import { a } from './lib/a.mjs';
          import fs from 'node:fs'; import path from "path"; import { x } from 'neap'; import 'neap/testing';
          const late = await import("../shared/b.js"); require('./c.cjs'); // from './no-such-file.mjs'
          export { z } from '.';`,
        'shop/policies/lib/a.mjs': `export * from '../p.mjs';`,
        'shop/shared/b.js': 'export const b = 1;',
        'shop/policies/c.cjs': 'module.exports = 1;',
        'shop/package.json': '{ "type": "module" }',
        'shop/policies/other.mjs': 'imported by no file',
      };
      for (const [path, text] of Object.entries(texts)) {
        mkdirSync(join(cluster.folder, path, '..'), { recursive: true });
        writeFileSync(join(cluster.folder, path), text);
      }
      const policy = (module: string | undefined) => ({ name: 'p', values: {}, module });
      const module = join(cluster.folder, 'shop/policies/p.mjs');
      const computes = [{ size_policy: policy(undefined), suspend_policy: policy(module) }];
      const scenario = { ...(await compiled()), computes } as unknown as Scenario;
      const sent = new SentContents(new ContentStore(redis));
      const { hash, modules, bundles } = await sent.of(scenario);
      expect([modules, bundles.map(({ folder }) => folder)]).toEqual([true, [join(cluster.folder, 'shop')]]);
      await sent.use(scenario);
      const shelf = new ScenarioShelf(redis);
      const [compute] = (await shelf.scenario(hash)).computes;
      expect(compute!.size_policy.module).toBeUndefined();
      const there = compute!.suspend_policy.module!;
      const file = (path: string) => join(there.replace(/\/policies\/p\.mjs$/, ''), path);
      for (const path of ['policies/p.mjs', 'policies/lib/a.mjs', 'shared/b.js', 'policies/c.cjs'] as const)
        expect(readFileSync(file(path), 'utf8')).toBe(texts[`shop/${path}`]);
      expect(JSON.parse(readFileSync(file('package.json'), 'utf8'))).toEqual({ type: 'module' });
      expect(existsSync(file('policies/other.mjs'))).toBe(false);
      expect(existsSync(file('node_modules/neap/package.json'))).toBe(true);
      shelf.remove();
      expect(existsSync(there)).toBe(false);
    });
  });

  describe('workers', () => {
    const worker = (over: Partial<PresentWorker> = {}) => ({ ...STAMP, slots: 2, modules: false, ...over });
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

    it.each<readonly [string, readonly PresentWorker[], boolean, string]>([
      ['none', [], true, 'no worker there; start one with "neap worker"'],
      [
        'one that runs no modules',
        [worker(), OLD],
        true,
        '1 worker there, but none runs policies from modules, as this scenario asks; start one with --allow-modules',
      ],
      [
        'some of other versions',
        [OLD, { ...OLD, version: '0.0.8' }, OLD],
        false,
        `1 worker of version 0.0.8 (transfer format 1.15, build abc), 2 workers of version 0.0.9 (transfer format 1.15, build abc) there, but none of this program's ${stampText(STAMP)}; start one of the same version`,
      ],
      [
        'one of another build',
        [worker({ build: 'abc' })],
        false,
        'two builds of one version may differ in what they compute: start one of the same build',
      ],
    ])('that do not take work are reported: %s', (_, present, modules, text) => {
      expect(slotsOf(present, modules)).toBe(0);
      expect(absenceText(present, modules)).toContain(text);
    });

    it('take work only with the same stamp, and policies from modules only if they allow them', () => {
      expect(slotsOf([worker(), worker(), OLD, worker({ transfer: 'other' })], false)).toBe(4);
      expect(slotsOf([worker(), worker({ modules: true }), OLD], true)).toBe(2);
    });

    /** A watch whose clock is set by hand. */
    function watched(patience_ms = 10_000) {
      const said: string[] = [];
      let now_ms = 0;
      const address = { ...clusterAddress('redis://host', {}), patience_ms };
      const clock = { monotonicMs: () => now_ms };
      const watch = new WorkersWatch(redis, address, (text) => said.push(text), clock);
      const look = async (ms: number, runs = 1, modules = false) => {
        now_ms = ms;
        return (await watch.look(runs, modules))?.message;
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

    it('that do not accept the work end the command soon', async () => {
      const { look, said, workers } = watched();
      await workers.call(worker());
      expect([await look(0, 1, true), await look(1000, 1, true)]).toEqual([undefined, undefined]);
      expect(await look(2000, 1, true)).toMatch(
        /^redis:\/\/host:6379: 1 worker there, but none runs policies from modules/,
      );
      expect(said).toEqual([]);
    });
  });
});
