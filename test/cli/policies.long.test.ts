import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POLICY_EXAMPLE } from '../../src/cli/policies/policy-example.js';
import { SIZE_POLICIES } from '../../src/compute/policy/size-policies.js';
import { SUSPEND_POLICIES } from '../../src/compute/policy/suspend-policies.js';
import type { PolicyList } from '../../src/report/answers/policy-list.js';
import type { PolicyComparison } from '../../src/study/policies/policy-comparison.js';
import { BUILT_CLI, neap } from './built-cli.js';
import { calledIn } from './command.js';

describe('neap policies', () => {
  it('lists every policy with its parameters on lines of 80 columns', () => {
    const { status, stdout, stderr } = neap(['policies']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const { name, parameters } of SIZE_POLICIES) {
      expect(stdout).toMatch(new RegExp(`^size: ${name}\\b`, 'm'));
      for (const parameter of Object.keys(parameters)) expect(stdout).toContain(`  ${parameter}: `);
    }
    for (const { name, parameters } of SUSPEND_POLICIES) {
      expect(stdout).toMatch(new RegExp(`^suspend: ${name}\\b`, 'm'));
      for (const parameter of Object.keys(parameters)) expect(stdout).toContain(`  ${parameter}: `);
    }
    expect(stdout).toContain('size: agent (the default)');
    expect(stdout).toContain('suspend: oracle (foresight: a yardstick that cannot be deployed)');
    expect(stdout).toContain('  range_seconds: 4h, a time from 1m to 7d');
  });

  it('prints only JSON with --json', () => {
    const { status, stdout, stderr } = neap(['policies', '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const list = JSON.parse(stdout) as PolicyList;
    expect(list.size.map(({ name }) => name)).toEqual(SIZE_POLICIES.map(({ name }) => name));
    expect(list.suspend[0]).toMatchObject({ name: 'fixed', default: true, foresight: false });
    const histogram = list.suspend.find(({ name }) => name === 'hybrid_histogram');
    expect(histogram?.parameters[0]).toMatchObject({
      name: 'range_seconds',
      unit: 'seconds',
      default: 14_400,
      default_text: '4h',
      confidence: 'high',
      least: 60,
    });
  });
});

describe('neap policies on a scenario', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'neap-test-'));
    writeFileSync(join(folder, 'tool.yaml'), TOOL);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('prints a table for each side, 80 columns wide in a pipe, and writes nothing', () => {
    const { status, stdout, stderr } = neap(['policies', 'tool.yaml'], folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^tool: policies compared; 6 h from 2026-01-05 00:00:00 UTC, seed 42\n\n→ Size: [\s\S]*?\n\nSize policies\n/,
    );
    expect(stdout).toContain('\nSuspension policies\n');
    expect(stdout).not.toContain('\u001b');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const { name } of SIZE_POLICIES) expect(stdout).toMatch(new RegExp(`^${name}\\b`, 'm'));
    for (const { name } of SUSPEND_POLICIES) expect(stdout).toMatch(new RegExp(`^${name}\\b`, 'm'));
    expect(stdout).toMatch(/^agent \(today\)/m);
    expect(stdout).toMatch(/^oracle \(knows the/m);
    expect(readdirSync(folder)).toEqual(['tool.yaml']);
  });

  it('compares one side of a changed scenario as JSON or Markdown', () => {
    const set = [
      '--side',
      'suspend',
      '--set',
      'computes.primary.policy.suspend=hybrid_histogram',
      '--set',
      'seed=7',
    ];
    const { status, stdout, stderr } = neap(['policies', 'tool.yaml', '--json', ...set], folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const comparison = JSON.parse(stdout) as PolicyComparison;
    expect(comparison).toMatchObject({ scenario: 'tool', seed: '7', duration_seconds: 21_600 });
    expect(comparison.sides.map(({ side }) => side)).toEqual(['suspend']);
    expect(comparison.sides[0]!.rows.find(({ own }) => own)!.policy).toBe('hybrid_histogram');
    const markdown = neap(['policies', 'tool.yaml', '--md', '-', ...set], folder).stdout;
    expect(markdown).toMatch(
      /^\*\*➡️ Suspension: [\s\S]*?\n\nSuspension policies:\n\n\| policy \| CU-hours \|/,
    );
    expect(markdown).toMatch(/^\| hybrid_histogram \(today\) /m);
  });

  it('writes policies.csv with --out, the same bytes twice', () => {
    for (const out of ['first', 'second']) neap(['policies', 'tool.yaml', '--out', out], folder);
    expect(readdirSync(folder).sort()).toEqual(['first', 'second', 'tool.yaml']);
    expect(readdirSync(join(folder, 'first'))).toEqual(['data-dictionary.csv', 'policies.csv']);
    const [first, second] = ['first', 'second'].map((out) => readFileSync(join(folder, out, 'policies.csv')));
    expect(first).toEqual(second);
    const lines = String(first).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + SIZE_POLICIES.length + SUSPEND_POLICIES.length);
  });

  it('compares policies at several values of a wake, as a Pareto front', () => {
    const args = ['policies', 'tool.yaml', '--side', 'suspend', '--wake-cost', '5m,10s', '--out', 'several'];
    const { status, stdout, stderr } = neap(args, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('above oracle hours of running per day, each wake counted as 10 s of running');
    expect(stdout).toContain('\nSuspension policies by what a wake is worth\n');
    expect(stdout).toMatch(/^observed_optimum 10 s /m);
    expect(stdout).toMatch(/^observed_optimum 5 min /m);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const lines = readFileSync(join(folder, 'several', 'policies.csv'), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(1 + 2 * SUSPEND_POLICIES.length);
    expect(lines[0]).toMatch(/,wake_cost_seconds,least_cost_from_seconds,least_cost_to_seconds$/);
  });

  it('reports a side that has nothing to decide', () => {
    const fixed = ['--set', 'computes.primary.autoscaling_limit_max_cu=0.25', '--side', 'size'];
    const { status, stdout } = neap(['policies', 'tool.yaml', ...fixed], folder);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^not compared every compute has a fixed size; /m);
  });

  it.each([
    [['--side', 'size'], '--side applies to comparing policies on a scenario, and no file is given'],
    [['--wake-cost', '10s'], '--wake-cost applies to comparing policies on a scenario'],
    [['--set', 'duration=2d'], '--set applies to comparing policies'],
  ])('without a file, %j exits with 2 and a reason', async (args, message) => {
    const { status, stdout, stderr } = await calledIn(folder, ['policies', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('exits with 130 on an interrupt and leaves nothing behind', async () => {
    const long = ['--side', 'suspend', '--out', 'results', '--set', 'load.web.rate=2000/s'];
    const child = spawn(process.execPath, [BUILT_CLI, 'policies', 'tool.yaml', ...long], { cwd: folder });
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    while (readdirSync(folder).length === 1) await sleep(20);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(readdirSync(folder)).toEqual(['tool.yaml']);
  });
});

/** A day of a small internal tool. */
const TOOL = `
name: tool
seed: 42
start: 2026-01-05T00:00:00Z
duration: 6h
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }
load:
  - { name: web, compute: primary, rate: 20/h, query: { cpu: 40ms } }
`;

describe('the policy module shown in the help', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'neap-test-'));
    const policy = './my-policy.mjs';
    const compute = { name: 'a', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 8, policy };
    writeFileSync(join(folder, 'app.json'), JSON.stringify({ duration: '1h', computes: [compute] }));
    writeFileSync(join(folder, 'my-policy.mjs'), POLICY_EXAMPLE);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is valid', () => {
    const { status, stdout, stderr } = neap(['validate', 'app.json'], folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('a 1-8 CU by office-hours suspending by patient-after-rush');
  });

  it('is reported with the location of its errors, without a stack trace', () => {
    const module = join(folder, 'my-policy.mjs');
    writeFileSync(module, '\nexport const size = { name: "x",, };\n');
    const syntax = neap(['validate', 'app.json'], folder);
    expect(syntax).toMatchObject({ status: 2, stdout: '' });
    expect(syntax.stderr).toContain(
      `computes.a.policy: ${module}: syntax: Unexpected token ','; running the file with node shows where\n`,
    );
    writeFileSync(module, '\n\nthrow new Error("not today");\n');
    const thrown = neap(['validate', 'app.json'], folder);
    expect(thrown.stderr).toMatch(
      /my-policy\.mjs:3: the module throws Error when it is imported: not today\n$/,
    );
    expect(thrown.stderr.split('\n')).toHaveLength(2);
  });
});
