import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { BUILT_CLI, neap } from './built-cli.js';

const SCENARIO = `
name: small
seed: 42
duration: 1d
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }
load:
  - { name: web, compute: primary, rate: 20/h, query: { cpu: { exponential: { mean: 200ms } } } }
`;
const VARY = ['--vary', 'timeout=60s,5m,15m,1h,never'];
const WAKES = ['--constraint', 'wake_probability <= 10%'];

const folder = temporaryFolder();
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
});

function written(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(folder, directory)).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, directory, name), 'utf8')]));
}

describe('neap plan', () => {
  it('exits with 1 when no setting meets the constraints, and reports the shortfall', () => {
    const args = [
      'plan',
      'app.yaml',
      ...VARY,
      ...WAKES,
      '--constraint',
      'cost_usd <= $0.2',
      '--workers',
      '1',
    ];
    const { status, stdout } = neap([...args, '--out', 'none'], folder);
    expect(status).toBe(1);
    expect(stdout).toContain('No allowed setting meets every constraint.');
    expect(stdout).toMatch(/cost of the run at most \$0.20 fails everywhere: the best is/);
    expect(stdout).toMatch(/Closest is timeout 5 min/);
    expect(Object.keys(written('none'))).toEqual(['candidates.csv', 'data-dictionary.csv', 'plan.json']);
  });

  it('leaves no result behind when it is interrupted, only the runs to resume from', async () => {
    const args = [
      'plan',
      'app.yaml',
      '--set',
      'duration=300d',
      '--set',
      'load.web.rate=5/s',
      '--out',
      'never',
    ];
    const child = spawn(process.execPath, [BUILT_CLI, ...args, '--workers', '2'], { cwd: folder });
    while (!readdirSync(folder).some((name) => name.startsWith('.never'))) {
      if (child.exitCode !== null) throw new Error(`the plan ended early with ${child.exitCode}`);
      await sleep(20);
    }
    child.kill('SIGINT');
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status).toBe(130);
    expect(readdirSync(folder).filter((name) => name !== 'never.partial')).toEqual(['app.yaml']);
  });
});
