import { expect, it } from 'vitest';
import { scenarioLine } from '../../src/scenario/document/scenario-line.js';
import { compiled, exampleLoad } from './example.js';

const template = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 };

it.each([
  [
    'policies that are not the default',
    { computes: [{ name: 'primary', ...template, policy: { size: 'oracle', suspend: 'hybrid_histogram' } }] },
    'primary 0.25-2 CU by oracle suspending by hybrid_histogram;',
  ],
  ['the number of faults', { faults: ['1h', '2h'].map((at) => ({ at, crash: 'primary' })) }, '; 2 faults'],
  [
    'the tenants of a fleet by class',
    {
      computes: { template, count: 3, mix: { plain: { share: 1, rate_factor: 2 } } },
      load: [exampleLoad({ compute: 'tenant', rate: '4/h' })],
    },
    '3 tenants (3 plain), 0.25-2 CU',
  ],
])('the line of a scenario names %s', async (_what, over, part) => {
  expect(scenarioLine(await compiled(over))).toContain(part);
});
