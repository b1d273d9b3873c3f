import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { POLICY_EXAMPLE } from '../../src/cli/policies/policy-example.js';
import { SIZE_POLICIES } from '../../src/compute/policy/size-policies.js';
import { SUSPEND_POLICIES } from '../../src/compute/policy/suspend-policies.js';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const folder = temporaryFolder();

it('neap policies lists every policy with its parameters on lines of 80 columns', async () => {
  const { status, stdout, stderr } = await called(['policies']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  const policies = [
    ...SIZE_POLICIES.map((policy) => ({ side: 'size', ...policy })),
    ...SUSPEND_POLICIES.map((policy) => ({ side: 'suspend', ...policy })),
  ];
  for (const { side, name, parameters } of policies) {
    expect(stdout).toMatch(new RegExp(`^${side}: ${name}\\b`, 'm'));
    for (const parameter of Object.keys(parameters)) expect(stdout).toContain(`  ${parameter}: `);
  }
  for (const line of [
    'size: agent (the default)',
    'suspend: oracle (foresight: a yardstick that cannot be deployed)',
    '  range_seconds: 4h, a time from 1m to 7d',
  ]) {
    expect(stdout).toContain(line);
  }
  const list = JSON.parse((await called(['policies', '--json'])).stdout);
  expect(list.size.map(({ name }: { name: string }) => name)).toEqual(SIZE_POLICIES.map(({ name }) => name));
  expect(list.suspend[0]).toMatchObject({ name: 'fixed', default: true, foresight: false });
  const range = { name: 'range_seconds', unit: 'seconds', default: 14_400, default_text: '4h', least: 60 };
  expect(
    list.suspend.find(({ name }: { name: string }) => name === 'hybrid_histogram').parameters[0],
  ).toMatchObject({ ...range, confidence: 'high' });
});

it('the policy module shown in the help is valid', async () => {
  const compute =
    '{ name: a, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 8, policy: ./my-policy.mjs }';
  writeFileSync(join(folder, 'app.yaml'), `duration: 1h\ncomputes: [${compute}]\n`);
  writeFileSync(join(folder, 'my-policy.mjs'), POLICY_EXAMPLE);
  const { status, stdout } = await called(['validate', join(folder, 'app.yaml')]);
  expect(status).toBe(0);
  expect(stdout).toContain('a 1-8 CU by office-hours suspending by patient-after-rush');
});
