import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Summary } from '../../src/report/figures/summary.js';
import { calledIn } from './command.js';

const SCENARIO = `
name: fleet
seed: 1
duration: 6h
plan: scale
computes:
  name: tenant
  count: 4
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25, suspend_timeout_seconds: 300 }
load:
  - { name: app, compute: tenant, rate: 2/h, query: { cpu: 20ms } }
`;

describe('neap run --redraw tenants', () => {
  it('draws other tenants for each replication, and lists those of the first', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neap-redraw-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'fleet.yaml'), SCENARIO);
    const summary = async (out: string, ...args: readonly string[]): Promise<Summary> => {
      const made = await calledIn(folder, [
        'run',
        'fleet.yaml',
        '--out',
        join(folder, out),
        '--workers',
        '1',
        ...args,
      ]);
      expect(made).toMatchObject({ status: 0, stderr: '' });
      return JSON.parse(readFileSync(join(folder, out, 'summary.json'), 'utf8')) as Summary;
    };
    const redrawn = await summary('a', '--replications', '3', '--redraw', 'tenants');
    const single = await summary('b');
    const others = [await summary('c', '--set', 'seed=1/1'), await summary('d', '--set', 'seed=1/2')];
    const costs = [single, ...others].map(({ total }) => total.cost_usd);
    expect(redrawn.total.cost_usd).toBeCloseTo((costs[0]! + costs[1]! + costs[2]!) / 3, 12);
    expect(redrawn.fleet).toEqual(single.fleet);
    expect(redrawn.computes).toEqual(single.computes);
    expect(redrawn).toMatchObject({ redrawn: true, replications: 3 });
    const between = redrawn.draws!.between_draws.cost_usd!;
    expect(between).toBeGreaterThan(0.5);
    expect(between).toBeLessThanOrEqual(1);
    const factors = (one: Summary) => one.fleet!.by_tenant.map(({ rate_factor }) => rate_factor);
    expect(factors(others[0]!)).not.toEqual(factors(single));
    const same = await calledIn(folder, ['run', 'fleet.yaml', '--replications', '2', '--workers', '1']);
    expect(same.stdout.replace(/\s+/g, ' ')).toContain('every ± is for these tenants, drawn once');
    const markdown = await calledIn(folder, [
      ...['run', 'fleet.yaml', '--replications', '2', '--workers', '1', '--redraw', 'tenants', '--md', '-'],
    ]);
    expect(markdown.stdout).toContain('- each replication drew new tenants, and every ± is for such fleets');
    expect(markdown.stdout).toMatch(/of the variance of the cost is between draws/);
  });
});
