import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { ContentStore, contentHash } from '../../../src/study/cluster/content-store.js';
import { bundleOf, placeOf, policyBundle } from '../../../src/study/cluster/policy-bundle.js';
import { ScenarioShelf } from '../../../src/study/cluster/scenario-shelf.js';
import { SentContents } from '../../../src/study/cluster/sent-contents.js';
import { compiled } from '../../scenario/example.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { FakeRedis } from './fake-redis.js';

const folder = temporaryFolder();

/** Writes files, and returns the path of the first. */
function files(texts: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return join(folder, Object.keys(texts)[0]!);
}

describe('content in Redis', () => {
  const content = Buffer.from('what a run needs '.repeat(1000));
  const hash = contentHash(content);
  const key = `neap:content:${hash}`;
  const begun = () => {
    const redis = new FakeRedis();
    return {
      redis,
      store: new ContentStore(redis.redis),
      parts: () => redis.keys.get(key) as Map<string, Buffer>,
    };
  };

  it('is read back unchanged and sent only once', async () => {
    const { redis, store, parts } = begun();
    await store.put(hash, content);
    expect(await store.get(hash)).toEqual(content);
    expect(parts().get('0')!.length).toBeLessThan(content.length / 10);
    expect(redis.commands.filter((each) => each.startsWith('expire'))).toEqual([
      `expire ${key} 3600`,
      `expire ${key} 3600`,
    ]);
    redis.commands.length = 0;
    await store.put(hash, content);
    // Only its expiry is extended.
    expect(redis.commands).toEqual([`expire ${key} 3600`]);
  });

  it('exists once all of its parts do', async () => {
    const { redis, store, parts } = begun();
    // A client started to send it, and was stopped.
    await redis.hset(key, '0', Buffer.from('x'));
    await expect(store.get(hash)).rejects.toThrow(`content ${hash} is not there`);
    await store.put(hash, content);
    expect(await store.get(hash)).toEqual(content);
    expect(parts().has('chunks')).toBe(true);
  });

  it('counts as missing if it is incomplete', async () => {
    const { redis, store, parts } = begun();
    await expect(store.get(hash)).rejects.toMatchObject({
      name: 'ContentMissing',
      message: `content ${hash} is not there`,
    });
    await store.put(hash, content);
    parts().set('chunks', Buffer.from('2'));
    await expect(store.get(hash)).rejects.toThrow(`content ${hash} is incomplete`);
    parts().set('chunks', Buffer.from('1'));
    const whole = parts().get('0')!;
    parts().set('0', whole.subarray(0, 20));
    await expect(store.get(hash)).rejects.toThrow(`content ${hash} is damaged`);
    // Different content under its name is removed.
    const { redis: elsewhere, store: other } = begun();
    await other.put(contentHash(Buffer.from('x')), Buffer.from('x'));
    redis.keys.set(key, elsewhere.keys.get(`neap:content:${contentHash(Buffer.from('x'))}`)!);
    await expect(store.get(hash)).rejects.toMatchObject({ name: 'ContentMissing', message: /is damaged$/ });
    expect(redis.keys.has(key)).toBe(false);
    redis.commands.length = 0;
    await store.remove([]);
    expect(redis.commands).toEqual([]);
  });
});

