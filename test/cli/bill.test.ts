import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveScenario } from '../../src/cli/serve/serve-scenario.js';
import { summarise } from '../../src/report/figures/summary.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';
import { called } from './command.js';

const SHOP = `
name: shop
start: 2026-06-01T00:00:00Z
duration: 2d
plan: launch
computes:
  - { name: primary, autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 4 }
load:
  - { name: cron, compute: primary, process: regular, rate: 2/h, query: { cpu: 5ms } }
model: { wake_latency: 300ms }
data:
  logical_size_bytes: 40GB
`;

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'neap-bill-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

describe('neap bill', () => {
  it('prices the same load at other vendors and lists the assumptions', async () => {
    const path = file('shop.yaml', SHOP.replaceAll('_cu: 4', '_cu: 0.25'));
    const { status, stdout } = await called(['bill', path, '--quiet', '--elsewhere']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nSupabase +\$\d+\.\d\d +none: always on/);
    expect(stdout).toMatch(/\nAurora +\$\d+\.\d\d to \$\d+\.\d\d/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'an open idle connection keeps Aurora, Azure SQL, Railway and Xata awake, and never Neon',
    );
  });

  it('charges for compute what a run reports, per month and for the run itself', async () => {
    const path = file('shop.yaml', SHOP);
    const summary = summarise(await parseScenario(SHOP), simulate(await parseScenario(SHOP)));
    for (const [period, expected] of [
      ['month', summary.total.cost_usd_per_month],
      ['run', summary.total.cost_usd],
    ] as const) {
      const { stdout, status } = await called(['bill', path, '--period', period, '--json', '--quiet']);
      expect(status).toBe(0);
      const [invoice] = JSON.parse(stdout).invoices;
      expect(invoice.lines[0]).toMatchObject({ metric: 'compute_unit_seconds', usd_per_unit: 0.106 });
      expect(invoice.lines[0].cost_usd).toBeCloseTo(expected, 9);
    }
  });

  it('warns of a job missing from the monthly projection, but not when the run itself is billed', async () => {
    const path = file('shop.yaml', SHOP.replace('regular, rate: 2/h', "{ cron: { schedule: '0 3 9 * *' } }"));
    const warnings = async (...args: readonly string[]) =>
      JSON.parse((await called(['bill', path, '--json', '--quiet', ...args])).stdout).warnings;
    expect(await warnings()).toEqual([
      expect.stringMatching(/^cron sends 0 queries a month .* and 1 over a year$/),
    ]);
    expect(await warnings('--period', 'run')).toBeUndefined();
  });

  it('prints every item, its assumptions and the fixed machine', async () => {
    const { stdout } = await called(['bill', file('shop.yaml', SHOP), '--quiet']);
    // 40 GB for 730 of 744 hours.
    expect(stdout).toMatch(/Storage, root branches +39\.2 GB-months +\$0\.35 +\$13\.74/);
    expect(stdout).toMatch(/provisioned +4 CU +\$292\.00/);
    expect(stdout).toMatch(/data\.egress_per_query\s+2kB \(low\)/);
    expect(stdout).not.toMatch(/data\.logical_size_bytes/);
  });

  it('writes its tables and its Markdown report', async () => {
    const out = join(directory, 'out');
    const md = join(directory, 'bill.md');
    const path = file('shop.yaml', SHOP);
    await called(['bill', path, '--quiet', '--out', out, '--md', md]);
    const [head, ...rows] = readFileSync(join(out, 'bill.csv'), 'utf8').trim().split('\r\n');
    expect(head).toMatch(/^month,hours,metric,/);
    expect(rows).toHaveLength(8);
    expect(JSON.parse(readFileSync(join(out, 'bill.json'), 'utf8')).comparison).toBeNull();
    expect(readFileSync(md, 'utf8')).toMatch(/\| Total \|/);
  });

  it('reproduces the consumption of a driven emulator to the cent', async () => {
    const scenario = await parseScenario(SHOP);
    const test = new EmulatorUnderTest({
      platform: {
        seed: 'test',
        default_plan: 'launch',
        operation_duration_ms: { start_compute: 300, suspend_compute: 0 },
      },
      start_ms: scenario.start_epoch_seconds * 1000,
    });
    await serveScenario(test.emulator, scenario, test.account);
    test.emulator.skip(2 * 86_400_000);
    const { body: organizations } = await test.call('GET', '/users/me/organizations');
    const query = new URLSearchParams({
      org_id: organizations.organizations[0].id,
      from: '2026-06-01T00:00:00Z',
      to: '2026-06-03T00:00:00Z',
      granularity: 'hourly',
      metrics: 'compute_unit_seconds,root_branch_bytes_month,child_branch_bytes_month,extra_branches_month',
    });
    const { body, status } = await test.call('GET', `/consumption_history/v2/projects?${query}`);
    expect(status).toBe(200);
    const consumption = file('consumption.json', JSON.stringify(body));
    const { stdout, stderr } = await called([
      'bill',
      file('shop.yaml', SHOP),
      '--invoice',
      consumption,
      '--json',
      '--quiet',
    ]);
    expect(stderr).toBe('');
    const { comparison } = JSON.parse(stdout);
    const found = Object.fromEntries(
      comparison.lines.map((line: { metric: string; simulated_usd: number; real_usd: number }) => [
        line.metric,
        [line.simulated_usd, line.real_usd],
      ]),
    );
    // 96 wakes of five minutes at 4 CU, and 40 GB for two days.
    expect(found['compute_unit_seconds']).toEqual([3.39, 3.39]);
    expect(found['root_branch_bytes_month']).toEqual([0.9, 0.9]);
    expect(found['extra_branches_month']).toEqual([0, 0]);
  });

  it('explains the differences from a real invoice', async () => {
    const totals = file(
      'march.yaml',
      'from: 2026-06-01\nto: 2026-07-01\nmetrics: { root_branch_bytes_month: 57600e9, public_network_transfer_bytes: 2e12 }\n',
    );
    const { stdout } = await called(['bill', file('shop.yaml', SHOP), '--quiet', '--invoice', totals]);
    expect(stdout).toMatch(/Public transfer .* \$150\.00/);
    expect(stdout).toMatch(/mean logical size of a project 80 GB\s+instead of 40 GB/);
    expect(stdout).toMatch(/data\.egress_per_query 1\.39 GB instead of 2 kB/);
  });

  it.each([
    ['march.json', '{', /neither JSON nor YAML/],
    ['march.yaml', 'from: 2026-06-01\nto: 2026-07-01\n', /no figure/],
  ])('refuses %s', async (name, text, message) => {
    const { status, stderr } = await called([
      'bill',
      file('shop.yaml', SHOP),
      '--quiet',
      '--invoice',
      file(name, text),
    ]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).toContain(`--invoice ${join(directory, name)}`);
  });

  it('refuses a plan without such an invoice, and impossible amounts of data', async () => {
    const legacy = ['--set', 'plan={ name: launch, as_of: 2024-10-01 }'];
    const first = await called(['bill', file('shop.yaml', SHOP), '--quiet', ...legacy]);
    expect([first.status, first.stderr]).toEqual([2, expect.stringMatching(/no usage-based invoice/)]);
    for (const [set, message] of [
      ['data.written=5', /bytes per time such as 500MB\/d/],
      ['data.history_retention_seconds=40d', /0 to 30 days/],
      ['data.snapshots={ keep: 3 }', /every: 1d/],
      ['data.size=3', /unknown key/],
    ] as const) {
      const { status, stderr } = await called(['bill', file('shop.yaml', SHOP), '--set', set]);
      expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
  });

  it('reports which caps bind, when, and which caps keep to a budget', async () => {
    const capped = `${SHOP}  written: 1GB/d
  growth: 1GB/d
quota: { compute_time_seconds: 100h, data_transfer_bytes: 1GB, logical_size_bytes: 50GB }
spending_limit_cents: 5000
`;
    const path = file('shop.yaml', capped);
    const { stdout } = await called(['bill', path, '--quiet', '--json', '--budget', '60']);
    const { caps, budget, month } = JSON.parse(stdout);
    const cap = (name: string) => caps.find((each: { name: string }) => each.name === name);
    // 32 CU-hours in two days.
    const rate = 32 / 48;
    expect(cap('compute_time_seconds').binds_after_hours).toBeCloseTo(100 / rate, 2);
    expect(cap('compute_time_seconds').outage_hours).toBeCloseTo(730 - 100 / rate, 2);
    expect(cap('data_transfer_bytes').binds_after_hours).toBeNull();
    expect(cap('logical_size_bytes').binds_after_hours).toBeCloseTo(240, 6);
    expect(cap('spending_limit_cents').effect).toBe('alerts');
    // With that cap the monthly cost is at most a cent below the budget.
    const compute = (budget.compute_time_seconds / 3600) * 0.106;
    expect(budget.other_usd + compute).toBeLessThanOrEqual(60);
    expect(budget.other_usd + compute).toBeGreaterThan(59.99);
    expect(budget.binds_after_hours).toBeCloseTo(budget.compute_time_seconds / 3600 / rate, 1);
    // The scenario's cap ends the month earlier.
    expect(month.lines[0].quantity).toBeCloseTo(100, 9);
    expect(month.lines[0].amount_usd).toBe(10.6);
    const printed = await called(['bill', path, '--quiet', '--budget', '10']);
    expect(printed.stdout).toMatch(/no cap on compute keeps a month within\s+\$10\.00/);
    // A run started manually: the date is that of the decision.
    const exhausted = await called(['bill', path, '--quiet', '--set', 'quota.compute_time_seconds=3h']);
    expect(exhausted.stdout).toMatch(
      /in the run +2026-06-01 04:\d\d:\d\d UTC: the project's quota of compute/,
    );
  });

  it('bills branches that are created and deleted, with a row for each TTL', async () => {
    const churn = `${SHOP}previews: { rate: 40/w, life: 2d, forgotten: 10%, compute: { active: 1h } }\n`;
    const { stdout } = await called([
      'bill',
      file('shop.yaml', churn),
      '--quiet',
      '--json',
      '--ttl',
      '3d,never',
    ]);
    const { previews, month } = JSON.parse(stdout);
    expect(previews.sweep[1]).toEqual(previews.month);
    expect(previews.sweep[0].cost_usd.mean).toBeLessThan(previews.month.cost_usd.mean);
    const plain = JSON.parse((await called(['bill', file('plain.yaml', SHOP), '--quiet', '--json'])).stdout);
    expect(month.total_usd - plain.month.total_usd).toBeCloseTo(previews.month.cost_usd.mean, 1);
    const shown = await called(['bill', file('shop.yaml', churn), '--quiet', '--ttl', '3d']);
    expect(shown.stdout).toMatch(/\n {0,2}as they are .*\nTTL 3 d/);
    expect(shown.stdout).toMatch(/no\s+quota\s+counts\s+what\s+they\s+use/);
    const without = await called(['bill', file('plain.yaml', SHOP), '--ttl', '3d']);
    expect([without.status, without.stderr]).toEqual([2, expect.stringMatching(/has no previews/)]);
    const elsewhere = await called(['bill', file('shop.yaml', churn), '--elsewhere']);
    expect([elsewhere.status, elsewhere.stderr]).toEqual([2, expect.stringMatching(/has previews/)]);
  });
});
