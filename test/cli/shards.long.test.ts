import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import seedrandom from 'seedrandom';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_CLI, neap } from './built-cli.js';
import { called } from './command.js';

const SCENARIO = `
name: parts
seed: 42
duration: 30min
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, rate: 0.5/s, query: { cpu: { exponential: { mean: 20ms } } } }
  - name: recorded
    compute: primary
    rate: { trace: { file: traces/counts.csv, kind: counts } }
    query: { cpu: 5ms }
slo: { latency_p99: 1h }
`;
const FLEET = `
name: fleet
seed: 1
duration: 40min
plan: scale
computes:
  name: tenant
  count: 450
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2, suspend_timeout_seconds: 300 }
load:
  - { name: app, compute: tenant, rate: 3/h, query: { cpu: 20ms } }
events:
  - { at: 20min, update: tenant, set: { suspend_timeout_seconds: 120 } }
`;
const ONE_TENANT = `
  - { name: extra, compute: tenant-0100, rate: 1/min, query: { cpu: 20ms } }
  - { name: shared, route: { weight: { tenant-0003: 1, tenant-0449: 1 } }, rate: 2/min, query: { cpu: 90ms } }
`;

const folder = mkdtempSync(join(tmpdir(), 'neap-parts-'));
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true });
  writeFileSync(at('app.yaml'), SCENARIO);
  writeFileSync(at('fleet.yaml'), FLEET);
  mkdirSync(at('traces'));
  writeTrace(3);
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeTrace(first: number): void {
  const rows = Array.from(
    { length: 30 },
    (_, minute) => `${60 * minute},${minute === 0 ? first : minute % 5}`,
  );
  writeFileSync(at('traces', 'counts.csv'), `time,count\n${rows.join('\n')}\n`);
}

/** Everything in a folder, by path. */
function content(directory: string): Readonly<Record<string, string>> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(directory, path)).isFile());
  return Object.fromEntries(
    files.map((path) => [path, readFileSync(join(directory, path)).toString('latin1')]),
  );
}

/** Where every form of a result is written that a command has. */
const FORMS = () => [
  ...['--out', at('result', 'out'), '--html', at('result', 'page.html')],
  ...['--xlsx', at('result', 'book.xlsx'), '--md', at('result', 'report.md')],
];

async function result(args: readonly string[]) {
  const { status, stdout } = await called([...args, ...FORMS()]);
  const files = content(at('result'));
  rmSync(at('result'), { recursive: true });
  return { status, stdout, files };
}

async function makeShards(command: readonly string[], of: number, more: readonly string[] = []) {
  const numbers = Array.from({ length: of }, (_, index) => of - index);
  for (const number of numbers) {
    const out = at('shards', `${more.length}-${number}`);
    const words = [...command, '--shard', `${number}/${of}`, '--out', out, '--workers', '1', ...more];
    const { status, stderr } = await called(words);
    expect({ number, status, stderr }).toMatchObject({ number, status: 0 });
  }
  return numbers.map((number) => at('shards', `${more.length}-${number}`));
}

