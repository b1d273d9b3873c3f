import { describe, expect, test } from 'vitest';
import { cronSchedule } from '../../src/workload/rate/cron-schedule.js';

/** The firings after a moment, as ISO timestamps to the minute. */
function firings(expression: string, start: string, count: number): string[] {
  const epoch = Date.parse(`${start}Z`) / 1000;
  const schedule = cronSchedule(expression, epoch);
  const found: string[] = [];
  for (let time = schedule.next(-1); found.length < count; time = schedule.next(time)) {
    found.push(new Date((epoch + time) * 1000).toISOString().slice(0, 16));
  }
  return found;
}

describe('a cron schedule', () => {
  test('fires at the very start when the start matches', () => {
    expect(firings('*/20 9-10 * * *', '2026-01-05T09:00', 4)).toEqual([
      '2026-01-05T09:00',
      '2026-01-05T09:20',
      '2026-01-05T09:40',
      '2026-01-05T10:00',
    ]);
  });

  test('skips months without the day, and finds the last one', () => {
    expect(firings('30 6 31 * *', '2026-01-05T00:00', 4)).toEqual([
      '2026-01-31T06:30',
      '2026-03-31T06:30',
      '2026-05-31T06:30',
      '2026-07-31T06:30',
    ]);
    expect(firings('0 0 L * *', '2028-01-05T00:00', 3)).toEqual([
      '2028-01-31T00:00',
      '2028-02-29T00:00',
      '2028-03-31T00:00',
    ]);
    expect(firings('0 0 29 2 *', '2026-01-05T00:00', 2)).toEqual(['2028-02-29T00:00', '2032-02-29T00:00']);
  });

  test('knows weekdays, and fires on either of two restricted days', () => {
    expect(firings('0 8 * * MON-FRI', '2026-01-08T12:00', 3)).toEqual([
      '2026-01-09T08:00',
      '2026-01-12T08:00',
      '2026-01-13T08:00',
    ]);
    expect(firings('0 0 1 * MON', '2026-01-26T12:00', 3)).toEqual([
      '2026-02-01T00:00',
      '2026-02-02T00:00',
      '2026-02-09T00:00',
    ]);
  });

  test('fires on either day if one field begins with a star, as cron(8) does', () => {
    // Mondays with an odd date; the first Monday of a month; the 13th on a Sunday, Tuesday, Thursday or Saturday.
    expect(firings('0 0 */2 * MON', '2026-02-01T12:00', 2)).toEqual(['2026-02-09T00:00', '2026-02-23T00:00']);
    expect(firings('0 0 */31,1-7 * MON', '2026-01-26T12:00', 2)).toEqual([
      '2026-02-02T00:00',
      '2026-03-02T00:00',
    ]);
    expect(firings('0 0 13 * */2', '2026-02-01T12:00', 2)).toEqual(['2026-06-13T00:00', '2026-08-13T00:00']);
    expect(firings('0 0 * * */2', '2026-02-01T12:00', 2)).toEqual(['2026-02-03T00:00', '2026-02-05T00:00']);
  });

  test('names days and months as they were written', () => {
    for (const [schedule, reason] of [
      ['0 0 32 * *', 'Invalid value for day: 32'],
      ['0 0 0 * *', 'Invalid value for day: 0'],
      ['0 0 * 13 *', 'Invalid value for month: 13'],
      ['60 * * * *', 'Invalid value for minute: 60'],
    ]) {
      expect(() => cronSchedule(schedule!, 0)).toThrow(reason);
    }
  });

  test('is in UTC: hours that daylight saving skips or repeats elsewhere occur once', () => {
    expect(firings('30 2 * * *', '2026-03-28T12:00', 2)).toEqual(['2026-03-29T02:30', '2026-03-30T02:30']);
    expect(firings('30 1 * * *', '2026-10-24T12:00', 2)).toEqual(['2026-10-25T01:30', '2026-10-26T01:30']);
  });

  test('gives times in seconds since the start, strictly after the given one', () => {
    const schedule = cronSchedule('* * * * *', 30);
    expect([-31, -1, 0, 29.5, 30, 89.999].map(schedule.next)).toEqual([-30, 30, 30, 30, 90, 90]);
  });

  test('that never fires is reported', () => {
    expect(cronSchedule('0 0 30 2 *', 0).next(0)).toBe(Number.POSITIVE_INFINITY);
  });
});

test.each([
  ['* * * *', /expected five fields/],
  ['* * * * * *', /expected five fields/],
  ['@daily', /expected five fields/],
  ['? * * * *', /without "\?"/],
  ['61 * * * *', /minute: 61/],
  ['*/0 * * * *', /stepping/],
])('%s is refused with a message', (expression, message) => {
  expect(() => cronSchedule(expression, 0)).toThrow(message);
});
