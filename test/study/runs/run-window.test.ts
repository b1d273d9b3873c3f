import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { screeningWindows } from '../../../src/study/plan/screening-windows.js';
import { scenarioWithin } from '../../../src/study/runs/run-window.js';

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

  it('are half where the work is and half evenly spread, no shorter than twenty minutes', async () => {
    const starts = async (duration: string, share: number, load: object = { rate: '1/s' }) => {
      const windows = screeningWindows(await scenarioOf(load, { duration }), share);
      const [length] = windows.map(({ from_seconds, to_seconds }) => to_seconds - from_seconds);
      expect(windows.every(({ from_seconds, to_seconds }) => to_seconds - from_seconds === length)).toBe(
        true,
      );
      return [length, ...windows.map(({ from_seconds }) => from_seconds)];
    };
    // Of a steady load work is where time is: a quarter and three quarters of it, and between them the middle.
    // Work is looked up by slots of a minute or so.
    const near = (found: readonly (number | undefined)[], expected: readonly number[]) => {
      expect(found).toHaveLength(expected.length);
      for (const [index, value] of expected.entries())
        expect(Math.abs(found[index]! - value)).toBeLessThan(50);
    };
    near(await starts('10h', 0.1), [1200, 8400, 17_400, 26_400]);
    // Of a run of two hours ten minutes are enough.
    near(await starts('2h', 0.25), [600, 1500, 3300, 5100]);
    near(await starts('10h', 1 / 30), [1200, 17_400]);
    expect(screeningWindows(await scenarioOf({ rate: '1/s' }, { duration: '10h' }), 0.033)).toEqual([]);
    // No more than eight, which then are longer; those that would overlap are left out.
    const day = await starts('4d', 0.5);
    expect(day[0]).toBe(21_600);
    expect(day.length).toBeLessThanOrEqual(9);
    // Of the work of the last half hour only one window has room at its end.
    const steps = [
      { at: '0s', rate: '0/s' },
      { at: '9h30m', rate: '9/s' },
    ];
    near(await starts('10h', 0.2, { rate: { steps } }), [1200, 5400, 17_400, 29_400, 33_900]);
  });

  it('lie within the run, whose whole they may be', async () => {
    const scenario = await scenarioOf({ rate: '1/s' });
    expect(screeningWindows(scenario, 1).every(({ from_seconds }) => from_seconds >= 0)).toBe(true);
    const events = await scenarioOf({ rate: '1/s' }, { events: [{ at: '5h', restart: 'primary' }] });
    expect(screeningWindows(events, 3)).toEqual([{ from_seconds: 0, to_seconds: 28_800 }]);
    // Nothing is asked for: then time alone tells.
    const none = await scenarioOf({ rate: '0/s' }, { duration: '10h' });
    expect(screeningWindows(none, 0.1).length).toBeGreaterThan(0);
  });
});
