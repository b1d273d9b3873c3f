import { describe, expect, it } from 'vitest';
import type { RateSpecification } from '../../src/workload/rate/rate-specification.js';
import { compiledLoad, complaints, exampleLoad } from './example.js';

const START = Date.parse('2026-01-05T00:00:00Z') / 1000;

async function rate(written: unknown): Promise<RateSpecification> {
  const { process } = await compiledLoad({ rate: written });
  return process.kind === 'poisson' ? process.rate : expect.fail(`a ${process.kind} process`);
}

async function complaint(written: unknown): Promise<string> {
  return (await complaints({ load: [exampleLoad({ rate: written })] })).join('\n');
}

const seasonal = {
  kind: 'seasonal',
  base_per_second: 40,
  daily: 0,
  weekly: 0,
  peak_hour: 14,
  peak_day: 2.5,
  weekdays: [1, 1, 1, 1, 1, 1, 1],
  start_epoch_seconds: START,
} as const;

describe('every shape of a rate', () => {
  it.each<[unknown, RateSpecification]>([
    ['40/s', { kind: 'constant', per_second: 40 }],
    [{ base: '40/s' }, seasonal],
    [
      {
        base: '40/s',
        daily: 0.6,
        weekly: 0.3,
        peak_hour: 9,
        peak_day: 'Monday',
        weekdays: [1, 1, 1, 1, 1, 0.2, 0],
      },
      {
        ...seasonal,
        daily: 0.6,
        weekly: 0.3,
        peak_hour: 9,
        peak_day: 0.5,
        weekdays: [1, 1, 1, 1, 1, 0.2, 0],
      },
    ],
    [
      { base: '40/s', peak_day: 6.25 },
      { ...seasonal, peak_day: 6.25 },
    ],
    [
      {
        steps: [
          { at: '0s', rate: '1/s' },
          { at: '1h', rate: '60/min' },
        ],
      },
      {
        kind: 'steps',
        steps: [
          { at_seconds: 0, per_second: 1 },
          { at_seconds: 3600, per_second: 1 },
        ],
      },
    ],
    [
      { ramp: { from: '1/s', to: '9/s', start: '1h', over: '2h' } },
      { kind: 'ramp', from_per_second: 1, to_per_second: 9, start_seconds: 3600, over_seconds: 7200 },
    ],
    [
      { spikes: [{ at: '1h', for: '5m', rate: '900/s' }], base: '1/s' },
      {
        kind: 'spikes',
        base_per_second: 1,
        spikes: [{ at_seconds: 3600, for_seconds: 300, per_second: 900 }],
      },
    ],
    [
      { cron: { schedule: '0 3 * * MON-FRI', for: '10m', rate: '5/s' } },
      {
        kind: 'cron',
        schedule: '0 3 * * MON-FRI',
        for_seconds: 600,
        per_second: 5,
        start_epoch_seconds: START,
      },
    ],
    [
      {
        mmpp: [
          { rate: '1/s', mean: '9m' },
          { rate: '50/s', mean: '1m' },
        ],
      },
      {
        kind: 'mmpp',
        states: [
          { per_second: 1, mean_seconds: 540 },
          { per_second: 50, mean_seconds: 60 },
        ],
      },
    ],
    [
      { on_off: { rate: '5/s', on: '1m', off: '4m' } },
      {
        kind: 'mmpp',
        states: [
          { per_second: 5, mean_seconds: 60 },
          { per_second: 0, mean_seconds: 240 },
        ],
      },
    ],
    [
      { log_ou: { mean: '5/s', sigma: 0.6, correlation_time: '5m', step: '10s' } },
      { kind: 'log_ou', mean_per_second: 5, sigma: 0.6, correlation_seconds: 300, step_seconds: 10 },
    ],
    [
      { sum: ['1/s', { base: '40/s' }] },
      { kind: 'sum', parts: [{ kind: 'constant', per_second: 1 }, seasonal] },
    ],
    [
      { product: ['40/s', 0.5, { base: 1, daily: 0.5 }, { sum: [1, { steps: [{ at: '0s', rate: 2 }] }] }] },
      {
        kind: 'product',
        parts: [
          { kind: 'constant', per_second: 40 },
          { kind: 'constant', per_second: 0.5 },
          { ...seasonal, base_per_second: 1, daily: 0.5 },
          {
            kind: 'sum',
            parts: [
              { kind: 'constant', per_second: 1 },
              { kind: 'steps', steps: [{ at_seconds: 0, per_second: 2 }] },
            ],
          },
        ],
      },
    ],
  ])('reads %j', async (written, specification) => {
    expect(await rate(written)).toEqual(specification);
  });

  it('anchors the clock at the start of the scenario, whatever its zone', async () => {
    const over = { start: '2026-03-01T02:00:00+02:00', load: [exampleLoad({ rate: { base: '1/s' } })] };
    const { compiled } = await import('./example.js');
    const scenario = await compiled(over);
    expect(scenario.start).toBe('2026-03-01T00:00:00Z');
    expect(scenario.load[0]!.process).toMatchObject({
      rate: { start_epoch_seconds: scenario.start_epoch_seconds },
    });
  });
});

