import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { drawWorlds, intervalQuantile } from '../../../src/study/worlds/draw-worlds.js';
import { rankCorrelation } from '../../../src/study/worlds/rank-correlation.js';
import { spreadOf } from '../../../src/study/worlds/world-spread.js';
import { compiled, exampleLoad } from '../../scenario/example.js';

const RATE = { rate: { between: ['1/h', '100/h'] } };
const CPU = { query: { cpu: { between: ['1ms', '2ms', '16ms'] } } };

const scenarioWith = (over: Record<string, unknown>): Promise<Scenario> =>
  compiled({ load: [exampleLoad(over)] });

describe('worlds', () => {
  it('cover each part of an interval once', async () => {
    const scenario = await scenarioWith({ ...RATE, ...CPU });
    const worlds = drawWorlds(scenario, 40);
    // Log-uniform from 1 to 100 per hour: the share of the way from 0 to 2 in decimal logarithms.
    const shares = worlds.map(({ values }) => Math.log10(values[0]! * 3600) / 2);
    const strata = shares.map((share) => Math.floor(share * 40)).sort((a, b) => a - b);
    expect(strata).toEqual(Array.from({ length: 40 }, (_, index) => index));
    const below = worlds.filter(({ values }) => values[1]! < 0.002);
    expect(below).toHaveLength(20);
    // Paired at random: neither is in the order of the worlds, nor in the order of the other.
    const order = (of: readonly number[]) => rankCorrelation(of, Array.from(of.keys()))!;
    expect(shares.map((share) => Math.floor(share * 40))).not.toEqual(strata);
    const other = worlds.map(({ values }) => values[1]!);
    for (const chance of [order(shares), order(other), rankCorrelation(shares, other)!])
      expect(Math.abs(chance)).toBeLessThan(0.4);
  });

  it('keep the values of an interval when another is added, and change with the seed', async () => {
    const first = drawWorlds(await scenarioWith(RATE), 10).map(({ values }) => values[0]);
    const both = drawWorlds(await scenarioWith({ ...RATE, ...CPU }), 10).map(({ values }) => values[0]);
    expect(both).toEqual(first);
    const other = await compiled({ load: [exampleLoad(RATE)], seed: 2 });
    expect(drawWorlds(other, 10).map(({ values }) => values[0])).not.toEqual(first);
  });

  it('are none without an interval', async () => {
    expect(drawWorlds(await compiled(), 10)).toEqual([]);
  });

  it('follow the documented distributions', async () => {
    const [interval] = (await scenarioWith(CPU)).intervals!;
    // Double triangular on a logarithmic scale, 1 to 2 to 16: F(x) = ½ (ln x / ln 2)² below, 1 − ½ (ln(16/x) / ln 8)² above.
    for (const share of [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]) {
      const x = intervalQuantile(interval!, share) * 1000;
      const [below, above] = [Math.log(x) / Math.log(2), Math.log(16 / x) / Math.log(8)];
      const back = x <= 2 ? 0.5 * below * below : 1 - 0.5 * above * above;
      expect(back).toBeCloseTo(share, 9);
      expect(x).toBeGreaterThanOrEqual(1 - 1e-12);
      expect(x).toBeLessThanOrEqual(16 + 1e-12);
    }
    const [linear] = (await scenarioWith({ rate: { between: [0, '10/s'] } })).intervals!;
    expect(intervalQuantile(linear!, 0.3)).toBeCloseTo(3, 12);
  });
});

describe('rank correlation', () => {
  it('is that of the worked example of IQ and hours of television', () => {
    const iq = [106, 86, 100, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 0, 27, 50, 28, 29, 20, 12, 6, 17];
    expect(rankCorrelation(iq, hours)).toBeCloseTo(-29 / 165, 12);
  });

  it('averages the ranks of ties, and is unknown for constant values', () => {
    expect(rankCorrelation([1, 2, 2, 3], [10, 20, 20, 30])).toBeCloseTo(1, 12);
    // By hand: ranks 0, 1.5, 1.5, 3 and 0, 2, 1, 3: 4.5 / √(4.5 · 5).
    expect(rankCorrelation([1, 2, 2, 3], [1, 3, 2, 4])).toBeCloseTo(4.5 / Math.sqrt(22.5), 12);
    expect(rankCorrelation([1, 1], [1, 2])).toBeNull();
    expect(rankCorrelation([1], [1])).toBeNull();
  });
});

it('a spread over worlds has the quantiles of R type 7', () => {
  // quantile(1:10, c(0.05, 0.5, 0.95)): 1.45, 5.5, 9.55.
  const spread = spreadOf([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(spread.low_5).toBeCloseTo(1.45, 12);
  expect(spread.median).toBeCloseTo(5.5, 12);
  expect(spread.high_95).toBeCloseTo(9.55, 12);
  expect(spread).toMatchObject({ mean: 5.5, least: 1, greatest: 10 });
});
