import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { neap } from './built-cli.js';

const SCENARIO = `
name: fleet
seed: 1
duration: 6h
plan: scale
computes:
  name: tenant
  count: 150
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2, suspend_timeout_seconds: 300 }
load:
  - { name: app, compute: tenant, rate: 6/h, query: { cpu: 20ms } }
  - name: shared
    route: { weight: { tenant-0003: 1, tenant-0149: 1 } }
    rate: 2/min
    query: { cpu: 100ms }
events:
  - { at: 2h, update: tenant, set: { suspend_timeout_seconds: 120 } }
faults:
  - { at: 3h, for: 10m, control_plane_outage: true }
`;

it('a fleet gives the same bytes on one thread and on two', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-fleet-workers-'));
  try {
    writeFileSync(join(folder, 'fleet.yaml'), SCENARIO);
    const files = (workers: string) => {
      const { status, stderr, stdout } = neap(
        ['run', 'fleet.yaml', '--workers', workers, '--out', workers],
        folder,
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const names = readdirSync(join(folder, workers)).sort();
      return {
        stdout,
        files: names.map((name) => [name, readFileSync(join(folder, workers, name), 'utf8')]),
      };
    };
    const one = files('1');
    expect(one.files).toHaveLength(11);
    expect(files('2')).toEqual(one);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
