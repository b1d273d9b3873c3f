import { expect, it } from 'vitest';
import { mean } from '../../src/kernel/distribution-moments.js';
import { compiledLoad } from './example.js';

it.each([
  [{ lognormal: { mean: '4ms', cv: 2 } }, 'lognormal'],
  [{ weibull: { mean: '4ms', cv: 2 } }, 'weibull'],
  [{ hyperexponential: { mean: '4ms', cv: 2 } }, 'hyperexponential'],
])('the distribution %j has its mean', async (cpu, kind) => {
  const { cpu_seconds } = (await compiledLoad({ query: { cpu } })).query;
  expect(cpu_seconds.kind).toBe(kind);
  expect(mean(cpu_seconds)).toBeCloseTo(0.004, 12);
});

it('a lognormal distribution has its median and 99th percentile', async () => {
  const { query } = await compiledLoad({ query: { cpu: { lognormal: { median: '350ms', p99: '2s' } } } });
  expect(query.cpu_seconds).toEqual({
    kind: 'lognormal',
    mu: Math.log(0.35),
    sigma: expect.closeTo(Math.log(2 / 0.35) / 2.3263478740408408, 12),
  });
});
