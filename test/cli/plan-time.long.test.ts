import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { calledIn } from './command.js';

const SCENARIO = `
name: timed
duration: 6h
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 100/h, query: { cpu: 20ms } }]
slo: { latency_p99: 5s }
`;
const PLAN = [
  'plan',
  'app.yaml',
  '--vary',
  'timeout=1m,5m',
  '--at-load',
  'none',
  '--md',
  '-',
  '--workers',
  '1',
];

const folder = temporaryFolder();
beforeAll(() => writeFileSync(join(folder, 'app.yaml'), SCENARIO));

describe('neap plan --time', () => {
  it('prints the budget in events that gives the same bytes', async () => {
    const timed = await calledIn(folder, [...PLAN, '--time', '1s']);
    const [, budget] = /^neap: --max-queries (\d+) instead of --time reproduces/m.exec(timed.stderr) ?? [];
    const counted = await calledIn(folder, [...PLAN, '--max-queries', budget!]);
    expect(timed.stdout).not.toBe('');
    expect(counted).toMatchObject({ status: timed.status, stdout: timed.stdout });
  });

  it('cannot be combined with a budget in events', async () => {
    const { status, stderr } = await calledIn(folder, [...PLAN, '--time', '1s', '--max-queries', '1M']);
    expect(status).toBe(2);
    expect(stderr).toContain("option '--time <duration>' cannot be used with option '--max-queries <n>'");
  });
});
