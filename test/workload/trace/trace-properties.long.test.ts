import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTrace, selection, total, traceFolder } from './trace-files.js';

const write = traceFolder();
const SEED = 20_260_105;

/** Counts per minute with gaps: at least two rows, and minute 1 is always present. */
const minutes = fc
  .tuple(fc.array(fc.option(fc.nat(1000), { freq: 5 }), { minLength: 2, maxLength: 60 }), fc.nat(1000))
  .map(([rest, first]) => [first, first + 1, ...rest]);

function csv(counts: readonly (number | null)[]): string {
  const rows = counts.flatMap((count, minute) => (count === null ? [] : [`${minute * 60},${count}`]));
  return `offset_s,count\n${rows.join('\n')}\n`;
}

/** A few rows with gaps leave the width of an interval undetermined. */
const minutely = (file: string, changes: Parameters<typeof selection>[1] = {}) =>
  selection(file, { interval_seconds: 60, ...changes });

describe('reading a trace', () => {
  it('keeps the total of a cut and its remainder', async () => {
    await fc.assert(
      fc.asyncProperty(minutes, fc.integer({ min: 1, max: 200 }), async (counts, at) => {
        const file = write(csv(counts), 'cut.csv');
        const whole = await readTrace(minutely(file));
        const bound = Math.min(at * 30, whole.times_seconds[whole.times_seconds.length - 1]!);
        const before = await readTrace(minutely(file, { to: bound }));
        const after = await readTrace(minutely(file, { from: bound }));
        expect(total(before.values) + total(after.values)).toBe(total(whole.values));
        expect(before.times_seconds.length + after.times_seconds.length).toBe(whole.times_seconds.length);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it('multiplies the total by repeat and scale, and moves every row by the shift', async () => {
    const plays = fc.record({
      repeat: fc.integer({ min: 1, max: 4 }),
      scale: fc.constantFrom(0.25, 0.5, 1, 3),
      shift_seconds: fc.integer({ min: -600, max: 600 }),
    });
    await fc.assert(
      fc.asyncProperty(minutes, plays, async (counts, changes) => {
        const file = write(csv(counts), 'play.csv');
        const plain = await readTrace(minutely(file));
        const played = await readTrace(minutely(file, changes));
        const n = plain.times_seconds.length;
        expect(total(played.values)).toBe(total(plain.values) * changes.repeat * changes.scale);
        expect(played.times_seconds).toHaveLength(n * changes.repeat);
        const first = played.times_seconds.slice(0, n);
        expect([...first]).toEqual([...plain.times_seconds].map((time) => time + changes.shift_seconds));
        for (let i = 1; i < played.times_seconds.length; i++) {
          expect(played.times_seconds[i]!).toBeGreaterThan(played.times_seconds[i - 1]!);
        }
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it('does not depend on the order of the rows, their separator or their quotes', async () => {
    const written = fc.record({ separator: fc.constantFrom(',', ';', '\t', '|'), quoted: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(minutes, written, fc.infiniteStream(fc.nat()), async (counts, spelling, keys) => {
        const plain = await readTrace(minutely(write(csv(counts), 'plain.csv')));
        const [header, ...rows] = csv(counts).trimEnd().split('\n');
        const shuffled = rows
          .map((row) => ({ row, key: keys.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ row }) => row);
        const lines = [header!, ...shuffled].map((row) =>
          row
            .split(',')
            .map((field) => (spelling.quoted ? `"${field}"` : field))
            .join(spelling.separator),
        );
        const other = await readTrace(minutely(write(`${lines.join('\n')}\n`, 'other.csv')));
        expect(other.times_seconds).toEqual(plain.times_seconds);
        expect(other.values).toEqual(plain.values);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it('finds the same in plain lines as in any others', async () => {
    const row = fc.record({
      gap_us: fc.integer({ min: 0, max: 5_000_000 }),
      value: fc.oneof(
        fc.nat(2000),
        fc.nat(200_000).map((cents) => cents / 100),
      ),
    });
    const files = fc.record({
      rows: fc.array(row, { minLength: 70, maxLength: 90 }),
      time: fc.constantFrom('timestamp', 'unix', 'offset_s'),
      kind: fc.constantFrom('arrivals' as const, 'level' as const),
    });
    await fc.assert(
      fc.asyncProperty(files, async ({ rows, time, kind }) => {
        let at = 1_767_571_200_000_000;
        const lines = rows.map(({ gap_us, value }) => {
          at += gap_us;
          const micros = String(at % 1_000_000).padStart(6, '0');
          const whole = Math.floor(at / 1_000_000);
          const iso = `${new Date(whole * 1000).toISOString().slice(0, 19)}.${micros}Z`;
          const offset = `${whole - 1_767_571_200}.${micros}`;
          return `${time === 'timestamp' ? iso : time === 'unix' ? `${whole}.${micros}` : offset},x,${value}`;
        });
        const text = (end: string) => `${[`${time},host,cpu`, ...lines].join(end)}${end}`;
        const chosen = { kind, duplicates: 'last' as const, interval_seconds: 1e-6, scale: 1 };
        const plain = await readTrace(selection(write(text('\n'), 'plain.csv'), chosen));
        // A line with a trailing blank is not one of the plain lines.
        const spaced = text('\n').replaceAll(',x,', ' ,x, ');
        expect(await readTrace(selection(write(spaced, 'spaced.csv'), chosen))).toEqual(plain);
        expect(await readTrace(selection(write(text('\r\n'), 'crlf.csv'), chosen))).toEqual(plain);
      }),
      { seed: SEED, numRuns: 40 },
    );
  });
});
