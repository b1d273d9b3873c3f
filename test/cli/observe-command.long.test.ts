import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { neap } from './built-cli.js';

/** A trial of three seconds that starts and restarts a compute. */
const TRIAL = `
name: trial
duration: 3s
timeline_interval: 1s
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
events: [{ at: 1s, start: primary }, { at: 2s, restart: primary }]
model: { wake_latency: 300ms, restart_latency: 400ms }
`;

const folder = temporaryFolder();
const scenario = join(folder, 'trial.yaml');
const NOWHERE = ['--base-url', 'http://127.0.0.1:9/api/v2'];

beforeAll(() => writeFileSync(scenario, TRIAL));

describe('neap observe', () => {
  test('prints every call in advance, without a key or a connection', () => {
    const { status, stdout } = neap(['observe', scenario, '--dry-run', ...NOWHERE]);
    expect(status).toBe(0);
    expect(stdout).toContain('trial: 3 s on http://127.0.0.1:9/api/v2');
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /before POST \/projects neap-trial-\w+, with branch main and compute primary \(1 CU\) /,
    );
    expect(text).toContain(' 2 s POST /projects/{project_id}/ primary endpoints/{endpoint_id}/restart ');
    expect(text).toContain(' after DELETE /projects/{project_id} everything that was created ');
  });

  test('runs in process without waiting, with the same bytes every time', () => {
    const out = join(folder, 'observed');
    const [first, second] = [1, 2].map(() =>
      neap(['observe', scenario, '--adapter', 'simulated', '--json', '--out', out]),
    );
    expect(first?.status, first?.stderr).toBe(0);
    expect(second?.stdout).toBe(first?.stdout);
    expect(JSON.parse(first?.stdout ?? '').computes[0]).toMatchObject({ wakes: 1, restarts: 1, max_cu: 1 });
    expect(readFileSync(join(out, 'summary.json'), 'utf8')).toBe(first?.stdout);
    expect(readdirSync(out)).toHaveLength(6);
  });

  test('makes no call that costs money unless an option allows it', () => {
    const args = ['observe', scenario, ...NOWHERE, '--out', join(folder, 'none')];
    const { status, stdout, stderr } = neap(args, undefined, { NEON_API_KEY: 'napi_secret' });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('no calls were made; add --yes to make them');
    expect(stderr).not.toContain('napi_secret');
    expect(readdirSync(folder)).not.toContain('none');
  });

  test('reports missing options and options that belong together', () => {
    const wrong = (...args: string[]) =>
      neap(['observe', scenario, ...args], undefined, { NEON_API_KEY: '' });
    expect(wrong('--yes', ...NOWHERE)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('NEON_API_KEY'),
    });
    for (const [words, ...args] of [
      ['--allow-existing has no effect without --project-id <id>', '--allow-existing'],
      ['--base-url <url> applies to --adapter http only', '--adapter', 'simulated', ...NOWHERE],
      ['200ms or more', '--poll', '10ms'],
    ] as const) {
      expect(wrong(...args), words).toMatchObject({ status: 2, stderr: expect.stringContaining(words) });
    }
  });
});
