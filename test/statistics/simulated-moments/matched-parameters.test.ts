import { expect, it } from 'vitest';
import { matchParameters } from '../../../src/statistics/simulated-moments/matched-parameters.js';
import { studentTQuantile } from '../../../src/statistics/student-t.js';

const SECTIONS = Float64Array.from({ length: 20 }, (_, section) => (section % 2 === 0 ? 0.01 : -0.01));
/** Standard error of a mean of these sections. */
const ERROR = Math.sqrt((20 * 0.01 * 0.01) / (20 * 19));

const around = (gap: number) => ({ gap, sections: SECTIONS.map((value) => value + gap) });
const BOUNDS = { lowest: [-5, -5], highest: [5, 5] };

it('matched parameters close both gaps, with the interval of a linear problem', async () => {
  // Gaps 3 − 2x − y and 1 − x + y: closed at x = 4/3, y = 1/3.
  const { parameters, closed } = await matchParameters(
    {
      start: [0, 0],
      ...BOUNDS,
      gaps: async ([x, y]) => [around(3 - 2 * x! - y!), around(1 - x! + y!)],
    },
    0.95,
  );
  expect(closed).toBe(true);
  expect(parameters[0]!.value).toBeCloseTo(4 / 3, 3);
  expect(parameters[1]!.value).toBeCloseTo(1 / 3, 3);
  // J⁻¹ of [[−2, −1], [−1, 1]] is [[−1/3, −1/3], [−1/3, 2/3]]; both gaps vary alike.
  const t = studentTQuantile(0.975, 19);
  expect(parameters[0]!.high - parameters[0]!.value).toBeCloseTo((2 / 3) * t * ERROR, 6);
  expect(parameters[1]!.high - parameters[1]!.value).toBeCloseTo((1 / 3) * t * ERROR, 6);
});

it('matching finds a solution from a start at which latency is only waiting', async () => {
  // Latency x ÷ (1 − x) of a queue, cut at a hundred when overloaded; begun there.
  const latency = (log: number): number => {
    const x = Math.exp(log);
    return x < 0.99 ? x / (1 - x) : 100 * x;
  };
  const { parameters, closed } = await matchParameters(
    {
      start: [0.5],
      lowest: [-9],
      highest: [2],
      gaps: async ([x]) => [around(Math.log(4 / latency(x!)))],
    },
    0.95,
  );
  expect(closed).toBe(true);
  expect(Math.exp(parameters[0]!.value)).toBeCloseTo(0.8, 3);
});

it('a parameter whose solution lies beyond its bound stays there, without an interval', async () => {
  const { parameters, closed } = await matchParameters(
    {
      start: [0, 0],
      lowest: [-5, -1],
      highest: [5, 5],
      gaps: async ([x, y]) => [around(1 - x!), around(-3 - y!)],
    },
    0.95,
  );
  expect(closed).toBe(true);
  expect(parameters[0]!.value).toBeCloseTo(1, 3);
  expect(parameters[1]).toEqual({ value: -1, low: Number.NaN, high: Number.NaN });
});

it('matching reports gaps that no parameters close', async () => {
  const { closed } = await matchParameters(
    { start: [0], lowest: [-5], highest: [5], gaps: async ([x]) => [around(1 + x! * x!)] },
    0.95,
  );
  expect(closed).toBe(false);
});
