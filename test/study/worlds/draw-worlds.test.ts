import { describe, expect, it } from 'vitest';
import { drawWorlds, intervalQuantile, variantIn } from '../../../src/study/worlds/draw-worlds.js';
import { rankCorrelation } from '../../../src/study/worlds/rank-correlation.js';
import { figureOverWorlds } from '../../../src/study/worlds/world-spread.js';
import { compiled, exampleLoad } from '../../scenario/example.js';
import { quickSource } from '../quick-scenario.js';

const RATE = { rate: { between: ['1/h', '100/h'] } };
const CPU = { query: { cpu: { between: ['1ms', '2ms', '16ms'] } } };
const scenarioWith = (over: object) => compiled({ load: [exampleLoad({ ...over })] });
const both = await scenarioWith({ ...RATE, ...CPU });

describe('worlds', () => {
  it('cover each part of an interval once, paired at random', () => {
    const worlds = drawWorlds(both, 40);
    // Log-uniform from 1 to 100 per hour: the share of the way from 0 to 2 in decimal logarithms.
    const shares = worlds.map(({ values }) => Math.log10(values[0]! * 3600) / 2);
    const strata = shares.map((share) => Math.floor(share * 40));
    expect(strata.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(worlds.filter(({ values }) => values[1]! < 0.002)).toHaveLength(20);
    const other = worlds.map(({ values }) => values[1]!);
    const order = [...shares.keys()];
    for (const pair of [
      [shares, order],
      [other, order],
      [shares, other],
    ] as const)
      expect(Math.abs(rankCorrelation(...pair)!)).toBeLessThan(0.4);
  });

  it('keep the values of an interval when another is added, and change with the seed', async () => {
    const first = drawWorlds(await scenarioWith(RATE), 10).map(({ values }) => values[0]);
    expect(drawWorlds(both, 10).map(({ values }) => values[0])).toEqual(first);
    const other = await compiled({ load: [exampleLoad(RATE)], seed: 2 });
    expect(drawWorlds(other, 10).map(({ values }) => values[0])).not.toEqual(first);
  });

  it('are none without an interval', async () => {
    expect(drawWorlds(await compiled(), 10)).toEqual([]);
  });

  it.each([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1])(
    'follow the documented distribution at a share of %s',
    (share) => {
      // Double triangular on a logarithmic scale, 1 to 2 to 16: F(x) = ½ (ln x / ln 2)² below, 1 − ½ (ln(16/x) / ln 8)² above.
      const x = intervalQuantile(both.intervals![1]!, share) * 1000;
      const [below, above] = [Math.log(x) / Math.log(2), Math.log(16 / x) / Math.log(8)];
      expect(x <= 2 ? 0.5 * below * below : 1 - 0.5 * above * above).toBeCloseTo(share, 9);
    },
  );

  it('values of an interval that begins at zero are uniform, and whole for settings that require it', async () => {
    const [linear] = (await scenarioWith({ rate: { between: [0, '10/s'] } })).intervals!;
    expect(intervalQuantile(linear!, 0.3)).toBeCloseTo(3, 12);
    const pools = await scenarioWith({ connection: { kind: 'pool', size: { between: [2, 5] } } });
    const sizes = drawWorlds(pools, 50).map(({ values }) => values[0]!);
    expect([...new Set(sizes)].sort()).toEqual([2, 3, 4, 5]);
  });

  it('are variants of the scenario; one that is not valid is reported with its values', async () => {
    const source = quickSource({}, ['computes.primary.suspend_timeout_seconds=120']);
    const world = { world: 3, values: [10], set: ['load.web.rate=10/h'] };
    const variant = await variantIn(source, world);
    expect(variant).toMatchObject({ name: 'world 3', source: { set: [...source.set, ...world.set] } });
    expect(variant.scenario.computes[0]!.suspend_timeout_seconds).toBe(120);
    const wrong = { ...world, set: ['computes.primary.suspend_timeout_seconds=7'] };
    await expect(variantIn(source, wrong)).rejects.toThrow(
      /quick\.json: error: world 3 \(computes\.primary\.suspend_timeout_seconds=7\) is not a valid scenario: computes\.primary\.suspend_timeout_seconds: .*; narrow the intervals/s,
    );
  });
});

describe('a figure over worlds', () => {
  it('has a row per world, and lists the interval with the greatest effect first, in either direction', () => {
    const worlds = drawWorlds(both, 5);
    const figures = worlds.map(({ values }) => -values[1]!);
    const { inputs, rows, chance } = figureOverWorlds(both, worlds, figures);
    expect(inputs.map(({ path }) => path)).toEqual(['load.web.query.cpu', 'load.web.rate']);
    expect(inputs[0]).toMatchObject({ low: '1ms', middle: '2ms', high: '16ms', rank_correlation: -1 });
    expect(Math.abs(inputs[1]!.rank_correlation!)).toBeLessThan(1);
    expect(chance).toBe(1);
    expect(rows.map(({ world, value }) => [world, value])).toEqual(figures.map((value, i) => [i + 1, value]));
    const written = rows.map((row) => Object.entries(row.inputs).map(([path, value]) => `${path}=${value}`));
    expect(written).toEqual(worlds.map(({ set }) => set));
    expect(rows[0]!.inputs['load.web.query.cpu']).toMatch(/^[\d.]+ms$/);
  });

  it('has no influences if it does not vary', () => {
    const still = figureOverWorlds(both, drawWorlds(both, 5), [7, 7, 7, 7, 7]);
    expect(still.inputs.map((each) => [each.path, each.rank_correlation])).toEqual([
      ['load.web.rate', null],
      ['load.web.query.cpu', null],
    ]);
  });
});
