import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTerraform } from '../../../src/ingest/terraform/terraform-plan.js';
import { terraformSettings } from '../../../src/ingest/terraform/terraform-settings.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { called } from '../../cli/command.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** A plan in the form that Terraform 1.9 writes, with the attributes of the provider kislerdm/neon. */
const PLAN = fileURLToPath(new URL('plan.json', import.meta.url));
const plan = () => JSON.parse(readFileSync(PLAN, 'utf8'));
const settingsOf = async (value: unknown, scenario = SHOP) =>
  terraformSettings(readTerraform(value), await parseScenario(scenario));

const SHOP = `
name: shop
start: 2026-06-01T00:00:00Z
duration: 1d
plan: launch
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2, suspend_timeout_seconds: -1 }
  - { name: reports, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, process: regular, rate: 2/h, query: { cpu: 5ms } }
  - { name: reports, compute: reports, process: regular, rate: 1/h, query: { cpu: 5ms } }
model: { wake_latency: 300ms }
data: { logical_size_bytes: 10GB, written: 1GB/d, branches: { count: 9 } }
`;

const directory = temporaryFolder();
function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const bill = (terraform: string, ...options: readonly string[]) =>
  called(['bill', file('shop.yaml', SHOP), '--terraform', terraform, '--quiet', ...options]);