describe('a scenario in Redis', () => {
  it('keeps its recordings in memory that threads share, each once', async () => {
    const times = Float64Array.from({ length: 9000 }, (_, index) => index / 7);
    const [load] = (await compiled()).load;
    const process = { kind: 'arrivals', times_seconds: times } as const;
    const recorded = { ...(await compiled()), load: [{ ...load!, process }] } as Scenario;
    const redis = new FakeRedis();
    const sent = new SentContents(new ContentStore(redis.redis));
    const { hash, contents, modules } = await sent.of(recorded);
    expect([contents.length, modules]).toEqual([2, false]);
    await sent.use(recorded);
    const shelf = new ScenarioShelf(redis.redis);
    const arrived = await shelf.scenario(hash);
    expect(arrived).toEqual(recorded);
    const own = arrived.load[0]!.process as typeof process;
    expect(own.times_seconds.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(shelf.bundlesOf(arrived)).toEqual([]);
    shelf.remove();
    const [times_hash] = contents.filter((each) => each !== hash);
    redis.keys.delete(`neap:content:${times_hash}`);
    expect(await shelf.scenario(hash)).toBe(arrived);
    await expect(new ScenarioShelf(redis.redis).scenario(hash)).rejects.toThrow('is not there');
  });

  it('counts as missing if it is not a scenario', async () => {
    const redis = new FakeRedis();
    const odd = Buffer.from('odd');
    await new ContentStore(redis.redis).put(contentHash(odd), odd);
    await expect(new ScenarioShelf(redis.redis).scenario(contentHash(odd))).rejects.toMatchObject({
      name: 'ContentMissing',
      message: expect.stringMatching(/^scenario [0-9a-f]{64}: ./),
    });
  });
});

describe('the module of a policy', () => {
  it('is sent with all of its imports, under paths that are valid anywhere', async () => {
    const module = files({
      'shop/policies/p.mjs': `import { a } from './lib/a.mjs';
        import fs from 'node:fs'; import path from "path"; import { x } from 'neap'; import 'neap/testing';
        const late = await import("../shared/b.js"); require('./c.cjs'); // from './no-such-file.mjs'
        export { z } from '.';`,
      'shop/policies/lib/a.mjs': `export * from '../p.mjs';`,
      'shop/shared/b.js': 'export const b = 1;',
      'shop/policies/c.cjs': 'module.exports = 1;',
      'shop/package.json': '{ "type": "module" }',
      'shop/policies/other.mjs': 'imported by no file',
    });
    const bundle = await policyBundle(module);
    expect(bundle.folder).toBe(join(folder, 'shop'));
    expect(bundle.name).toBe(`neap-bundle:${bundle.hash}/policies/p.mjs`);
    expect(bundle.hash).toBe(contentHash(bundle.content));
    expect([bundleOf(bundle.name), placeOf(bundle.hash)]).toEqual([
      bundle.hash,
      `neap-bundle:${bundle.hash}`,
    ]);
    expect(await policyBundle(module)).toEqual(bundle);

    const redis = new FakeRedis();
    const policy = (of: string | undefined) => ({ name: 'p', values: {}, module: of });
    const scenario = {
      ...(await compiled()),
      computes: [{ size_policy: policy(undefined), suspend_policy: policy(module) }],
    } as unknown as Scenario;
    const sent = new SentContents(new ContentStore(redis.redis));
    const { hash, modules, bundles, contents } = await sent.of(scenario);
    expect({ modules, bundles }).toEqual({ modules: true, bundles: [bundle] });
    expect(contents.toSorted()).toEqual([hash, bundle.hash].toSorted());
    await sent.use(scenario);
    const shelf = new ScenarioShelf(redis.redis);
    const arrived = await shelf.scenario(hash);
    const there = arrived.computes[0]!.suspend_policy.module!;
    expect(arrived.computes[0]!.size_policy.module).toBeUndefined();
    const [shelved] = shelf.bundlesOf(arrived);
    expect(shelved).toEqual({
      folder: there.replace(/\/policies\/p\.mjs$/, ''),
      place: placeOf(bundle.hash),
    });
    expect(readFileSync(there, 'utf8')).toBe(readFileSync(module, 'utf8'));
    expect(readFileSync(join(shelved!.folder, 'shared/b.js'), 'utf8')).toBe('export const b = 1;');
    expect(existsSync(join(shelved!.folder, 'policies/other.mjs'))).toBe(false);
    expect(JSON.parse(readFileSync(join(shelved!.folder, 'package.json'), 'utf8'))).toEqual({
      type: 'module',
    });
    expect(existsSync(join(shelved!.folder, 'node_modules/neap/package.json'))).toBe(true);
    // The same scenario is stored once, and the files of its modules are removed with the shelf.
    expect(await shelf.scenario(hash)).toBe(arrived);
    shelf.remove();
    expect(existsSync(there)).toBe(false);
  });

  it('is in the next folder if it imports nothing, and has no type if no package defines one', async () => {
    const alone = await policyBundle(
      files({ 'alone/q.mjs': 'export default {};', 'alone/package.json': '{}' }),
    );
    expect(alone.folder).toBe(join(folder, 'alone'));
    const typed = await policyBundle(
      files({ 'typed/q.mjs': 'export default {};', 'typed/package.json': '{ "type": "module" }' }),
    );
    expect(typed.hash).not.toBe(alone.hash);
    const odd = await policyBundle(
      files({ 'odd/q.mjs': 'export default {};', 'odd/package.json': '{ "type": 7 }' }),
    );
    expect(odd.hash).toBe(alone.hash);
  });

  it('must not import packages, not even indirectly', async () => {
    const module = files({
      'far/p.mjs': `import './q.mjs';`,
      'far/q.mjs': `import merge from 'lodash/merge';`,
    });
    await expect(policyBundle(module)).rejects.toThrow(
      `${module}: error: imports "lodash/merge": on a cluster a policy may import neighbouring files`,
    );
    await expect(policyBundle(files({ 'far/r.mjs': `import 'neapolitan';` }))).rejects.toThrow(
      'imports "neapolitan"',
    );
  });
});

describe('the contents of a command in Redis', () => {
  const scenarioOf = async (name: string): Promise<Scenario> => ({ ...(await compiled()), name });
  const log: string[] = [];
  let fails = false;
  const store = {
    async put(hash: string) {
      if (fails) throw new Error('away');
      log.push(`put ${hash}`);
    },
    async remove(hashes: readonly string[]) {
      if (hashes.length > 0) log.push(`remove ${hashes.join()}`);
    },
  } as unknown as ContentStore;

  it('are sent once, sent again if that failed, and removed at the end', async () => {
    const sent = new SentContents(store);
    const a = await scenarioOf('a');
    const { hash } = await sent.of(a);
    fails = true;
    await expect(sent.use(a)).rejects.toThrow('away');
    fails = false;
    await Promise.all([sent.use(a), sent.use(a)]);
    expect(log).toEqual([`put ${hash}`]);
    await sent.renew(a);
    expect(log.slice(1)).toEqual([`put ${hash}`]);
    await sent.removeAll();
    await sent.removeAll();
    expect(log.slice(2)).toEqual([`remove ${hash}`]);
    await sent.use(a);
    expect(log.slice(3)).toEqual([`put ${hash}`]);
  });
});