describe('a wrong rate', () => {
  it.each([
    [40, 'expected a rate such as 40/s, 120/min, 2/h, 1/d or 1/5m, got 40; say per what, such as 40/s'],
    ['40', 'expected a rate such as'],
    [{ base: 40 }, 'load.web.rate.base: expected a rate'],
    [{ base: '4/s', daily: 1.5 }, 'load.web.rate.daily: expected a share such as 60% or 0.6, got 1.5'],
    [{ base: '4/s', weekly: -0.1 }, 'load.web.rate.weekly: expected a share such as 60% or 0.6, got -0.1'],
    [{ base: '4/s', peak_hour: 25 }, 'expected an hour from 0 to 24'],
    [{ base: '4/s', peak_day: 'Mo' }, 'expected the name of a day'],
    [{ base: '4/s', weekdays: [1, 1] }, 'expected seven multipliers, from Monday on'],
    [{ base: '4/s', dayly: 0.5 }, 'load.web.rate.dayly: unknown key "dayly"; did you mean "daily"?'],
    [{ stps: [] }, 'load.web.rate.stps: unknown key "stps"; did you mean "steps"?'],
    [{ steps: [] }, 'expected at least 1'],
    [
      {
        steps: [
          { at: '1h', rate: '1/s' },
          { at: '1h', rate: '2/s' },
        ],
      },
      'load.web.rate.steps[1].at: expected a later moment',
    ],
    [{ spikes: [{ at: '1h', for: '5m', rate: '9/s' }] }, 'load.web.rate.base: "base" is missing'],
    [{ spikes: [{ at: '1h', for: '5m' }], base: '1/s' }, 'load.web.rate.spikes[0].rate: "rate" is missing'],
    [{ ramp: { from: '1/s', to: '2/s', over: '0s' } }, 'above 0, got "0s"'],
    [{ cron: { schedule: '* * *', for: '1m', rate: '1/s' } }, 'cron schedule "* * *": expected five fields'],
    [
      { cron: { schedule: '99 * * * *', for: '1m', rate: '1/s' } },
      'load.web.rate.cron.schedule: cron schedule "99 * * * *"',
    ],
    [{ cron: { schedule: '0 0 30 2 *', for: '1m', rate: '1/s' } }, 'which never does'],
    [{ mmpp: [{ rate: '1/s', mean: '9m' }] }, 'expected two states or more'],
    [{ sum: [] }, 'expected at least 1'],
    [{ sum: ['1/s', 2] }, 'load.web.rate.sum[1]: expected a rate'],
    [{ product: [2, '1/s'] }, 'load.web.rate.product[0]: expected a rate'],
    [{ product: ['1/s', '2/s'] }, 'load.web.rate.product[1]: expected a number of 0 or more, got "2/s"'],
    [{ product: '1/s' }, 'load.web.rate.product: expected a list, got "1/s"'],
    [{}, 'expected a rate such as 40/s, or a shape such as { base: 40/s, daily: 0.6 }, got an empty mapping'],
  ])('%j is told as such', async (written, message) => {
    expect(await complaint(written)).toContain(message);
  });
});
