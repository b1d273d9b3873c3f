import { expect, test } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { TickChoice } from '../../../src/simulation/fidelity/tick-choice.js';

const choice = (interval: number, seed = 'a') =>
  new TickChoice(interval, randomStream(seed, 0, 'c', 'tick-phase'));

/** What becomes of ticks one after the other; steady from the start unless a size says otherwise. */
function chosen(
  of: TickChoice,
  ticks: number,
  tick: (index: number) => { cu?: number | undefined; drawable?: boolean; foreseen?: boolean } = () => ({}),
): string[] {
  return Array.from({ length: ticks }, (_, index) => {
    const { drawable = true, foreseen = false, ...told } = tick(index);
    const cu = 'cu' in told ? told.cu : 1;
    return of.next(index * 5, cu, drawable, foreseen) ?? 'alone';
  });
}

test.each([
  [300, 12],
  [60, 12],
  [30, 6],
  [10, 2],
  [5, 1],
  [7, 1],
  [35, 7],
])('rows of %d s have as many chosen ticks each: one of %d', (interval, every) => {
  expect(choice(interval).every).toBe(every);
});

test('two minutes after the start one tick of each minute is chosen, and the one before it settles', () => {
  const parts = chosen(choice(300), 24 + 12 * 50);
  expect(parts.slice(0, 24).every((part) => part === 'alone')).toBe(true);
  const rest = parts.slice(24);
  const first = rest.indexOf('window');
  expect(first).toBeLessThan(12);
  rest.forEach((part, index) => {
    const place = (index - first + 12) % 12;
    // Nothing comes before the very first one.
    if (first === 0 || index > 0 || place !== 11)
      expect(part).toBe(place === 0 ? 'window' : place === 11 ? 'settle' : 'leave');
  });
});

test('each tick of a stretch is chosen as often as another, wherever it ends', () => {
  const found = new Float64Array(30);
  const runs = 6000;
  for (let run = 0; run < runs; run++) {
    chosen(choice(300, String(run)), 54).forEach((part, index) => {
      if (part === 'window') found[index - 24]! += 1;
    });
  }
  const spread = Math.sqrt((runs / 12) * (11 / 12));
  for (const count of found) expect(Math.abs(count - runs / 12)).toBeLessThan(3.5 * spread);
});

test('an unusual tick or size is followed by two minutes without; one that only cannot be drawn is not', () => {
  const unusual = chosen(choice(300), 100, (index) => (index === 40 ? { cu: undefined } : {}));
  expect(unusual.slice(40, 64).every((part) => part === 'alone')).toBe(true);
  expect(unusual[64]).not.toBe('alone');
  const resized = chosen(choice(300), 100, (index) => ({ cu: index < 40 ? 1 : 2.25 }));
  expect(resized.slice(40, 64).every((part) => part === 'alone')).toBe(true);
  const barred = chosen(choice(300), 100, (index) => ({ drawable: index !== 40 }));
  expect(barred[40]).toBe('alone');
  expect(barred[41]).not.toBe('alone');
});

test('no block begins that something foreseen would end', () => {
  const parts = chosen(choice(300), 100, (index) => ({ foreseen: index > 30 }));
  expect(parts.slice(24, 36).includes('window')).toBe(true);
  expect(parts.slice(36).every((part) => part === 'alone')).toBe(true);
});