describe('a Terraform plan', () => {
  it('a Terraform plan is read as settings of the computes, the quota and the data', async () => {
    const settings = await settingsOf(plan());
    expect(settings.before).toEqual([
      'computes.primary.autoscaling_limit_min_cu=1',
      'computes.primary.autoscaling_limit_max_cu=2',
      'computes.primary.suspend_timeout_seconds=-1',
      'data.history_retention_seconds=86400',
      'computes.reports.autoscaling_limit_min_cu=1',
      'computes.reports.autoscaling_limit_max_cu=1',
      'computes.reports.suspend_timeout_seconds=0',
    ]);
    expect(settings.after).toEqual([
      'computes.primary.autoscaling_limit_min_cu=0.25',
      'computes.primary.autoscaling_limit_max_cu=2',
      'computes.primary.suspend_timeout_seconds=300',
      'quota.compute_time_seconds=360000',
      'data.history_retention_seconds=604800',
      'computes.reports.autoscaling_limit_min_cu=2',
      'computes.reports.autoscaling_limit_max_cu=2',
      'computes.reports.suspend_timeout_seconds=0',
      'data.branches.count=11',
    ]);
    // A data source is not a resource; an endpoint missing from the scenario is reported as left out.
    expect(settings.left_out).toEqual([
      expect.stringMatching(/^neon_endpoint\.other is not a compute of the scenario/),
    ]);
  });

  it('settings are read from a Terraform state as well, including modules', async () => {
    const [project, endpoint] = plan().resource_changes;
    const resource = ({ address, type, name, change }: typeof project) => ({
      address,
      mode: 'managed',
      type,
      name,
      values: change.after,
    });
    const state = {
      format_version: '1.0',
      values: {
        root_module: { resources: [resource(project)], child_modules: [{ resources: [resource(endpoint)] }] },
      },
    };
    const { before, after } = await settingsOf(state);
    expect(before).toEqual([]);
    expect(after).toContain('computes.reports.autoscaling_limit_max_cu=2');
  });

  it('a Terraform plan may use the name of later releases for the default endpoint', async () => {
    const changed = plan();
    for (const side of ['before', 'after']) {
      const of = changed.resource_changes[0].change[side];
      of.primary_compute = of.default_endpoint_settings;
      delete of.default_endpoint_settings;
    }
    const { after } = await settingsOf(changed);
    expect(after[0]).toBe('computes.primary.autoscaling_limit_min_cu=0.25');
  });

  it('values of a Terraform plan that are unknown, not numbers, or given twice are ignored', async () => {
    const changed = plan();
    const [project, endpoint] = changed.resource_changes;
    project.change.after.default_endpoint_settings[0].autoscaling_limit_max_cu = '4';
    delete project.change.after.default_endpoint_settings[0].suspend_timeout_seconds;
    project.change.after_unknown = { default_endpoint_settings: [{ suspend_timeout_seconds: true }] };
    changed.resource_changes.push({ ...endpoint, address: 'neon_endpoint.reports[1]' });
    const { after, left_out } = await settingsOf(changed);
    expect(after).toContain('computes.primary.suspend_timeout_seconds=-1');
    expect(after.join()).not.toContain('primary.autoscaling_limit_max_cu');
    expect(after.filter((each) => each.includes('reports.autoscaling_limit_min_cu'))).toHaveLength(1);
    const told = left_out.join('\n');
    expect(told).toContain('suspend_timeout_seconds is known only when it is applied');
    expect(told).toContain('autoscaling_limit_max_cu is "4", not a number');
    expect(told).toContain(
      'neon_endpoint.reports[1]: computes.reports.autoscaling_limit_min_cu is already set by',
    );
  });

  it('of several projects in a Terraform plan, only one named like the scenario is read', async () => {
    const changed = plan();
    const [project] = changed.resource_changes;
    const other = structuredClone(project);
    other.change.after.name = 'other';
    changed.resource_changes.push({ ...other, address: 'neon_project.other', name: 'other' });
    const named = await settingsOf(changed);
    expect(named.after[0]).toBe('computes.primary.autoscaling_limit_min_cu=0.25');
    expect(named.left_out[0]).toBe(
      'neon_project.other is one of several projects, and not named like the scenario',
    );
    const unnamed = await settingsOf(changed, SHOP.replace('name: shop', 'name: another'));
    expect(unnamed.after.join()).not.toContain('computes.primary');
  });

  it('a Terraform plan is billed before and after, line by line', async () => {
    const { status, stdout, stderr } = await bill(PLAN, '--json');
    expect([status, stderr]).toEqual([0, '']);
    const { before, after, difference_usd } = JSON.parse(stdout);
    const usd = (bill: typeof before, metric: string) =>
      bill.month.lines.find((line: { metric: string }) => line.metric === metric).amount_usd;
    // Always on at 1 CU: 24 CU-hours a day; then five minutes twice an hour at a quarter of one. The replica doubles.
    const hours = (cu: number, seconds: number) => (cu * seconds * 730) / 3600;
    expect(usd(before, 'compute_unit_seconds')).toBeCloseTo(0.106 * (hours(1, 3600) + hours(1, 300.005)), 0);
    // The plan also sets a quota of 100 CU-hours, which ends the month before it would reach 152.
    expect(hours(0.25, 600.01) + hours(2, 300.005)).toBeGreaterThan(150);
    expect(usd(after, 'compute_unit_seconds')).toBe(10.6);
    expect(after.running_hours).toBeCloseTo((730 * 100) / (hours(0.25, 600.01) + hours(2, 300.005)), -1);
    // Seven days of history instead of one, and two branches beyond the nine included.
    expect(usd(after, 'instant_restore_bytes_month')).toBeCloseTo(
      7 * usd(before, 'instant_restore_bytes_month'),
      1,
    );
    expect([usd(before, 'extra_branches_month'), usd(after, 'extra_branches_month')]).toEqual([0, 2.94]);
    expect(difference_usd).toBeCloseTo(after.month.total_usd - before.month.total_usd, 9);
    const shown = await bill(PLAN);
    expect(shown.stdout).toMatch(/Compute +\S+ to \S+ CU-hours +\$\S+ +\$\S+ +-\$/);
    expect(shown.stdout).toMatch(/left out +neon_endpoint\.other/);
  });

  it.each([
    ['{}', /expected what "terraform show -json/],
    ['nothing', /not JSON/],
  ])('refuses %s', async (text, message) => {
    const { status, stderr } = await bill(file('plan.json', text));
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('an invalid setting of a Terraform plan is named', async () => {
    const changed = plan();
    changed.resource_changes[0].change.after.default_endpoint_settings[0].suspend_timeout_seconds = 10;
    const { status, stderr } = await bill(file('plan.json', JSON.stringify(changed)));
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/computes\.primary\.suspend_timeout_seconds/),
    ]);
  });
});
