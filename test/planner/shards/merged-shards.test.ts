import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mergeShards } from '../../../src/cli/merge/merge-shards.js';
import { forgetInputs, noteInput } from '../../../src/files/input-files.js';
import { packageVersion } from '../../../src/files/package-version.js';
import { programDigest } from '../../../src/files/program-digest.js';
import { RunLog } from '../../../src/planner/runs/run-log.js';
import { digestOf } from '../../../src/planner/runs/scenario-digest.js';
import { MergedShards, ranges } from '../../../src/planner/shards/merged-shards.js';
import { type ShardContent, writeShard } from '../../../src/planner/shards/shard-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-shards-'));
const at = (...names: string[]) => join(folder, ...names);
let log: RunLog;

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(at('app.yaml'), 'name: app');
  forgetInputs();
  noteInput(at('app.yaml'));
  log = RunLog.begin(at('kept'), {});
  const observations = { duration_seconds: 1, computes: [], quota_exhausted_seconds: 0, events_fired: 7 };
  for (let run = 1; run <= 4; run++) log.append(digestOf(`${run}`), { observations });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shard(
  name: string,
  change: Partial<ShardContent> & { readonly keys?: readonly string[] } = {},
): string {
  const { shard: number = 1, keys = [digestOf(`${number}`)], ...others } = change;
  const work = { version: '1', options: '{}', scenarios: 'abc', command: ['sweep', 'app.yaml'], after: null };
  const fill = (runs: RunLog) => {
    for (const key of keys) runs.copy(key, log);
  };
  writeShard(at(name), { ...work, shard: number, of: 3, fill, ...others });
  return at(name);
}

const three = () => [shard('c', { shard: 3 }), shard('a'), shard('b', { shard: 2 })];

/** What is said where shards cannot be merged, without the place of the test. */
function refusal(folders: readonly string[]): string {
  try {
    MergedShards.open(folders).close();
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }
  throw new Error('they were merged');
}

describe('shards', () => {
  it('are merged in any order, given twice, or by the folder that they are in', () => {
    const [c, a, b] = three() as [string, string, string];
    cpSync(b, at('copy'), { recursive: true });
    for (const given of [[c, a, b], [a, b, c, c, at('copy')], [folder]]) {
      const merged = MergedShards.open(given);
      expect([merged.runs, merged.count, merged.first.manifest.shard]).toEqual([3, 3, 1]);
      expect(merged.find(digestOf('2'))?.observations.events_fired).toBe(7);
      expect(merged.find(digestOf('4'))).toBeUndefined();
      expect(readFileSync(join(merged.files, 'app.yaml'), 'utf8')).toBe('name: app');
      merged.close();
    }
  });

  it('are the same bytes when made twice', () => {
    const bytes = (name: string) => ['runs', 'shard.json'].map((file) => readFileSync(at(name, file)));
    shard('a');
    shard('again');
    expect(bytes('again')).toEqual(bytes('a'));
  });

  it('that are missing are named', () => {
    const [c, a, b] = three() as [string, string, string];
    expect(refusal([a, c])).toContain('shard 2 of 3 is missing;');
    expect(refusal([b])).toContain('shards 1, 3 of 3 are missing; give the folders of all');
    expect(refusal([at('nowhere')])).toContain('nowhere holds no shard: there is no such folder');
    cpSync(a, at('d.partial'), { recursive: true });
    expect(refusal([at('d')])).toContain('the shard of d is not complete');
  });

  it('of different work or division are refused', () => {
    const [c, a] = three() as [string, string, string];
    expect(refusal([c, a, shard('v', { version: '2' })])).toContain('neap was version 1 and is 2');
    expect(refusal([c, a, shard('w', { build: 'abc' })])).toContain(
      'neap was a build before and is build abc of the same version',
    );
    const [b, other] = ['abc', 'def'].map((build) => shard(build, { shard: 2, build }));
    expect(refusal([b!, shard('e', { shard: 1, build: 'def' }), other!])).toContain(
      'hold shards of different work: neap was build abc and is build def of the same version',
    );
    expect(refusal([c, a, shard('o', { options: '{"n":5}' })])).toContain('the options were {} and are');
    expect(refusal([c, a, shard('s', { scenarios: 'x' })])).toContain('has changed');
    expect(refusal([c, a, shard('f', { shard: 4, of: 4 })])).toContain('merge shards of one division');
    const keys = [digestOf('4')];
    expect(refusal([c, shard('other', { shard: 3, keys }), a])).toContain('both hold shard 3/3, and differ');
    writeFileSync(at('app.yaml'), 'name: app # changed');
    expect(refusal([a, shard('t', { shard: 2 }), c])).toContain('or a file that it reads, has changed');
  });

  it('of another build of the same version are merged by that build only', async () => {
    const version = packageVersion();
    const merging = async (build: string | undefined) => {
      const change = { version, of: 1, ...(build !== undefined && { build }) };
      const merged = mergeShards([shard(`of-${build}`, change)], new Command(), async () => 7);
      return merged.catch((error: unknown) => (error as Error).message);
    };
    expect(await merging('abc')).toContain(`is of build abc of neap ${version}, and this is build`);
    expect(await merging(programDigest())).toBe(7);
    expect(await merging(undefined)).toBe(7);
  });

  it('that go on from others need these', () => {
    const first = three();
    const merged = MergedShards.open(first);
    const later = { of: 1, after: merged.digest, keys: [digestOf('4')] };
    merged.close();
    const last = shard('later', later);
    const all = MergedShards.open([last, ...first]);
    expect([all.runs, all.first.folder]).toEqual([4, at('a')]);
    all.close();
    expect(refusal([last])).toContain('goes on from shards (--from) that are not given');
  });

  it('that are damaged are refused', () => {
    const [c, a, b] = three() as [string, string, string];
    const damage = (file: string, how: (path: string, whole: Buffer) => void) => {
      const whole = readFileSync(join(a, file));
      how(join(a, file), whole);
      const text = refusal([c, b, a]);
      writeFileSync(join(a, file), whole);
      return text;
    };
    expect(damage('runs', (path, whole) => truncateSync(path, whole.length - 5))).toContain(
      '0 of 1 runs are whole',
    );
    expect(damage('runs', (path) => rmSync(path))).toContain('the file runs is missing');
    expect(damage('runs', (path) => cpSync(join(b, 'runs'), path))).toContain('runs is of another shard');
    expect(damage('shard.json', (path) => truncateSync(path, 30))).toContain('shard.json is no JSON');
    expect(damage('shard.json', (path) => writeFileSync(path, '{"neap_shard":1}'))).toContain('damaged');
    expect(damage('files/app.yaml', (path) => appendFileSync(path, ' '))).toContain('has been changed');
    expect(MergedShards.open([a, b, c]).close()).toBeUndefined();
  });
});

it('numbers are told as ranges', () => {
  expect(ranges([2, 5, 6, 7, 9, 10])).toBe('2, 5 to 7, 9, 10');
});
