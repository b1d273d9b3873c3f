import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_CLI, neap } from './built-cli.js';

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

describe('neap run', () => {
  it('prints one screen without colours into a pipe, and writes nothing', () => {
    const { status, stdout, stderr } = neap(['run', 'app.yaml'], folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^cli-example: 24 h from 2026-01-05/);
    expect(stdout).not.toContain('\u001b');
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(readdirSync(folder)).toEqual(['app.yaml']);
  });

  it('writes the same bytes twice, and prints those of summary.json with --json', () => {
    const { stdout } = neap(['run', 'app.yaml', '--out', 'first', '--json'], folder);
    neap(['run', 'app.yaml', '--out', 'second'], folder);
    const files = ['computes.csv', 'decisions.csv', 'summary.json', 'timeline.csv'];
    expect(readdirSync(join(folder, 'first')).sort()).toEqual(files);
    expect(readdirSync(folder).sort()).toEqual(['app.yaml', 'first', 'second']);
    for (const file of files) {
      expect(readFileSync(join(folder, 'first', file))).toEqual(readFileSync(join(folder, 'second', file)));
    }
    expect(stdout).toBe(readFileSync(join(folder, 'first', 'summary.json'), 'utf8'));
  });

  it('takes another seed and other values for one run', () => {
    const figures = (...args: string[]) =>
      JSON.parse(neap(['run', 'app.yaml', '--json', ...args], folder).stdout);
    const before = figures();
    const other = figures('--seed', '7');
    expect(other.seed).toBe('7');
    expect(other.total.queries.arrived).not.toBe(before.total.queries.arrived);
    expect(figures('--set', 'load.web.rate=0/h', '--set', 'name=quiet')).toMatchObject({
      scenario: 'quiet',
      total: { queries: { arrived: 0 }, wakes: 0 },
    });
  });

  it('ends with 1 when an objective is missed', () => {
    const { status, stdout } = neap(['run', 'app.yaml', '--set', 'slo.latency_p50=1ms'], folder);
    expect(status).toBe(1);
    expect(stdout).toContain('MISSED latency_p50');
  });

  it('ends with 2 and says where the scenario is wrong, with nothing written', () => {
    writeFileSync(join(folder, 'app.yaml'), SCENARIO.replace('duration', 'durration'));
    const { status, stdout, stderr } = neap(['run', 'app.yaml', '--out', 'results'], folder);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/app\.yaml:5:1: error: .*duration/);
    expect(readdirSync(folder)).toEqual(['app.yaml']);
  });

  it('ends with 2 when the scenario is not there, or results cannot be written', () => {
    expect(neap(['run', 'missing.yaml'], folder)).toMatchObject({ status: 2, stdout: '' });
    const { status, stderr } = neap(['run', 'app.yaml', '--out', 'app.yaml'], folder);
    expect(status).toBe(2);
    expect(stderr).toMatch(/app\.yaml: it is a file; expected a directory/);
    expect(stderr).not.toContain('    at ');
  });

  it('keeps quiet when its reader has seen enough', () => {
    const command = `"${process.execPath}" "${BUILT_CLI}" run app.yaml --json | head -c 1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '{', stderr: '' });
  });
});

describe('neap run, interrupted', () => {
  /** Starts a run that takes minutes, and waits until it has begun to write. */
  async function longRun(): Promise<ChildProcess> {
    const long = ['--set', 'duration=365d', '--set', 'load.web.rate=200/s'];
    const child = spawn(process.execPath, [BUILT_CLI, 'run', 'app.yaml', '--out', 'results', ...long], {
      cwd: folder,
    });
    while (readdirSync(folder).length < 2) {
      if (child.exitCode !== null) throw new Error(`the run ended early with ${child.exitCode}`);
      await sleep(20);
    }
    return child;
  }

  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`ends with ${status} at ${signal} and leaves no file behind`, async () => {
      const child = await longRun();
      const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill(signal);
      expect(await ended).toBe(status);
      expect(readdirSync(folder)).toEqual(['app.yaml']);
    });
  }
});
