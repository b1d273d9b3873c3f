import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POLICY_EXAMPLE } from '../../src/cli/policy-example.js';
import { SIZE_POLICIES } from '../../src/compute/policy/size-policies.js';
import { SUSPEND_POLICIES } from '../../src/compute/policy/suspend-policies.js';
import { type PolicyList, policyLines, policyList } from '../../src/report/policy-list.js';
import { neap } from './built-cli.js';

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

  it('prints the same with --json, and nothing else', () => {
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

  it('says in its help how to choose one and how to write one', () => {
    const { status, stdout } = neap(['policies', '--help']);
    expect(status).toBe(0);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toContain('policy: ./my-policy.js');
    expect(stdout).toContain("  export const size = {\n    name: 'office-hours',");
    expect(stdout).toContain('--set computes.primary.policy.suspend=break_even');
  });

  it('fits wider screens as well', () => {
    const lines = policyLines(policyList(), 100).map(({ text }) => text);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(90);
  });
});

describe('the policy module in the help', () => {
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

  it('is told where it is wrong, without a stack', () => {
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
