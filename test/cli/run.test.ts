import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_CLI } from './built-cli.js';
import { called } from './command.js';

const SCENARIO = `
name: cli-example
seed: 42
start: 2026-01-05T00:00:00Z
duration: 1d
plan: launch
computes:
  - { name: primary, type: read_write, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }
load:
  - name: web
    compute: primary
    process: poisson
    rate: 20/h
    query: { cpu: 4ms }
    connection: { kind: per_query }
slo: { success_rate: 99% }
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-test-'));
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `neap run` on the scenario in this process; results go below the folder. */
function run(...args: readonly string[]) {
  return called(['run', at('app.yaml'), ...args]);
}

function at(name: string): string {
  return join(folder, name);
}

describe('neap run', () => {
  it('prints one screen without colors into a pipe, and writes nothing', async () => {
    const { status, stdout, stderr } = await run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^cli-example: one run; 24 h from 2026-01-05/);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(readdirSync(folder)).toEqual(['app.yaml']);
  });

  it('writes its result files, and prints summary.json with --json', async () => {
    const { stdout } = await run('--out', at('first'), '--json');
    const files = [
      ...[
        'computes.csv',
        'data-dictionary.csv',
        'decisions.csv',
        'disruptions.csv',
        'errors.csv',
        'latency.csv',
        'loads.csv',
      ],
      ...['runs.csv', 'summary.json', 'timeline.csv', 'unavailability.csv'],
    ];
    expect(readdirSync(at('first')).sort()).toEqual(files);
    expect(readdirSync(folder).sort()).toEqual(['app.yaml', 'first']);
    expect(stdout).toBe(readFileSync(at('first/summary.json'), 'utf8'));
  });

  it('accepts another seed and other values for one run', async () => {
    const figures = async (...args: string[]) => JSON.parse((await run('--json', ...args)).stdout);
    const before = await figures();
    const other = await figures('--set', 'seed=7');
    expect(other.seed).toBe('7');
    expect(other.total.queries.arrived).not.toBe(before.total.queries.arrived);
    expect(await figures('--set', 'load.web.rate=0/h', '--set', 'name=quiet')).toMatchObject({
      scenario: 'quiet',
      total: { queries: { arrived: 0 }, wakes: 0 },
    });
  });

  it('exits with 1 when an objective is missed', async () => {
    const { status, stdout } = await run('--set', 'slo.latency_p50=1ms');
    expect(status).toBe(1);
    expect(stdout).toMatch(/P50 latency +missed/);
  });

  it('exits with 2 and the location of an error in the scenario, and writes nothing', async () => {
    writeFileSync(at('app.yaml'), SCENARIO.replace('duration', 'durration'));
    const { status, stdout, stderr } = await run('--out', at('results'));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/app\.yaml:5:1: error: .*duration/);
    expect(readdirSync(folder)).toEqual(['app.yaml']);
  });

  it('exits with 2 when the scenario is missing or results cannot be written', async () => {
    expect(await called(['run', at('missing.yaml')])).toMatchObject({ status: 2, stdout: '' });
    const { status, stderr } = await run('--out', at('app.yaml'));
    expect(status).toBe(2);
    expect(stderr).toMatch(/app\.yaml: it is a file; expected a directory/);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    [['--baseline', 'a.json'], '--baseline <summary.json> has no effect without --md <file>'],
    [['--figures', 'cost_usd'], '--figures <names> has no effect without --precision <share>'],
    [['--resume'], '--resume has no effect without --replications <n> or --precision <share>'],
    [['--confidence', '90%'], '--confidence <share> has no effect without --replications <n> or'],
    [['--json', '--md', '-'], '--json and --md - both write to standard output'],
    [['--steady-state', '--html', 'a.html'], "'--html <file>' cannot be used with option '--steady-state'"],
    [
      ['--steady-state', '--precision', '2%'],
      "'--steady-state' cannot be used with option '--precision <share>'",
    ],
    [['--out', ''], 'expected a path, got nothing'],
    [['--openmetrics', '-'], 'expected a path; a file of that name is ./-'],
    [['--replications', '0'], 'expected a whole number of 1 or more'],
  ])('exits with 2 for %j', async (args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(['app.yaml']);
  });

  it('stops silently when its reader closes the pipe', () => {
    const command = `"${process.execPath}" "${BUILT_CLI}" run app.yaml --json | head -c 1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '{', stderr: '' });
  });

  it.skipIf(process.platform !== 'linux')(
    'exits with the same code when no process reads its messages',
    () => {
      const command = `"${process.execPath}" "${BUILT_CLI}" run none.yaml 2> /dev/full`;
      expect(spawnSync('sh', ['-c', command], { cwd: folder }).status).toBe(2);
    },
  );
});
