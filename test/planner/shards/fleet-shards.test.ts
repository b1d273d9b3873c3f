import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetInputs, noteInput } from '../../../src/files/input-files.js';
import { partTask } from '../../../src/planner/runs/fleet-run.js';
import { RunLog } from '../../../src/planner/runs/run-log.js';
import { runVariant } from '../../../src/planner/runs/variant.js';
import { carriedFiles } from '../../../src/planner/shards/carried-files.js';
import {
  mostShards,
  partKey,
  partsOfShard,
  tenantsOfShard,
  writeFleet,
} from '../../../src/planner/shards/fleet-shard.js';
import { mergedFleet } from '../../../src/planner/shards/merged-fleet.js';
import { MergedShards } from '../../../src/planner/shards/merged-shards.js';
import { filesOf, isFolder, readShard, writeShard } from '../../../src/planner/shards/shard-folder.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { fleetParts } from '../../../src/simulation/fleet/fleet-parts.js';
import { KeptComputes } from '../../../src/simulation/outcome/computes-told.js';
import { FleetRecord } from '../../../src/simulation/outcome/fleet-record.js';
import type { Observer } from '../../../src/simulation/run/observation.js';
import { compiled } from '../../scenario/example.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-fleet-'));
const at = (...names: string[]) => join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  forgetInputs();
});

function file(path: string, text = path): string {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  return at(path);
}

/** A fleet of two parts, of which the last is small. */
const fleet = await parseScenario(
  JSON.stringify({
    name: 'fleet',
    duration: '1m',
    plan: 'scale',
    computes: {
      name: 'tenant',
      count: 66,
      template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
    },
    load: [{ name: 'app', compute: 'tenant', rate: '30/h', query: { cpu: '20ms' } }],
  }),
);

describe('the tenants of a shard', () => {
  it('are whole parts, neighbours, and together all of them', () => {
    const shares = (count: number, of: number) =>
      Array.from({ length: of }, (_, index) => tenantsOfShard(count, { number: index + 1, of }));
    expect(shares(130, 2)).toEqual([
      { from: 0, to: 64 },
      { from: 64, to: 130 },
    ]);
    expect(shares(200, 3)).toEqual([
      { from: 0, to: 64 },
      { from: 64, to: 128 },
      { from: 128, to: 200 },
    ]);
    expect([1, 64, 65, 128, 129].map(mostShards)).toEqual([1, 1, 2, 2, 3]);
  });

  it('are divided here where all of them were compiled', async () => {
    const of = (isWhole: boolean, number: number) =>
      partsOfShard(fleet, isWhole, { number, of: 2 })?.map(({ places }) => places.length);
    expect([of(true, 1), of(true, 2), of(false, 2)]).toEqual([[64], [2], [64, 2]]);
    expect(partsOfShard(await compiled(), true, { number: 1, of: 2 })).toBeUndefined();
  });
});

function watched() {
  const rows: unknown[] = [];
  const observer: Observer = {
    timeline: (row) => void rows.push(row),
    decision: (row) => void rows.push(row),
  };
  return { rows, observer };
}

/** Runs the parts of a shard, and writes its folder. */
async function shardOf(number: number): Promise<string> {
  const kept = RunLog.begin(at(`kept-${number}`), {});
  const parts = partsOfShard(fleet, true, { number, of: 2 })!;
  for (const part of parts) {
    const record = new FleetRecord();
    const { variant } = partTask(part, 'exact', record);
    const { observations } = await runVariant(variant, { observer: record });
    kept.append(partKey(part, 'exact'), { observations, record: record.pack() });
  }
  const keys = parts.map((part) => partKey(part, 'exact'));
  const shard = { shard: number, of: 2 };
  writeShard(at(`shard-${number}`), {
    version: '1',
    options: '{}',
    scenarios: 'abc',
    command: ['run'],
    after: null,
    ...shard,
    fill: (runs) => writeFleet(runs, { number, of: 2 }, kept, keys),
  });
  kept.close();
  return at(`shard-${number}`);
}

describe('a fleet that was run in shards', () => {
  it('has shown the same as one that was run here', async () => {
    noteInput(file('fleet.yaml'));
    const here = watched();
    const whole = await runVariant({ name: 'fleet', scenario: fleet }, { observer: here.observer });
    const folders = [await shardOf(2), await shardOf(1)];
    const shards = MergedShards.open(folders);
    const all = fleetParts(fleet)!;
    const pauses: string[] = [];
    const merge = async (parts: typeof all, fidelity: 'exact' | 'hybrid' = 'exact') => {
      const told = new KeptComputes();
      const { rows, observer } = watched();
      const given = (async function* () {
        yield* parts;
      })();
      const work = { name: 'tenant', computes: fleet.computes, parts: given };
      const shown = await mergedFleet(
        work,
        shards,
        fidelity,
        observer,
        told,
        async () => void pauses.push(''),
      );
      return shown && { observations: told.observations(shown), rows };
    };
    const merged = await merge(all);
    const told = ({ computes }: typeof whole.observations) =>
      computes.map(({ name, arrived, cu_seconds, latency }) => [name, arrived, cu_seconds, latency.max]);
    expect(told(merged!.observations)).toEqual(told(whole.observations));
    expect(merged!.observations.duration_seconds).toBe(60);
    expect(merged!.rows.length).toBeGreaterThan(20);
    expect(merged!.rows).toEqual(here.rows);
    expect(pauses.length).toBeGreaterThanOrEqual(2);
    // Of another fidelity, or without any tenants, it is another run.
    expect(await merge(all, 'hybrid')).toBeUndefined();
    expect(await merge([])).toBeUndefined();
    shards.close();
  });
});

