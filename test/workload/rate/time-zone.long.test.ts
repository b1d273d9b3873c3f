import { Cron } from 'croner';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import { cronSchedule } from '../../../src/workload/rate/cron-schedule.js';
import { rateCursor } from '../../../src/workload/rate/rate-cursor.js';
import { TimeZone } from '../../../src/workload/rate/time-zone.js';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const iso = (epoch_seconds: number) => new Date(epoch_seconds * 1000).toISOString().replace('.000Z', 'Z');

it('the zone of the load or of the scenario applies', async () => {
  const text = (top: object, load: object) =>
    JSON.stringify({
      start: '2026-10-24T00:00:00Z',
      duration: '3d',
      ...top,
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }],
      load: [
        {
          name: 'job',
          compute: 'primary',
          process: { cron: { schedule: '30 2 * * *' } },
          query: { cpu: '1ms' },
          ...load,
        },
      ],
    });
  const arrivals = async (top: object, load: object) => {
    const { load: loads, start_epoch_seconds } = await parseScenario(text(top, load));
    const source = arrivalSource(
      loads[0]!.process,
      (purpose) => randomStream('1', 0, 'job', purpose),
      3 * 86_400,
    );
    return [source.next(), source.next(), source.next()].map((at) => iso(start_epoch_seconds + at));
  };
  const berlin = ['2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'];
  expect(await arrivals({ timezone: 'Europe/Berlin' }, {})).toEqual(berlin);
  expect(await arrivals({ timezone: 'Asia/Tokyo' }, { timezone: 'Europe/Berlin' })).toEqual(berlin);
  expect((await arrivals({}, {}))[0]).toBe('2026-10-24T02:30:00Z');
});

it('firings without clock changes equal those of another implementation', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Apia',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
  ];
  const schedules = ['30 2 * * *', '*/7 * * * *', '5 4 1 * *', '15 22 * * MON-FRI', '0 0 29 2 *'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...schedules),
      fc.integer({ min: 0, max: 300_000_000 }),
      (timezone, schedule, offset) => {
        const start = 1_600_000_000 + offset;
        const ours = start + cronSchedule(schedule, start, timezone).next(0);
        const theirs =
          new Cron(schedule, { paused: true, timezone }).nextRun(new Date(start * 1000))!.getTime() / 1000;
        const zone = new TimeZone(timezone);
        const { from, until } = zone.at(ours);
        fc.pre(ours - from > 86_400 && until - ours > 86_400 && zone.at(start).from === from);
        expect(iso(ours)).toBe(iso(theirs));
      },
    ),
    { seed: 20_260_105, numRuns: 200 },
  );
});

it('the changes of a zone are known', () => {
  const berlin = new TimeZone('Europe/Berlin').at(seconds('2026-07-01T00:00:00Z'));
  expect([iso(berlin.from), iso(berlin.until), berlin.offset, berlin.before]).toEqual([
    '2026-03-29T01:00:00Z',
    '2026-10-25T01:00:00Z',
    7200,
    3600,
  ]);
  expect(new TimeZone('Asia/Kolkata').at(0).offset).toBe(19_800);
  expect(new TimeZone('UTC').at(0)).toMatchObject({ offset: 0, until: Number.POSITIVE_INFINITY });
});

it('days and weeks follow the clock of the zone through a change', () => {
  const start_epoch_seconds = seconds('2026-03-27T00:00:00Z');
  const seasonal = {
    kind: 'seasonal' as const,
    base_per_second: 10,
    daily: 0.5,
    weekly: 0,
    peak_hour: 14,
    peak_day: 2.5,
    weekdays: [1, 1, 1, 1, 1, 0, 0],
    start_epoch_seconds,
  };
  const rateAt = (moment: string, timezone?: string) => {
    const cursor = rateCursor(timezone === undefined ? seasonal : { ...seasonal, timezone }, (purpose) =>
      randomStream('1', 0, 'x', purpose),
    );
    const time = seconds(moment) - start_epoch_seconds;
    cursor.advance(0);
    while (cursor.until <= time) {
      expect(cursor.high).toBeGreaterThanOrEqual(cursor.low);
      cursor.advance(cursor.until);
    }
    const rate = cursor.at(time);
    expect(rate).toBeLessThanOrEqual(cursor.high);
    expect(rate).toBeGreaterThanOrEqual(cursor.low);
    return rate;
  };
  expect(rateAt('2026-03-27T13:00:00Z', 'Europe/Berlin')).toBeCloseTo(15, 9);
  expect(rateAt('2026-03-30T12:00:00Z', 'Europe/Berlin')).toBeCloseTo(15, 9);
  expect(rateAt('2026-03-30T14:00:00Z')).toBeCloseTo(15, 9);
  // Sunday ends at 22:00 UTC in summer, Friday at 23:00 UTC in winter.
  expect(rateAt('2026-03-29T21:59:00Z', 'Europe/Berlin')).toBe(0);
  expect(rateAt('2026-03-29T22:01:00Z', 'Europe/Berlin')).toBeGreaterThan(0);
  expect(rateAt('2026-03-27T22:59:00Z', 'Europe/Berlin')).toBeGreaterThan(0);
  expect(rateAt('2026-03-27T23:01:00Z', 'Europe/Berlin')).toBe(0);
});
