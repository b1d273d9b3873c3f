import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Summary } from '../../src/study/run/summary.js';
import { temporaryFolder } from '../temporary-folder.js';
import { calledIn } from './command.js';

const folder = temporaryFolder();
writeFileSync(
  join(folder, 'fleet.yaml'),
  `
name: fleet
seed: 1
duration: 6h
plan: scale
computes:
  name: tenant
  count: 4
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25, suspend_timeout_seconds: 300 }
load: [{ name: app, compute: tenant, rate: 2/h, query: { cpu: 20ms } }]
`,
);
const run = (...options: readonly string[]) =>
  calledIn(folder, ['run', 'fleet.yaml', '--workers', '1', ...options]);

async function summary(...options: readonly string[]): Promise<Summary> {
  const made = await run('--out', 'out', ...options);
  expect(made).toMatchObject({ status: 0, stderr: '' });
  return JSON.parse(readFileSync(join(folder, 'out', 'summary.json'), 'utf8')) as Summary;
}

it('neap run --redraw tenants draws other tenants for each replication, and lists those of the first', async () => {
  const redrawn = await summary('--replications', '3', '--redraw', 'tenants');
  const [single, ...others] = [
    await summary(),
    await summary('--set', 'seed=1/1'),
    await summary('--set', 'seed=1/2'),
  ];
  const costs = [single, ...others].map(({ total }) => total.cost_usd);
  expect(redrawn.total.cost_usd).toBeCloseTo((costs[0]! + costs[1]! + costs[2]!) / 3, 12);
  expect(redrawn.fleet).toEqual(single.fleet);
  expect(redrawn.computes).toEqual(single.computes);
  expect(redrawn).toMatchObject({ redrawn: true, replications: 3 });
  const factors = (one: Summary) => one.fleet!.by_tenant.map(({ rate_factor }) => rate_factor);
  expect(factors(others[0]!)).not.toEqual(factors(single));
  const same = await run('--replications', '2');
  expect(same.stdout.replace(/\s+/g, ' ')).toContain('every ± is for these tenants, drawn once');
  const markdown = await run('--replications', '2', '--redraw', 'tenants', '--md', '-');
  expect(markdown.stdout).toContain('- each replication drew new tenants, and every ± is for such fleets');
});