describe('the files that a shard carries', () => {
  it('are those that were read, relative to the folder that holds them all, with what modules import', () => {
    noteInput(file('app/scenarios/app.yaml'));
    noteInput(file('app/traces/a.csv'));
    noteInput(
      file('app/policies/p.mjs', `import './lib/q.js'; import x from "../shared.cjs"; import 'node:fs';`),
    );
    file('app/policies/lib/q.js', 'export default import("./missing.js");');
    file('app/shared.cjs');
    file('app/unused.js');
    const { inputs, places } = carriedFiles();
    expect(inputs.folder).toBe('..');
    expect(inputs.files.map(({ path }) => path)).toEqual([
      'policies/lib/q.js',
      'policies/p.mjs',
      'scenarios/app.yaml',
      'shared.cjs',
      'traces/a.csv',
    ]);
    expect(places).toEqual(inputs.files.map(({ path }) => at('app', path)));
    for (const { sha256 } of inputs.files) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    // SHA-256 of the path, which is the file's text.
    const [trace] = inputs.files.slice(-1);
    writeFileSync(at('app/traces/a.csv'), 'changed');
    expect(carriedFiles().inputs.files.at(-1)!.sha256).not.toBe(trace!.sha256);
  });

  it('are beside the scenario where there is nothing else', () => {
    noteInput(file('app.yaml', `import './q.js'`));
    file('q.js');
    // A scenario imports nothing, whatever it looks like.
    expect(carriedFiles().inputs).toMatchObject({ folder: '.', files: [{ path: 'app.yaml' }] });
    forgetInputs();
    expect(carriedFiles()).toMatchObject({ inputs: { folder: '.', files: [] }, places: [] });
  });
});

describe('the folder of a shard', () => {
  const content = {
    version: '1',
    options: '{}',
    scenarios: 'abc',
    command: ['sweep'],
    after: null,
    of: 2,
    fill: () => undefined,
  };

  it('is whole or not at all, and carries files where it is the first', () => {
    noteInput(file('app.yaml', 'name: app'));
    const fill = () => {
      throw new Error('stopped');
    };
    expect(() => writeShard(at('one'), { ...content, shard: 1, fill })).toThrow('stopped');
    expect(isFolder(at('one'))).toBe(false);
    expect(readShard(at('one'))).toBeUndefined();
    const manifest = writeShard(at('one'), { ...content, shard: 1 });
    expect(readShard(at('one'))).toEqual({ folder: at('one'), manifest });
    expect(manifest).toMatchObject({ neap_shard: 1, shard: 1, of: 2, runs: 0, inputs: { folder: '.' } });
    expect(readFileSync(at('one', 'files', 'app.yaml'), 'utf8')).toBe('name: app');
    writeShard(at('two'), { ...content, shard: 2 });
    expect(isFolder(at('two', 'files'))).toBe(false);
    expect(filesOf('x')).toEqual([join('x', 'shard.json'), join('x', 'runs')]);
    expect([isFolder(folder), isFolder(at('one', 'runs')), isFolder(at('nowhere'))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('says only what this version writes', () => {
    noteInput(file('app.yaml'));
    const manifest = writeShard(at('one'), { ...content, shard: 1 });
    const others: readonly object[] = [
      { neap_shard: 2 },
      { version: 1 },
      { build: 7 },
      { options: null },
      { scenarios: 1 },
      { shard: 0.5 },
      { of: '2' },
      { runs: null },
      { command: 'sweep' },
      { command: [1] },
      { after: 7 },
      { inputs: undefined },
      { inputs: { folder: 1, files: [] } },
      { inputs: { folder: '.', files: {} } },
      { inputs: { folder: '.', files: [{ path: 1, sha256: '' }] } },
      { inputs: { folder: '.', files: [{ path: 'a' }] } },
      { inputs: { folder: '.', files: [{ path: '../a', sha256: '' }] } },
      { inputs: { folder: '.', files: [{ path: 'a\\..\\b', sha256: '' }] } },
    ];
    const write = (over: object) =>
      writeFileSync(at('one', 'shard.json'), JSON.stringify({ ...manifest, ...over }));
    for (const over of others) {
      write(over);
      expect(() => readShard(at('one')), JSON.stringify(over)).toThrow(
        'shard.json is not what this version of neap writes; remove the folder and make the shard again',
      );
    }
    for (const over of [{ build: 'abc' }, { after: 'abc' }, { later: 1 }]) {
      write(over);
      expect(readShard(at('one'))!.manifest).toMatchObject(over);
    }
  });
});
