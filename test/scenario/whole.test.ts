import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { defaultTimelineInterval } from '../../src/scenario/sections/settings.js';
import { compiled, complaints, example, exampleLoad } from './example.js';

describe('a whole scenario', () => {
  it('may be written as a person would', async () => {
    const scenario = await parseScenario(`
name: weekday-saas
seed: 42
start: 2026-01-05T00:00:00Z
duration: 7d
plan: launch                     # price book entry
computes:
  - name: primary
    type: read_write
    autoscaling_limit_min_cu: 0.25
    autoscaling_limit_max_cu: 2
    suspend_timeout_seconds: 300
load:
  - name: web
    compute: primary
    process: poisson
    rate: { base: 40/s, daily: 0.6, weekly: 0.3, peak_hour: 14 }
    query: { cpu: { lognormal: { mean: 4ms, cv: 2 } }, pages: 12, working_set: 2GiB, memory: 4MiB }
    connection: { kind: pool, size: 20, via: pooler }
    retry: { attempts: 5, first: 100ms, factor: 2, jitter: full, connect_timeout: 10s }
events:
  - { at: 2d10h, update: primary, set: { autoscaling_limit_max_cu: 4 } }
  - { at: 3d, restart: primary }
slo: { success_rate: 99.9%, latency_p99: 500ms }
model: { wake_latency: { lognormal: { median: 350ms, p99: 2s } } }
`);
    expect(scenario).toMatchObject({
      name: 'weekday-saas',
      seed: '42',
      start: '2026-01-05T00:00:00Z',
      start_epoch_seconds: 1_767_571_200,
      duration_seconds: 604_800,
      plan: { name: 'launch' },
      timeline_interval_seconds: 300,
      slo: [
        { objective: 'success_rate', target: 0.999 },
        { objective: 'latency_p99', target: 500 },
      ],
      warnings: [],
    });
    expect(scenario.events.map((event) => event.at_seconds)).toEqual([208_800, 259_200]);
  });

  it('needs little', async () => {
    const text =
      'duration: 1h\ncomputes: [{ name: a, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]';
    const scenario = await parseScenario(text, { file: 'dir/tiny.yaml' });
    expect(scenario).toMatchObject({
      name: 'tiny',
      seed: '1',
      start: '2026-01-05T00:00:00Z',
      load: [],
      events: [],
      slo: [],
    });
    expect(scenario.plan).toEqual({ name: 'scale', as_of: undefined });
    expect(scenario.assumptions.map(({ name }) => name)).toContain('plan');
  });

  it('takes the seed of its caller before its own', async () => {
    expect((await parseScenario(JSON.stringify(example({ seed: 'a' })))).seed).toBe('a');
    expect((await parseScenario(JSON.stringify(example({ seed: 'a' })), { seed: '7' })).seed).toBe('7');
  });

  it('is frozen all the way down, typed arrays excepted', async () => {
    const scenario = await compiled({
      load: [exampleLoad({ rate: undefined, process: { arrivals: ['1s', '2s'] } })],
      events: [{ at: '1h', update: 'primary', set: { autoscaling_limit_max_cu: 4 } }],
    });
    const thawed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return;
      if (!Object.isFrozen(value)) thawed.push(path);
      for (const [key, child] of Object.entries(value)) visit(child, `${path}.${key}`);
    };
    visit(scenario, 'scenario');
    expect(thawed).toEqual([]);
  });

  it.each([
    [{ sede: 1 }, 'sede: unknown key "sede"; did you mean "seed"?'],
    [{ duration: '0s' }, 'duration: expected a duration such as 350ms, 90s, 5m, 1h30m or 7d, above 0'],
    [{ duration: '200w 101w 5000w' }, 'expected a duration of 100 years at most'],
    [
      { duration: undefined },
      'duration: "duration" is missing; expected a duration such as 7d, or a load with a trace',
    ],
    [{ start: '2026-02-30' }, 'start: expected a UTC timestamp'],
    [{ start: '2026-01-05T00:00:00' }, 'start: expected a UTC timestamp'],
    [{ start: 2026 }, 'got 2026'],
    ...['0026-01-05', '1969-12-31T23:59:59Z', '9999-12-31'].map(
      (start): [Record<string, unknown>, string] => [{ start }, `from 1970 to 9899, got "${start}"`],
    ),
    // Two such numbers may be the same one to a program.
    [
      { seed: 1e20 },
      'expected a whole number or a text such as 42, got 100000000000000000000; put it in quotes',
    ],
    [{ seed: [] }, 'seed: expected a whole number or a text such as 42, got an empty list'],
    [{ seed: 1.5 }, 'seed: expected a whole number or a text such as 42, got 1.5; put it in quotes'],
    [{ name: 7 }, 'name: expected the name of the scenario, got 7; put it in quotes'],
    [{ computes: 5 }, 'computes: expected a list, got 5'],
    [{ computes: undefined }, 'computes: "computes" is missing; expected a list'],
    [
      { load: [exampleLoad({ compute: 'primry' })] },
      'load.web.compute: there is no compute "primry"; did you mean "primary"?',
    ],
    [{ load: [exampleLoad(), exampleLoad()] }, 'load.web.name: the name "web" is taken by load[0]'],
    [{ timeline_interval: '0s' }, 'timeline_interval: expected a duration'],
    [{ slo: { latency_p99: 500 } }, 'slo.latency_p99: expected a duration'],
    [{ slo: { latency_p98: '1s' } }, 'slo.latency_p98: unknown key "latency_p98"; did you mean "latency_p'],
    [{ slo: { success_rate: 99.9 } }, 'slo.success_rate: expected a share such as 99.9% or 0.999, got 99.9'],
    [
      { model: { wake_latancy: '1s' } },
      'model.wake_latancy: unknown key "wake_latancy"; did you mean "wake_latency"?',
    ],
    [{ model: { bill_startup: 'yes' } }, 'model.bill_startup: expected true or false, got "yes"'],
  ])('with %j is refused', async (over, message) => {
    expect((await complaints(over)).join('\n')).toContain(message);
  });

  it('keeps objectives in the order of the file, in the unit of their figure', async () => {
    const slo = {
      cost_usd: 12.5,
      latency_p95: '100ms',
      wake_probability: '1%',
      cu_hours: 30,
      availability_time: 0.995,
    };
    expect((await compiled({ slo })).slo).toEqual([
      { objective: 'cost_usd', target: 12.5 },
      { objective: 'latency_p95', target: 100 },
      { objective: 'wake_probability', target: 0.01 },
      { objective: 'cu_hours', target: 30 },
      { objective: 'availability_time', target: 0.995 },
    ]);
  });
});

describe('the width of a timeline row', () => {
  it.each([
    [60, 1],
    [3600, 5],
    [86_400, 60],
    [604_800, 300],
    [31 * 86_400, 3600],
    [100 * 366 * 86_400, 86_400],
  ])('for %d s is %d s', (duration, width) => {
    expect(defaultTimelineInterval(duration)).toBe(width);
  });
});