describe('shards merged give the bytes of the undivided command', () => {
  it('for a sweep in 7 shards, wherever the scenario is by then', async () => {
    const sweep = [
      'sweep',
      at('app.yaml'),
      '--vary',
      'timeout=1m,5m',
      '--vary',
      'max=1,2',
      '--replications',
      '2',
    ];
    const whole = await result([...sweep, '--workers', '1']);
    expect([whole.status, Object.keys(whole.files).length]).toEqual([0, 5]);
    const shards = await makeShards(sweep, 7);
    for (const name of ['app.yaml', 'traces']) renameSync(at(name), at(`${name}.moved`));
    expect(await result(['merge', ...shards.toSorted(() => 1)])).toEqual(whole);
    expect(await result(['merge', at('shards')])).toEqual(whole);
  });

  it('for a plan, whose shards go on from others', async () => {
    const plan = [
      ...['plan', at('app.yaml'), '--vary', 'timeout=1m,5m', '--vary', 'max=1,2', '--no-slo'],
      ...['--at-load', '2x', '--no-sensitivity', '--replications', '3', '--budget', '100000'],
    ];
    const whole = await result([...plan, '--workers', '1']);
    const first = await makeShards(plan, 2);
    expect(await result(['merge', '--workers', '1', ...first])).toEqual(whole);
    const more = await makeShards(
      plan,
      2,
      first.flatMap((shard) => ['--from', shard]),
    );
    expect(await result(['merge', ...more, '--workers', '1', ...first])).toEqual(whole);
    expect((await called(['merge', ...more])).stderr).toContain(
      'goes on from shards (--from) that are not given',
    );
  });

  it('for a plan over worlds, whose runs are divided first', async () => {
    const text = SCENARIO.replace('rate: 0.5/s', 'rate: { between: [0.1/s, 1/s] }').replace('30min', '10min');
    writeFileSync(at('app.yaml'), text);
    const plan = [
      ...['plan', at('app.yaml'), '--vary', 'max=0.5,1', '--worlds', '10', '--no-slo'],
      ...['--no-sensitivity', '--replications', '2'],
    ];
    const whole = await result([...plan, '--workers', '1']);
    const { worlds } = JSON.parse(whole.files['out/plan.json']!);
    expect(worlds.looked_at * worlds.worlds).toBe(20);
    const shards = await makeShards(plan, 2);
    expect(await result(['merge', '--workers', '1', ...shards])).toEqual(whole);
  });

  it('for replications to a precision', async () => {
    const run = [
      'run',
      at('app.yaml'),
      '--precision',
      '20%',
      '--figures',
      'latency_mean',
      '--replications',
      '14',
    ];
    const whole = await result([...run, '--workers', '1']);
    expect(await result(['merge', ...(await makeShards(run, 3))])).toEqual(whole);
  });

  it.each([
    ['alike', FLEET],
    ['of whom some have loads of their own', FLEET.replace('events:', `${ONE_TENANT.slice(1)}events:`)],
  ])('for a fleet in 7 shards, its tenants %s', async (_, text) => {
    writeFileSync(at('fleet.yaml'), text);
    const run = ['run', at('fleet.yaml'), '--set', 'computes.template.autoscaling_limit_max_cu=1'];
    const forms = ['--openmetrics', at('result', 'metrics.txt')];
    const whole = await result([...run, ...forms, '--workers', '1']);
    expect([whole.status, Object.keys(whole.files).length]).toEqual([0, 15]);
    const shards = await makeShards(run, 7);
    expect(await result(['merge', ...shards.toSorted(() => 1), ...forms])).toEqual(whole);
  });
});

