import { describe, expect, it } from 'vitest';
import { type ClusterAddress, clusterAddress } from '../../../src/study/cluster/cluster-address.js';
import { isSame, queueName, resultKey, STAMP, stampText } from '../../../src/study/cluster/cluster-names.js';
import { absenceText, type PresentWorker, RollCall, slotsOf } from '../../../src/study/cluster/roll-call.js';
import { WorkersWatch } from '../../../src/study/cluster/workers-watch.js';
import { FakeRedis } from './fake-redis.js';

const worker = (over: Partial<PresentWorker> = {}): PresentWorker => ({
  ...STAMP,
  slots: 2,
  modules: false,
  ...over,
});
const OLD = worker({ version: '0.0.9', transfer: '1.15', build: 'abc' });

describe('the list of workers', () => {
  it('contains every worker that calls, until it leaves or stops calling', async () => {
    const fake = new FakeRedis();
    const [one, two] = [1, 2].map(() => new RollCall(fake.redis));
    expect(await one!.present()).toEqual([]);
    await one!.call(worker());
    await two!.call(worker({ slots: 5 }));
    await two!.call(worker({ slots: 6 }));
    expect((await one!.present()).map(({ slots }) => slots)).toEqual([2, 6]);
    expect(fake.commands.filter((each) => each.startsWith('set'))).toEqual(Array(3).fill('set PX 9000'));
    await two!.leave();
    expect(await one!.present()).toHaveLength(1);
    expect(fake.keys.size).toBe(2);
    // Its entry has expired.
    const [entry] = [...fake.keys.keys()].filter((key) => key.startsWith('neap:workers:'));
    fake.keys.delete(entry!);
    expect(await one!.present()).toEqual([]);
    expect(await fake.smembers('neap:workers')).toEqual([]);
  });

  it('contains workers with the same stamp, and marks others as unusable', () => {
    expect(isSame(STAMP, { ...STAMP })).toBe(true);
    for (const key of ['version', 'transfer', 'build'] as const) {
      expect(isSame(STAMP, { ...STAMP, [key]: 'other' })).toBe(false);
    }
    expect(stampText(OLD)).toBe('version 0.0.9 (transfer format 1.15, build abc)');
    expect(queueName(true)).toBe(`${queueName(false)}-modules`);
    expect(queueName(false)).toContain(STAMP.build);
    expect(resultKey('job')).toMatch(/^neap:result:.+:job$/);
    expect(slotsOf([worker(), worker(), OLD], false)).toBe(4);
    expect(slotsOf([worker(), worker({ modules: true }), OLD], true)).toBe(2);
  });

  it('is reported if no worker takes work', () => {
    expect(absenceText([worker(), OLD], true)).toBe(
      '1 worker there, but none runs policies from modules, as this scenario asks; start one with --allow-modules',
    );
    expect(absenceText([], true)).toBe('no worker there; start one with "neap worker"');
    const older = { ...OLD, version: '0.0.8' };
    expect(absenceText([OLD, older, OLD], false)).toBe(
      `1 worker of ${stampText(older)}, 2 workers of ${stampText(OLD)} there, but none of this program's ${stampText(STAMP)}; start one of the same version`,
    );
    expect(absenceText([worker({ build: 'abc' })], false)).toContain(
      'two builds of one version may differ in what they compute: start one of the same build',
    );
  });
});

describe('the watch over the workers', () => {
  function watched(patience_ms = 10_000) {
    const fake = new FakeRedis();
    const workers = new RollCall(fake.redis);
    const address: ClusterAddress = { ...clusterAddress('redis://host', {}), patience_ms };
    const said: string[] = [];
    let now_ms = 0;
    const watch = new WorkersWatch(fake.redis, address, (text) => said.push(text), {
      monotonicMs: () => now_ms,
    });
    return { watch, workers, said, at: (ms: number) => (now_ms = ms) };
  }

  it('checks every three seconds, and every second if there is no worker', async () => {
    const { watch, workers, at } = watched();
    await watch.look(1, false);
    expect(watch.slots).toBe(0);
    await workers.call(worker());
    at(999);
    await watch.look(1, false);
    expect(watch.slots).toBe(0);
    at(1000);
    await watch.look(1, false);
    expect(watch.slots).toBe(2);
    await workers.call(worker({ slots: 3 }));
    at(3999);
    await watch.look(1, false);
    expect(watch.slots).toBe(2);
    at(4000);
    await watch.look(1, false);
    expect(watch.slots).toBe(3);
  });

  it('reports once, after two seconds, that work is waiting, and gives up after the patience', async () => {
    const { watch, said, at, workers } = watched();
    for (const ms of [0, 1000]) {
      at(ms);
      expect(await watch.look(1, false)).toBeUndefined();
    }
    expect(said).toEqual([]);
    for (const ms of [2000, 3000]) {
      at(ms);
      expect(await watch.look(1, false)).toBeUndefined();
    }
    expect(said).toEqual(['waiting at redis://host:6379: no worker there; start one with "neap worker"']);
    await workers.call(OLD);
    at(4000);
    await watch.look(1, false);
    expect(said).toHaveLength(2);
    at(10_000);
    const error = await watch.look(1, false);
    expect(error!.message).toMatch(
      /^no worker has taken work from redis:\/\/host:6379 for 10 s: 1 worker of/,
    );
    expect(error!.is_input).toBe(false);
  });

  it('starts waiting again after a worker was present, or when there was no work', async () => {
    const { watch, workers, at, said } = watched(5000);
    await watch.look(1, false);
    at(2000);
    await watch.look(1, false);
    expect(said).toHaveLength(1);
    await workers.call(worker());
    at(3000);
    expect(await watch.look(1, false)).toBeUndefined();
    await workers.leave();
    at(6000);
    await watch.look(1, false);
    at(8000);
    expect(await watch.look(1, false)).toBeUndefined();
    expect(said).toHaveLength(2);
    at(9000);
    expect(await watch.look(0, false)).toBeUndefined();
    at(12_000);
    expect(await watch.look(1, false)).toBeUndefined();
  });

  it('gives up soon if the present workers do not accept the work', async () => {
    const { watch, workers, at, said } = watched();
    await workers.call(worker());
    await watch.look(1, true);
    expect(watch.slots).toBe(0);
    at(1000);
    expect(await watch.look(1, true)).toBeUndefined();
    at(2000);
    const error = await watch.look(1, true);
    expect(error!.message).toMatch(
      /^redis:\/\/host:6379: 1 worker there, but none runs policies from modules/,
    );
    expect(error!.is_input).toBe(true);
    expect(said).toEqual([]);
  });
});
