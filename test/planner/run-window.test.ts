import { describe, expect, it } from 'vitest';
import { scenarioWithin } from '../../src/planner/run-window.js';
import { sampledRun } from '../../src/planner/stretch.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';

function scenarioOf(load: object, over: object = {}) {
  const primary = { name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 };
  const web = { name: 'web', compute: 'primary', query: { cpu: '1ms' }, ...load };
  return parseScenario(
    JSON.stringify({ duration: '8h', plan: 'scale', computes: [primary], load: [web], ...over }),
  );
}

describe('a window of a run', () => {
  it.each([
    ['recorded moments', { process: { arrivals: ['30m', '90m', '150m', '7h'] } }],
    [
      'regular arrivals in steps',
      {
        process: 'regular',
        rate: {
          steps: [
            { at: '0s', rate: '1/h' },
            { at: '4h', rate: '60/h' },
          ],
        },
      },
    ],
    [
      'a spike',
      { process: 'regular', rate: { base: '2/h', spikes: [{ at: '3h', for: '30m', rate: '600/h' }] } },
    ],
    ['a ramp', { process: 'regular', rate: { ramp: { from: '0/h', to: '100/h', over: '8h' } } }],
  ])('of %s has the arrivals of that part', async (_, load) => {
    const scenario = await scenarioOf(load);
    const arrived = (from_seconds: number, to_seconds: number): number =>
      simulate(scenarioWithin(scenario, { from_seconds, to_seconds })).computes[0]!.arrived;
    const parts = [0, 2, 4, 6].map((hour) => arrived(hour * 3600, (hour + 2) * 3600));
    const whole = simulate(scenario).computes[0]!.arrived;
    expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - whole)).toBeLessThanOrEqual(4);
    // The parts differ, so that a window at the wrong place would be noticed.
    expect(new Set(parts).size).toBeGreaterThan(1);
  });

  it('keeps the clock of the seasons', async () => {
    const scenario = await scenarioOf({ rate: { base: '600/h', daily: 1, peak_hour: 4 } });
    const arrived = (from: number) =>
      simulate(scenarioWithin(scenario, { from_seconds: from * 3600, to_seconds: (from + 1) * 3600 }))
        .computes[0]!.arrived;
    // 1 + cos at half an hour from the peak, and at three and a half.
    expect(arrived(4)).toBeGreaterThan(1100);
    expect(arrived(7)).toBeLessThan(1050);
    expect(arrived(0)).toBeLessThan(1050);
  });

  it('begins at the start where something happens to the computes', async () => {
    const scenario = await scenarioOf({ rate: '1/s' }, { events: [{ at: '5h', restart: 'primary' }] });
    expect(() => scenarioWithin(scenario, { from_seconds: 3600, to_seconds: 7200 })).toThrow(
      'begins at its start',
    );
    expect(scenarioWithin(scenario, { from_seconds: 0, to_seconds: 7200 }).events).toEqual([]);
  });
});

describe('a sample of a run', () => {
  it('is of its beginning where the load is the same throughout', async () => {
    const { kind, blocks } = sampledRun(await scenarioOf({ rate: '1/s' }), 0.5);
    expect(kind).toBe('beginning');
    expect(new Set(blocks.map(({ window }) => window!.from_seconds))).toEqual(new Set([0]));
    expect(blocks.map(({ replication }) => replication)).toEqual([0, 1, 2, 3, 4]);
  });

  it('is spread over the run where the load moves', async () => {
    const scenario = await scenarioOf({ rate: { base: '1/s', daily: 0.5 } });
    const { kind, blocks, block_seconds } = sampledRun(scenario, 0.4);
    expect(kind).toBe('windows');
    expect(block_seconds * blocks.length).toBeLessThanOrEqual(0.4 * scenario.duration_seconds);
    const starts = blocks.map(({ window }) => window!.from_seconds);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts[0]).toBeGreaterThan(0);
  });
});
