import { expect, test } from 'vitest';
import { cpuMsBySection, SECTION_SECONDS } from '../../build/postgres-validation/speed.js';

test('the speed of each part is what was used up in it, over what was asked for by those who were answered in it', () => {
  const duration = 2 * SECTION_SECONDS;
  // Ten queries in each half that ask for 1, 2, …, and take twice as long for it in the second half as in the first.
  const answered = Array.from({ length: 20 }, (_, index) => ({
    ended_seconds: index * (duration / 20) + 0.1,
    demand: (index % 10) + 1,
  }));
  const cpuUntil = (seconds: number): number =>
    seconds <= SECTION_SECONDS
      ? (seconds / SECTION_SECONDS) * 0.055
      : 0.055 + (seconds / SECTION_SECONDS - 1) * 0.11;
  expect(cpuMsBySection(cpuUntil, answered, duration)).toEqual([5.5, 11]);
  // What is answered after the end does not count.
  const late = { ended_seconds: duration, demand: 1000 };
  expect(cpuMsBySection(cpuUntil, [...answered, late], duration)).toEqual([5.5, 11]);
});
