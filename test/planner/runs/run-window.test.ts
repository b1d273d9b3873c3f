import { describe, expect, it } from 'vitest';
import { screeningWindows } from '../../../src/planner/plan/screening-windows.js';
import { scenarioWithin } from '../../../src/planner/runs/run-window.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';

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

describe('the windows by which candidates are put into an order', () => {
  it('are where scheduled jobs and peaks are, and in between', async () => {
    const night = { process: { cron: { schedule: '30 6 * * *', count: 100 } }, query: { cpu: '60s' } };
    const scenario = await scenarioOf({ ...night }, { start: '2026-01-05T00:00:00Z', duration: '1d' });
    const windows = screeningWindows(scenario, 0.2);
    expect(windows.some(({ from_seconds, to_seconds }) => from_seconds < 23_400 && 23_400 < to_seconds)).toBe(
      true,
    );
    expect(windows.length).toBeGreaterThan(2);
    const starts = windows.map(({ from_seconds }) => from_seconds);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    const seconds = windows.reduce((sum, { from_seconds, to_seconds }) => sum + to_seconds - from_seconds, 0);
    expect(seconds).toBeLessThanOrEqual(0.2 * scenario.duration_seconds);
  });

  it('are the beginning where something happens to the computes', async () => {
    const scenario = await scenarioOf({ rate: '1/s' }, { events: [{ at: '5h', restart: 'primary' }] });
    expect(screeningWindows(scenario, 0.25)).toEqual([{ from_seconds: 0, to_seconds: 7200 }]);
  });
});
