import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { defaultTimelineInterval } from '../../src/scenario/sections/settings.js';
import { compiled, example, exampleLoad } from './example.js';

describe('a whole scenario', () => {
  it('a scenario reads values with units and comments', async () => {
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

  it('a scenario needs only a duration and a compute', async () => {
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

  it('the seed of a caller replaces that of the scenario', async () => {
    expect((await parseScenario(JSON.stringify(example({ seed: 'a' })))).seed).toBe('a');
    expect((await parseScenario(JSON.stringify(example({ seed: 'a' })), { seed: '7' })).seed).toBe('7');
  });

  it('a scenario is deeply frozen, except for typed arrays', async () => {
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
});

describe('the width of a timeline row', () => {
  it.each([
    [60, 1],
    [3600, 5],
    [86_400, 60],
    [604_800, 300],
    [31 * 86_400, 3600],
    [100 * 366 * 86_400, 86_400],
  ])('a run of %d s has rows of %d s', (duration, width) => {
    expect(defaultTimelineInterval(duration)).toBe(width);
  });
});
