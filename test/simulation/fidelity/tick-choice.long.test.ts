import { expect, test } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { TickChoice } from '../../../src/simulation/fidelity/tick-choice.js';
import { TICK_SECONDS } from '../../../src/simulation/fidelity/tick-plan.js';

const choice = (interval: number, seed = 'a') =>
  new TickChoice(interval, randomStream(seed, 0, 'c', 'tick-phase'));

/** The maximum number of equal ticks. */
const MANY = 1000;
const NOTHING = () => false;

/** The parts of successive ticks; steady from the start unless a size says otherwise. */
function chosen(
  of: TickChoice,
  ticks: number,
  tick: (index: number) => {
    cu?: number | undefined;
    most?: number | undefined;
    foreseen?: boolean;
  } = () => ({}),
): string[] {
  return Array.from({ length: ticks }, (_, index) => {
    const { foreseen = false, ...options } = tick(index);
    const cu = 'cu' in options ? options.cu : 1;
    const most = 'most' in options ? options.most : MANY;
    return of.next(index * TICK_SECONDS, cu, most, () => foreseen) ?? 'alone';
  });
}

/** Ticks before the first one that may be skipped. */
const FIRST = Math.ceil(120 / TICK_SECONDS);

test.each([
  [300, MANY, 60],
  [60, 7, 30],
  [60, 4, 20],
  [300, 2, 10],
  [90, MANY, 45],
  [35, MANY, 35],
])(
  'with rows of %d s and about %d ticks, each part of %d s has one chosen tick that represents all ticks ending in it',
  (interval, most, width) => {
    const stood = new Map<number, { ends: number; windows: number; weight: number }>();
    const of = choice(interval);
    for (let index = 0; index < 20_000; index++) {
      const part = Math.ceil(((index + 1) * TICK_SECONDS) / width - 1e-9);
      const seen = stood.get(part) ?? { ends: 0, windows: 0, weight: 0 };
      stood.set(part, seen);
      seen.ends += 1;
      if (of.next(index * TICK_SECONDS, 1, most, NOTHING) !== 'window') continue;
      seen.windows += 1;
      seen.weight += of.ticks;
    }
    const whole = [...stood].filter(([part]) => part * width > 180 && part * width < 19_000 * TICK_SECONDS);
    expect(whole.length).toBeGreaterThan(1000);
    for (const [, { ends, windows, weight }] of whole) {
      expect(windows).toBe(1);
      expect(weight).toBe(ends);
    }
  },
);

test.each([1, 5, 7])('rows of %d s are too short for ticks to represent others', (interval) => {
  expect(new Set(chosen(choice(interval), 100))).toEqual(new Set(['alone']));
});

test('two minutes after the start one tick per minute is chosen, and the tick before it settles', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    const parts = chosen(choice(300, seed), 20_000);
    expect(parts.slice(0, FIRST).every((part) => part === 'alone')).toBe(true);
    for (let index = FIRST + 13; index < parts.length; index++) {
      if (parts[index] === 'window') expect(parts[index - 1]).toBe('settle');
      else if (parts[index - 1] === 'settle') expect(parts[index]).toBe('window');
    }
  }
});

test('each tick of a stretch is chosen with equal probability by weight, wherever the stretch ends', () => {
  const found = new Float64Array(30);
  const runs = 6000;
  for (let run = 0; run < runs; run++) {
    const of = choice(300, String(run));
    for (let index = 0; index < FIRST + 30; index++) {
      if (of.next(index * TICK_SECONDS, 1, MANY, NOTHING) === 'window') found[index - FIRST]! += of.ticks;
    }
  }
  // At most one of twelve ticks is chosen, and represents all of them.
  const spread = Math.sqrt(runs * 11);
  for (const weight of found) expect(Math.abs(weight - runs)).toBeLessThan(3.5 * spread);
});

test('an unusual tick or size excludes choices for two minutes, and a tick that cannot be drawn only itself', () => {
  const unusual = chosen(choice(300), 100, (index) => (index === 40 ? { cu: undefined } : {}));
  expect(unusual.slice(40, 40 + FIRST).every((part) => part === 'alone')).toBe(true);
  expect(unusual[40 + FIRST]).not.toBe('alone');
  const resized = chosen(choice(300), 100, (index) => ({ cu: index < 40 ? 1 : 2.25 }));
  expect(resized.slice(40, 40 + FIRST).every((part) => part === 'alone')).toBe(true);
  const barred = chosen(choice(300), 100, (index) => ({ most: index === 40 ? undefined : MANY }));
  expect(barred[40]).toBe('alone');
  expect(barred[41]).not.toBe('alone');
});

test('the number of ticks that a chosen one represents may change between blocks', () => {
  const most = (index: number) => 2 + ((index >> 4) % 11);
  const found = new Float64Array(600);
  const runs = 400;
  for (let run = 0; run < runs; run++) {
    const of = choice(300, String(run));
    for (let index = 0; index < FIRST + found.length; index++) {
      if (of.next(index * TICK_SECONDS, 1, most(index), NOTHING) !== 'window') continue;
      expect(of.ticks).toBeLessThanOrEqual(12);
      found[index - FIRST]! += of.ticks;
    }
  }
  const each = found.reduce((sum, weight) => sum + weight, 0) / found.length / runs;
  expect(Math.abs(each - 1)).toBeLessThan(0.01);
  // Each represents as many as any other, wherever blocks change.
  const spread = Math.sqrt(runs * 11);
  for (const weight of found) expect(Math.abs(weight - runs)).toBeLessThan(4 * spread);
});

test('no block starts that a foreseen event would end', () => {
  const parts = chosen(choice(300), 100, (index) => ({ foreseen: index > 30 }));
  expect(parts.slice(FIRST, 36).includes('window')).toBe(true);
  expect(parts.slice(36).every((part) => part === 'alone')).toBe(true);
});
