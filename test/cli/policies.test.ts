import { expect, it } from 'vitest';
import { SIZE_POLICIES } from '../../src/compute/policy/size-policies.js';
import { SUSPEND_POLICIES } from '../../src/compute/policy/suspend-policies.js';
import { called } from './command.js';

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

it('the policy module that the help names is valid', async () => {
  const { stdout: help } = await called(['policies', '--help']);
  expect(help).toContain('examples/office-hours.mjs');
  const { status, stdout } = await called(['validate', 'examples/office-hours.yaml']);
  expect(status).toBe(0);
  expect(stdout).toContain('by office_hours suspending by office_hours');
});