it('a shard that was killed is gone on with, and made again is the same', async () => {
  const sweep = ['sweep', 'app.yaml', '--vary', 'timeout=1m..1h:log8', '--shard', '1/1', '--workers', '1'];
  expect(neap([...sweep, '--out', 'whole'], folder).status).toBe(0);
  const child = spawn(process.execPath, [BUILT_CLI, ...sweep, '--out', 'cut'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const runs = at('cut.partial', 'runs');
  while (!existsSync(runs) || statSync(runs).size < 8_000) await sleep(5);
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(at('cut'))).toBe(false);
  const merged = neap(['merge', 'cut'], folder);
  expect(merged.stderr).toContain('the shard of cut is not complete: its runs so far are in cut.partial');
  expect(neap([...sweep, '--out', 'cut'], folder).status).toBe(0);
  expect(content(at('cut'))).toEqual(content(at('whole')));
  const again = neap([...sweep, '--out', 'cut'], folder);
  expect(again).toMatchObject({ status: 0, stderr: 'neap: cut holds shard 1/1 already\n' });
});

/** Of each command; each kills both shards once. */
const ROUNDS = Number(process.env['NEAP_CLUSTER_ROUNDS'] ?? 1);
const KILLED: Readonly<Record<string, readonly string[]>> = {
  sweep: ['sweep', 'app.yaml', '--vary', 'timeout=1m..1h:log8', '--vary', 'max=1,2'],
  plan: [
    ...['plan', 'app.yaml', '--vary', 'timeout=1m..1h:log8', '--no-slo', '--at-load', '2x'],
    ...['--no-sensitivity', '--replications', '3', '--budget', '100000'],
  ],
  fleet: ['run', 'fleet.yaml'],
};

it.each(Object.entries(KILLED))(
  'shards killed at random, and made again, are merged to the same: %s',
  async (name, command) => {
    const alone = neap([...command, '--workers', '1', '--out', 'alone'], folder);
    expect(alone.status).toBe(0);
    for (let round = 0; round < ROUNDS; round++) {
      const random = seedrandom(`${name} ${round}`);
      for (const shard of [2, 1]) {
        const out = `round-${round}/${shard}`;
        const words = [...command, '--workers', '1', '--shard', `${shard}/2`, '--out', out];
        const child = spawn(process.execPath, [BUILT_CLI, ...words], { cwd: folder, stdio: 'ignore' });
        const ended = new Promise((resolve) => child.once('exit', resolve));
        const runs = at(`${out}.partial`, 'runs');
        const enough = 500 + 20_000 * random();
        const isAlive = () => child.exitCode === null;
        while (isAlive() && (!existsSync(runs) || statSync(runs).size < enough)) await sleep(2);
        child.kill('SIGKILL');
        await ended;
        expect(neap(words, folder).status).toBe(0);
      }
      const merged = neap(['merge', `round-${round}`, '--workers', '1', '--out', `merged-${round}`], folder);
      expect(merged.stdout.replaceAll(`merged-${round}`, 'alone')).toBe(alone.stdout);
      expect(content(at(`merged-${round}`))).toEqual(content(at('alone')));
    }
  },
);

it('what cannot be a shard is refused', async () => {
  const run = ['run', at('app.yaml'), '--replications', '4'];
  const refusal = async (...words: string[]) => {
    const { status, stderr } = await called(words);
    expect(status).toBe(2);
    return stderr;
  };
  const one = ['--shard', '1/2', '--out', at('one')];
  for (const shard of ['0/3', '4/3', '3', '1/0', '-1/3', '1.5/3'])
    expect(await refusal(...run, `--shard=${shard}`, '--out', at('x'))).toContain('such as 3/100');
  expect(await refusal(...run, '--shard', '1/2')).toContain('has no effect without -o, --out <dir>');
  expect(await refusal(...run, ...one, '--html', at('page.html'))).toContain('it is for neap merge');
  expect(await refusal('run', at('app.yaml'), ...one)).toContain('cannot be divided; add --replications');
  expect(await refusal('run', at('fleet.yaml'), '--shard', '1/9', '--out', at('one'))).toContain(
    'cannot be divided by 9; expected at most 8 shards',
  );
  expect((await called([...run, ...one])).status).toBe(0);
  expect(await refusal(...run, '--shard', '2/2', '--out', at('one'))).toContain('holds shard 1/2');
  expect(await refusal('merge', at('one'))).toContain('shard 2 of 2 is missing');
  expect((await called([...run, '--shard', '2/2', '--out', at('second')])).status).toBe(0);
  expect(await refusal('merge', at('one'), at('second'), '--html', at('second', 'runs'))).toContain(
    'runs is a file that this command reads',
  );
  writeTrace(4);
  expect(await refusal(...run, ...one)).toContain('or a file that it reads, has changed');
  expect((await called([...run, '--shard', '2/2', '--out', at('two')])).status).toBe(0);
  expect(await refusal('merge', at('two'), at('one'))).toContain('hold shards of different work');
});
