import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { neap } from '../../cli/built-cli.js';
import { temporaryFolder } from '../../temporary-folder.js';

const folder = temporaryFolder();

it('every tenant of a fleet is metered: at a fixed size each wake loses four seconds', () => {
  const scenario = {
    name: 'tenants',
    duration: '2d',
    plan: 'launch',
    computes: {
      template: {
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 0.25,
        suspend_timeout_seconds: '5m',
      },
      count: 6,
    },
    load: [{ name: 'web', compute: 'tenant', rate: '3/h', query: { cpu: '20ms' } }],
  };
  writeFileSync(join(folder, 'fleet.json'), JSON.stringify(scenario));
  const of = (command: string) => JSON.parse(neap([command, 'fleet.json', '--json'], folder).stdout);
  const { total } = of('run');
  const { metering, provisioned, invoices } = of('bill');
  const scale = 730 / 48;
  expect(total.wakes).toBeGreaterThan(400);
  expect(metering.cu_hours).toBeCloseTo(total.cu_hours * scale, 6);
  expect(invoices[0].lines[0].quantity).toBeCloseTo(total.cu_hours * scale, 6);
  const lost = (metering.cu_hours - metering.metered_cu_hours) / scale;
  expect(lost).toBeCloseTo((total.wakes * 4 * 0.25) / 3600, 6);
  expect(provisioned.sizes_cu).toHaveLength(6);
});
