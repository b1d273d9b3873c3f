import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedArrivals } from '../../../src/workload/arrival/recorded.js';
import { MomentPacker } from '../../../src/workload/moments/moment-packer.js';
import { allMoments, lastMoment, momentsBefore } from '../../../src/workload/moments/packed-moments.js';
import { readTraces } from '../../../src/workload/trace/read-trace.js';
import { readTrace, selection, traceFolder } from '../trace/trace-files.js';

function packedOf(moments: readonly number[]) {
  const packer = new MomentPacker();
  const taken = moments.filter((moment) => packer.push(moment)).length;
  return { packer, taken };
}

/** Moments as files have them: of a resolution, a clock that counts from 1970 or not, and gaps of any size. */
const RECORDING = fc
  .record({
    from: fc.constantFrom(0, 12.5, -3),
    per_second: fc.constantFrom(1, 1000, 1e6, 1e9),
    unix: fc.boolean(),
    gaps: fc.array(fc.oneof(fc.nat(200), fc.nat(1e6), fc.integer({ min: 0, max: 1e13 })), {
      minLength: 1,
      maxLength: 60,
    }),
  })
  .map(({ from, per_second, unix, gaps }) => {
    let ticks = 0;
    return gaps.map((gap) => {
      ticks = Math.min(ticks + gap, 4e15);
      const seconds = ticks / per_second;
      // What is left of a Unix time when its first second is taken off.
      return unix && seconds < 1e8 ? from + (1_767_571_200 + seconds - 1_767_571_200) : from + seconds;
    });
  });

describe('packed moments', () => {
  it('are what was packed, to the last bit, or are not packed', () => {
    fc.assert(
      fc.property(RECORDING, (moments) => {
        const { packer, taken } = packedOf(moments);
        const packed = packer.packed();
        const all = packed === undefined ? packer.unpacked() : allMoments(packed);
        expect([...all]).toEqual(moments.slice(0, taken));
        if (packed === undefined) return;
        expect(lastMoment(packed)).toBe(moments[taken - 1]);
        for (const bound of [moments[0]!, moments.at(-1)!, 7]) {
          expect(momentsBefore(packed, bound)).toBe(momentsBefore(all, bound));
        }
      }),
      { seed: 5, numRuns: 150 },
    );
  });

  it('take two or three bytes each, some odd ones among them', () => {
    const packer = new MomentPacker();
    const moments = Float64Array.from(
      { length: 30_000 },
      (_, i) => (i * 10_007) / 1e6 + (i % 5000 === 17 ? 1e-8 : 0),
    );
    for (const moment of moments) expect(packer.push(moment)).toBe(true);
    const packed = packer.packed()!;
    expect([...allMoments(packed)]).toEqual([...moments]);
    expect(packed.odd_places).toHaveLength(6);
    expect(packed.chunks.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(2.1 * moments.length);
  });

  it('that go back, or have no common tick, are left as they are', () => {
    expect(packedOf([1, 2, 1.5, 3]).taken).toBe(3);
    const { packer, taken } = packedOf(Array.from({ length: 5000 }, (_, i) => i * Math.PI));
    expect(taken).toBe(4096);
    expect(packer.packed()).toBeUndefined();
    expect(packer.unpacked()).toHaveLength(4096);
  });

  it('arrive as an array of them does', () => {
    const moments = Float64Array.from([-2, -1, 0, 0, 0.25, 3, 9, 12]);
    const packed = { ...packedOf([...moments]).packer.packed()!, shift_seconds: 0.5 };
    const drawn = (of: typeof packed | Float64Array) => {
      const source = recordedArrivals(of, 9.5);
      return Array.from({ length: 8 }, () => source.next());
    };
    expect(drawn(packed)).toEqual(drawn(moments.map((moment) => moment + 0.5)));
  });
});

describe('a recording of single arrivals', () => {
  const write = traceFolder();
  const rows = (n: number, text: (i: number) => string) =>
    `time\n${Array.from({ length: n }, (_, i) => text(i)).join('\n')}\n`;

  const micros = (i: number) =>
    `${new Date(Date.UTC(2026, 0, 5) + i * 777).toISOString().slice(0, -1)}${String((i * 389) % 1000).padStart(3, '0')}Z`;

  it('takes two or three bytes an arrival where timestamps have microseconds', async () => {
    const [trace] = await readTraces(selection(write(rows(5000, micros)), { kind: 'arrivals' }));
    const { times_seconds } = trace!;
    if (times_seconds instanceof Float64Array) throw new Error('not packed');
    const bytes = times_seconds.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    expect(bytes).toBeLessThan(5000 * 3.01);
    expect(times_seconds.odd_places).toHaveLength(0);
  });

  it.each([
    ['Unix microseconds', rows(5000, (i) => (1_767_571_200.5 + i * 0.010007).toFixed(6)), {}],
    ['offsets', rows(100, (i) => (i / 8).toFixed(3)), { shift_seconds: 2 }],
    ['timestamps', rows(100, (i) => new Date(Date.UTC(2026, 0, 5) + i * 777).toISOString()), {}],
    ['timestamps to the microsecond', rows(5000, micros), {}],
    ['rows that go back late', rows(6000, (i) => String(i === 5990 ? 3 : i)), {}],
    ['no common tick', rows(5000, (i) => String(i * Math.PI)), {}],
    ['a cut', rows(100, (i) => String(i)), { from: 10, to: 20 }],
    ['repeats', rows(100, (i) => String(i)), { repeat: 3 }],
    ['a negative shift', rows(100, (i) => String(i)), { shift_seconds: -5.5 }],
  ] as const)('with %s is played as it is read', async (_name, text, changes) => {
    const chosen = selection(write(text), { kind: 'arrivals', ...changes });
    const [[played], read] = [await readTraces(chosen), await readTrace(chosen)];
    expect({ ...played, times_seconds: allMoments(played!.times_seconds) }).toEqual(read);
  });
});
