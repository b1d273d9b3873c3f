import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cronSchedule } from '../../src/workload/rate/cron-schedule.js';

interface Row {
  readonly rule: string;
  readonly schedule: string;
  readonly zone?: string;
  readonly from: string;
  readonly to?: string;
  readonly fires?: readonly string[];
  readonly many?: number;
  readonly refused?: string;
}
const ROWS: readonly Row[] = parse(readFileSync(new URL('schedules.yaml', import.meta.url), 'utf8'), {
  merge: true,
});
const sentence = ({ rule, refused }: Row) =>
  `${refused === undefined ? 'a schedule fires as cron does' : 'a schedule is refused'}: ${rule}`;

test.each(ROWS.map((row) => [sentence(row), row] as const))(
  '%s',
  (_, { schedule, zone, from, to, fires, many, refused }) => {
    if (refused !== undefined) {
      expect(() => cronSchedule(schedule, 0)).toThrow(refused);
      return;
    }
    const start = Date.parse(from) / 1000;
    const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) / 1000 - start;
    const count = to === undefined ? fires!.length : Number.POSITIVE_INFINITY;
    const { next } = cronSchedule(schedule, start, zone);
    const found: string[] = [];
    for (let at = next(-1); at < end && found.length < count; at = next(at)) {
      found.push(new Date((start + at) * 1000).toISOString().replace('.000Z', 'Z'));
    }
    if (fires !== undefined) expect(found).toEqual(fires);
    if (many !== undefined) expect(found).toHaveLength(many);
  },
);

test('firings are in seconds since the start, strictly after the given one', () => {
  const schedule = cronSchedule('* * * * *', 30);
  expect([-31, -1, 0, 29.5, 30, 89.999].map(schedule.next)).toEqual([-30, 30, 30, 30, 90, 90]);
});

test('a schedule that never fires is reported', () => {
  expect(cronSchedule('0 0 30 2 *', 0).next(0)).toBe(Number.POSITIVE_INFINITY);
});
