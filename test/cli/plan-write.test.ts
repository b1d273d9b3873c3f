import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calledIn } from './command.js';

const SCENARIO = `# My own app.
name: mine   # a name
seed: 3
duration: 6h
plan: scale
computes:
  - name: primary   # the only one
    autoscaling_limit_min_cu: 1   # generous
    autoscaling_limit_max_cu: 4

    # the timeout is the plan's
load:
  - { name: web, compute: primary, rate: 6/h, query: { cpu: 20ms } } # rare
slo: { latency_p99: 5s }
`;
const PLAN = ['plan', 'app.yaml', '--vary', 'max=1,4', '--vary', 'timeout=1m,5m', '--at-load', 'none'];
const QUICK = ['--no-sensitivity', '--quiet', '--workers', '1'];
const WRITTEN = SCENARIO.replace('max_cu: 4\n', 'max_cu: 4\n    suspend_timeout_seconds: 1m\n');

let folder: string;
const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-write-'));
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('neap plan --write', () => {
  it('writes the recommendation into the scenario, and keeps comments, layout and file mode', async () => {
    chmodSync(join(folder, 'app.yaml'), 0o640);
    const { status, stderr } = await calledIn(folder, [...PLAN, ...QUICK, '--write']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^neap: wrote max=4 timeout=1m to .*app\.yaml\n$/);
    expect(file('app.yaml')).toBe(WRITTEN);
    expect(statSync(join(folder, 'app.yaml')).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['app.yaml']);
    const again = await calledIn(folder, [...PLAN, ...QUICK, '--write']);
    expect(again.stderr).toMatch(/app\.yaml has the recommended settings already\n$/);
    expect(file('app.yaml')).toBe(WRITTEN);
  });

  it('writes another file if one is named, and leaves the scenario unchanged', async () => {
    const { stderr } = await calledIn(folder, [...PLAN, ...QUICK, '--write', 'new.yaml']);
    expect(stderr).toMatch(/^neap: wrote max=4 timeout=1m to .*new\.yaml\n$/);
    expect([file('app.yaml'), file('new.yaml')]).toEqual([SCENARIO, WRITTEN]);
  });

  it('refuses to overwrite another file that the command reads', async () => {
    const { status, stderr } = await calledIn(folder, [...PLAN, ...QUICK, '--write', 'app.yaml']);
    expect(status).toBe(2);
    expect(stderr).toContain('this command reads the file');
    expect(file('app.yaml')).toBe(SCENARIO);
  });

  it('writes nothing if no setting meets the constraints', async () => {
    const impossible = ['--constraint', 'latency_mean <= 1ms'];
    const { status, stderr } = await calledIn(folder, [...PLAN, ...QUICK, ...impossible, '--write']);
    expect([status, stderr]).toEqual([1, 'neap: no settings are recommended, so no file is written\n']);
    expect(file('app.yaml')).toBe(SCENARIO);
  });
});
