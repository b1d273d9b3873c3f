import { describe, expect, it } from 'vitest';
import { drawWorlds, variantIn } from '../../../src/study/worlds/draw-worlds.js';
import { figureOverWorlds } from '../../../src/study/worlds/world-spread.js';
import { compiled, exampleLoad } from '../../scenario/example.js';
import { quickSource } from '../quick-scenario.js';

const RATE = { rate: { between: ['1/h', '100/h'] } };
const CPU = { query: { cpu: { between: ['1ms', '2ms', '16ms'] } } };
const scenario = await compiled({ load: [exampleLoad({ ...RATE, ...CPU })] });
const worldsOf = () => drawWorlds(scenario, 5);

describe('the spread of a figure over worlds', () => {
  const moved = () => {
    const worlds = worldsOf();
    const figures = worlds.map(({ values }) => -values[1]!);
    return { worlds, figures, over: figureOverWorlds(scenario, worlds, figures) };
  };

  it('lists the interval with the greatest effect first, in either direction', () => {
    const { over } = moved();
    expect(over.inputs.map(({ path }) => path)).toEqual(['load.web.query.cpu', 'load.web.rate']);
    expect(over.inputs[0]).toMatchObject({ low: '1ms', middle: '2ms', high: '16ms', rank_correlation: -1 });
    expect(Math.abs(over.inputs[1]!.rank_correlation!)).toBeLessThan(1);
  });

  it('has a row for each world, with its values written as in a scenario', () => {
    const { over, worlds, figures } = moved();
    expect(over).toMatchObject({ worlds: 5, chance: 1 });
    expect(over.rows.map(({ world }) => world)).toEqual([1, 2, 3, 4, 5]);
    expect(over.rows.map(({ value }) => value)).toEqual(figures);
    for (const [index, { inputs }] of over.rows.entries()) {
      expect(Object.entries(inputs).map(([path, value]) => `${path}=${value}`)).toEqual(worlds[index]!.set);
      expect(inputs['load.web.query.cpu']).toMatch(/^[\d.]+ms$/);
    }
  });

  it('over one world has no interval; if it does not vary, it has no influences', () => {
    const worlds = worldsOf();
    expect(figureOverWorlds(scenario, worlds.slice(0, 1), [3]).chance).toBe(1);
    const still = figureOverWorlds(scenario, worlds, [7, 7, 7, 7, 7]);
    expect(still.inputs.map((each) => each.rank_correlation)).toEqual([null, null]);
    expect(still.inputs.map(({ path }) => path)).toEqual(['load.web.rate', 'load.web.query.cpu']);
  });
});

describe('a world', () => {
  it('has integers for settings that require them, within their limits', async () => {
    const pools = await compiled({
      load: [exampleLoad({ connection: { kind: 'pool', size: { between: [2, 5] } } })],
    });
    const sizes = drawWorlds(pools, 50).map(({ values }) => values[0]!);
    expect([...new Set(sizes)].sort()).toEqual([2, 3, 4, 5]);
  });

  it('is a variant of the scenario, named by its number unless given a name', async () => {
    const source = quickSource({}, ['computes.primary.suspend_timeout_seconds=120']);
    const world = { world: 3, values: [10], set: ['load.web.rate=10/h'] };
    const variant = await variantIn(source, world);
    expect(variant.name).toBe('world 3');
    expect(variant.source!.set).toEqual([...source.set, ...world.set]);
    expect(variant.scenario.computes[0]!.suspend_timeout_seconds).toBe(120);
    expect((await variantIn(source, world, 'mine')).name).toBe('mine');
  });

  it('that is not a valid scenario is reported with its values', async () => {
    const world = { world: 3, values: [0.5], set: ['computes.primary.suspend_timeout_seconds=7'] };
    await expect(variantIn(quickSource(), world)).rejects.toThrow(
      /quick\.json: error: world 3 \(computes\.primary\.suspend_timeout_seconds=7\) is not a valid scenario: computes\.primary\.suspend_timeout_seconds: .*; narrow the intervals/s,
    );
    const missing = { ...quickSource(), text: undefined } as never;
    await expect(variantIn(missing, world)).rejects.not.toThrow(/is no scenario/);
  });
});
