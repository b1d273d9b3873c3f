import { describe, expect, it } from 'vitest';
import { least } from '../../src/kernel/least.js';

describe('the least number with a property', () => {
  it('is found to the last bit', () => {
    expect(least((x) => x * x >= 2, 0, 10)).toBe(Math.SQRT2);
    expect(least((x) => x >= -3.7, -100, 100)).toBe(-3.7);
  });

  it('is found at a jump', () => {
    expect(least((x) => x >= 300, 0, 1e9)).toBe(300);
  });

  it('takes few questions, however far apart the bounds', () => {
    let questions = 0;
    const found = least(
      (x) => {
        questions += 1;
        return x >= 1e-250;
      },
      0,
      1e300,
    );
    expect(found).toBe(1e-250);
    expect(questions).toBeLessThan(75);
  });
});
