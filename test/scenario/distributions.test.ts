import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../src/kernel/distribution.js';
import { mean } from '../../src/kernel/distribution-moments.js';
import { compiledLoad, complaints, exampleLoad } from './example.js';

async function cpu(written: unknown): Promise<Distribution> {
  return (await compiledLoad({ query: { cpu: written } })).query.cpu_seconds;
}

async function complaint(written: unknown): Promise<string> {
  return (await complaints({ load: [exampleLoad({ query: { cpu: written } })] })).join('\n');
}

describe('every form of a distribution', () => {
  it.each<[unknown, Distribution]>([
    ['4ms', { kind: 'constant', value: 0.004 }],
    [0, { kind: 'constant', value: 0 }],
    [{ exponential: { mean: '4ms' } }, { kind: 'exponential', mean: 0.004 }],
    [{ uniform: { min: '1s', max: '3s' } }, { kind: 'uniform', min: 1, max: 3 }],
    [{ uniform: { min: '1s', max: '1s' } }, { kind: 'constant', value: 1 }],
    [{ pareto: { shape: 1.5, scale: '1s' } }, { kind: 'pareto', shape: 1.5, scale: 1 }],
    [{ pareto: { shape: 2, mean: '2s' } }, { kind: 'pareto', shape: 2, scale: 1 }],
    [
      { bounded_pareto: { shape: 1.1, min: '1ms', max: '1s' } },
      { kind: 'bounded_pareto', shape: 1.1, min: 0.001, max: 1 },
    ],
    [{ weibull: { shape: 0.5, scale: '1s' } }, { kind: 'weibull', shape: 0.5, scale: 1 }],
    [{ gamma: { shape: 3, scale: '2s' } }, { kind: 'gamma', shape: 3, scale: 2 }],
    [{ gamma: { mean: '4s', cv: 0.5 } }, { kind: 'gamma', shape: 4, scale: 1 }],
    [{ erlang: { stages: 4, mean: '2s' } }, { kind: 'gamma', shape: 4, scale: 0.5 }],
    [
      {
        hyperexponential: {
          phases: [
            { weight: 3, mean: '1s' },
            { weight: 1, mean: '9s' },
          ],
        },
      },
      { kind: 'hyperexponential', weights: [0.75, 0.25], means: [1, 9] },
    ],
    [
      { empirical: ['3s', '1s', '1s', '2s'] },
      { kind: 'empirical', values: [1, 2, 3], weights: [0.5, 0.25, 0.25] },
    ],
    [
      { empirical: { values: ['1s', '2s'], weights: [1, 3] } },
      { kind: 'empirical', values: [1, 2], weights: [0.25, 0.75] },
    ],
    [
      {
        mixture: [
          { weight: 1, of: '1s' },
          { weight: 1, of: { exponential: { mean: '2s' } } },
        ],
      },
      {
        kind: 'mixture',
        weights: [0.5, 0.5],
        parts: [
          { kind: 'constant', value: 1 },
          { kind: 'exponential', mean: 2 },
        ],
      },
    ],
  ])('reads %j', async (written, law) => {
    expect(await cpu(written)).toEqual(law);
  });

  it.each([
    [{ lognormal: { mean: '4ms', cv: 2 } }, 'lognormal'],
    [{ weibull: { mean: '4ms', cv: 2 } }, 'weibull'],
    [{ hyperexponential: { mean: '4ms', cv: 2 } }, 'hyperexponential'],
  ])('fits %j to its mean', async (written, kind) => {
    const law = await cpu(written);
    expect(law.kind).toBe(kind);
    expect(mean(law)).toBeCloseTo(0.004, 12);
  });

  it('fits a lognormal to median and 99th percentile', async () => {
    expect(await cpu({ lognormal: { median: '350ms', p99: '2s' } })).toEqual({
      kind: 'lognormal',
      mu: Math.log(0.35),
      sigma: expect.closeTo(Math.log(2 / 0.35) / 2.3263478740408408, 12),
    });
  });

  it('reads values in the unit of the place', async () => {
    const { query } = await compiledLoad({
      query: {
        cpu: '1ms',
        pages: { uniform: { min: 4, max: 8 } },
        working_set: '1GiB',
        memory: { exponential: { mean: '4MiB' } },
        temp: '1GB',
      },
    });
    expect(query.pages).toEqual({ kind: 'uniform', min: 4, max: 8 });
    expect(query.memory_bytes).toEqual({ kind: 'exponential', mean: 4_194_304 });
    expect(query.temp_bytes).toEqual({ kind: 'constant', value: 1e9 });
  });
});

describe('a wrong distribution', () => {
  it.each([
    [
      5,
      'load.web.query.cpu: expected a duration such as 350ms, 90s, 5m, 1h30m or 7d, got 5; give it a unit, such as 5ms or 5s',
    ],
    [
      { exponental: { mean: '1s' } },
      'load.web.query.cpu.exponental: unknown key "exponental"; did you mean "exponential"?',
    ],
    [{ exponential: { mean: '0s' } }, 'above 0, got "0s"'],
    [{ exponential: {} }, 'load.web.query.cpu.exponential.mean: "mean" is missing; expected a duration'],
    [{ lognormal: { mean: '1s', p99: '2s' } }, 'unknown key "p99"; expected one of mean, cv'],
    [{ lognormal: { cv: 2 } }, 'expected { mean, cv } or { median, p99 }'],
    [
      { lognormal: { median: '2s', p99: '1s' } },
      'lognormal: p99: expected a finite number of 2 (the median) or more',
    ],
    [{ uniform: { min: '2s', max: '1s' } }, 'uniform: expected min to be at most max'],
    [{ bounded_pareto: { shape: 1, min: '2s', max: '1s' } }, 'bounded_pareto: expected min to be below max'],
    [{ pareto: { shape: 1, mean: '2s' } }, 'a number above 1, since the mean is infinite otherwise'],
    [{ hyperexponential: { mean: '2s', cv: 0.5 } }, 'a number from 1 on'],
    [{ erlang: { stages: 1.5, mean: '2s' } }, 'expected a whole number of 1 or more, got 1.5'],
    [{ empirical: [] }, 'expected at least 1'],
    [{ empirical: { values: ['1s'], weights: [1, 2] } }, 'weights: expected 1, one for each value'],
    [
      { mixture: [{ weight: 0, of: '1s' }] },
      'load.web.query.cpu.mixture[0].weight: expected a weight above 0, got 0',
    ],
    [{ mixture: [{ weight: 1 }] }, 'load.web.query.cpu.mixture[0].of: "of" is missing'],
    [
      { mixture: [{ weight: 1, of: { uniform: { min: '1s' } } }] },
      'mixture[0].of.uniform.max: "max" is missing',
    ],
    [{ exponential: { mean: '1s' }, uniform: {} }, 'unknown key "uniform"'],
    [null, 'got an empty value'],
    [[], 'got an empty list'],
  ])('%j is told as such', async (written, message) => {
    expect(await complaint(written)).toContain(message);
  });
});
