import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calledIn } from './command.js';

const WIDE = `
name: wide
duration: 1d
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 16 }
load:
  - { name: web, compute: primary, rate: 10/h, query: { cpu: 5ms } }
`;
const IDLE = `
name: idle
duration: 2d
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }
load:
  - { name: web, compute: primary, rate: 6/h, query: { cpu: 5ms } }
`;
const REFUSED = /the limits are 15\.75 CU apart; at most 8 are allowed/;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-refusals-'));
  writeFileSync(join(folder, 'wide.yaml'), WIDE);
  writeFileSync(join(folder, 'idle.yaml'), IDLE);
  writeFileSync(join(folder, 'idle-seed.yaml'), `${IDLE}model: { rules: seed }\n`);
  writeFileSync(join(folder, 'seed.yaml'), `${WIDE}model: { rules: seed }\n`);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('settings that the specification allows but the platform refuses', () => {
  test('are a finding of validate, which accepts the file', async () => {
    const { status, stdout } = await calledIn(folder, ['validate', 'wide.yaml']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/wide\.yaml:6:\d+: finding: computes\.primary\.autoscaling_limit_max_cu: /);
    expect(stdout).toMatch(REFUSED);
    expect((await calledIn(folder, ['validate', 'seed.yaml'])).stdout).not.toMatch(/finding/);
  });

  test('are a finding of run', async () => {
    const { stdout } = await calledIn(folder, ['run', 'wide.yaml', '--json']);
    const { findings } = JSON.parse(stdout) as { findings: readonly { id: string }[] };
    expect(findings.map(({ id }) => id)).toContain('platform_refuses');
  });

  test('are refused by apply before its first call', async () => {
    // No server listens there: a call would fail with another code.
    const call = ['--project-id', 'p', '--base-url', 'http://127.0.0.1:9/api/v2'];
    const { status, stderr } = await calledIn(folder, ['apply', 'wide.yaml', ...call]);
    expect(status).toBe(2);
    expect(stderr).toMatch(REFUSED);
  });

  test('are left out of a sweep unless the scenario sets rules: seed', async () => {
    const vary = ['--vary', 'max=8,16', '--replications', '2', '--json'];
    const invalid = async (file: string) => {
      const { stdout } = await calledIn(folder, ['sweep', file, ...vary]);
      const { rows } = JSON.parse(stdout) as { rows: readonly { invalid: string | null }[] };
      return rows.map((row) => row.invalid);
    };
    expect(await invalid('wide.yaml')).toEqual([null, expect.stringMatching(REFUSED)]);
    expect(await invalid('seed.yaml')).toEqual([null, null]);
  });

  test('are a warning of forecast', async () => {
    const { stderr, stdout } = await calledIn(folder, [
      'forecast',
      'wide.yaml',
      '--growth',
      '5%/month',
      '--months',
      '1',
      '--replications',
      '2',
      '--json',
    ]);
    expect(`${stdout}${stderr}`).toMatch(REFUSED);
  });
});

describe('policies that the platform does not offer', () => {
  const OWN =
    'it follows its own policies alone (agent for size, fixed for suspension), not observed_optimum';
  const override = 'computes.primary.policy.suspend=observed_optimum';

  test.each([
    ['idle.yaml', 'fixed'],
    ['idle-seed.yaml', 'observed_optimum'],
  ])('are not recommended by any command unless the scenario sets rules: seed: %s', async (file, best) => {
    const question = [
      '--vary',
      'suspend_policy',
      '--at-load',
      'none',
      '--no-sensitivity',
      '--max-queries',
      '1M',
      '--json',
    ];
    const plan = JSON.parse((await calledIn(folder, ['plan', file, ...question])).stdout) as {
      recommendation: string;
    };
    expect(plan.recommendation).toBe(`suspend_policy=${best}`);
    const vary = ['--vary', 'suspend_policy=fixed,observed_optimum', '--replications', '2', '--json'];
    const sweep = JSON.parse((await calledIn(folder, ['sweep', file, ...vary])).stdout) as {
      rows: readonly { invalid: string | null }[];
    };
    expect(sweep.rows[1]!.invalid).toEqual(best === 'fixed' ? expect.stringContaining(OWN) : null);
    const { stdout } = await calledIn(folder, ['policies', file, '--side', 'suspend', '--quiet']);
    const words = stdout.replace(/[\s\\]+/g, ' ');
    expect(words.includes('What-if, since the platform does not offer it: observed_optimum')).toBe(
      best === 'fixed',
    );
    expect(words.includes(override)).toBe(best !== 'fixed');
  });

  test('are a finding of validate, and refused by apply before its first call', async () => {
    const set = ['--set', override];
    expect((await calledIn(folder, ['validate', 'idle.yaml', ...set])).stdout).toContain(OWN);
    const call = ['--project-id', 'p', '--base-url', 'http://127.0.0.1:9/api/v2'];
    const { status, stderr } = await calledIn(folder, ['apply', 'idle.yaml', ...set, ...call]);
    expect(status).toBe(2);
    expect(stderr).toContain(OWN);
  });

  test('can be compared, and the suggested command uses a policy that the platform offers', async () => {
    const variant = ['--variant', 'better', override, '--replications', '5'];
    const { stdout } = await calledIn(folder, ['compare', 'idle.yaml', ...variant]);
    expect(stdout).not.toContain('neap apply');
    expect(stdout.replace(/\s+/g, ' ')).toContain('; a what-if, since the platform refuses these settings.');
  });
});
