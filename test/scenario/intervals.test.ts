import { describe, expect, it } from 'vitest';
import { parseScenario, renderDiagnostic, scenarioJsonSchema } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { compiled, example, exampleLoad, problems } from './example.js';

const between = (...values: readonly unknown[]) => ({ between: values });

const withRate = (rate: unknown): Promise<Scenario> => compiled({ load: [exampleLoad({ rate })] });

async function complaints(over: Record<string, unknown>, set: readonly string[] = []): Promise<string> {
  const found = await problems(JSON.stringify(example(over)), { file: 'x.json', set });
  return found.map(({ path, message }) => `${path}: ${message}`).join('\n');
}

describe('a figure between two values', () => {
  it.each([
    ['rate', between('4/h', '16/h'), '8/h'],
    ['rate', between('4/h', '5/h', '16/h'), '5/h'],
    ['rate', between(0, '4/h'), '2/h'],
    ['process', { closed: { clients: between(4, 9), think: '1s' } }, { closed: { clients: 6, think: '1s' } }],
    [
      'query',
      { cpu: { exponential: { mean: between('10ms', '1s') } } },
      { cpu: { exponential: { mean: '100ms' } } },
    ],
    ['query', { cpu: between('10ms', '1s') }, { cpu: '100ms' }],
    ['rate', { base: between('1/min', '4/min'), daily: between(0.25, 1) }, { base: '2/min', daily: 0.5 }],
  ])('an interval has a midpoint: %s %j', async (key, interval, middle) => {
    const { intervals, warnings, ...drawn } = await load({ [key]: interval });
    const { warnings: none, ...plain } = await load({ [key]: middle });
    expect(drawn).toEqual(plain);
    expect(none).toEqual([]);
    expect(warnings[0]).toMatch(/^played with the middle of every interval: load\.web\./);
    expect(intervals!.length).toBeGreaterThan(0);
  });

  it.each([
    ['data', 'logical_size_bytes', between('10GB', '40GB'), '20GB'],
    ['data', 'growth', between('1GB/month', '4GB/month'), '2GB/month'],
    ['data', 'private_share', between('10%', '40%'), '20%'],
    ['model', 'wake_latency', between('100ms', '400ms'), '200ms'],
    ['model', 'warm_pool_miss', between(0.01, 0.04), 0.02],
  ])('any setting can be an interval: %s.%s', async (section, key, interval, middle) => {
    const { intervals, warnings, ...drawn } = await compiled({ [section]: { [key]: interval } });
    const { warnings: _, ...plain } = await compiled({ [section]: { [key]: middle } });
    expect(drawn).toEqual(plain);
    expect(intervals).toMatchObject([{ path: `${section}.${key}`, middle: String(middle) }]);
    expect(warnings).toHaveLength(1);
  });

  it('an interval with equal ends reads as its value, byte by byte', async () => {
    const plain = JSON.stringify(await withRate('5/h'));
    expect(JSON.stringify(await withRate(between('5/h', '5/h')))).toBe(plain);
    expect(JSON.stringify(await withRate(between('5/h', '5/h', '5/h')))).toBe(plain);
  });

  it('--set sets an interval, whole or in part', async () => {
    const text = JSON.stringify(example());
    const set = ['load.web.rate={ between: [4/h, 16/h] }'];
    const scenario = await parseScenario(text, { set });
    expect(scenario.intervals).toMatchObject([
      { path: 'load.web.rate', low: '4/h', middle: '8/h', high: '16/h' },
    ]);
    const lower = await parseScenario(text, { set: [...set, 'load.web.rate.between[0]=1/h'] });
    expect(lower.intervals).toMatchObject([{ low: '1/h', middle: '4/h' }]);
  });

  it('an interval of whole numbers has a whole middle', async () => {
    const { intervals } = await load({ process: { closed: { clients: between(3, 10), think: '1s' } } });
    expect(intervals).toMatchObject([{ middle: '5', whole: true }]);
  });
});

describe('invalid intervals', () => {
  it('a problem in an interval has its line and column', async () => {
    const text = [
      'duration: 1d',
      'computes: [{ name: a, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }]',
      'load:',
      '  - { name: web, compute: a, rate: { between: [5/s, soon] }, query: { cpu: 1ms } }',
    ].join('\n');
    const [found] = await problems(text, { file: 'x.yaml' });
    expect(renderDiagnostic(found!)).toMatch(
      /^x\.yaml:4:53: error: load\.web\.rate\.between\[1\]: expected a rate/,
    );
  });

  it('an interval is not a distribution', async () => {
    const { intervals } = await load({ query: { cpu: { uniform: { min: '1ms', max: '2ms' } } } });
    expect(intervals).toBeUndefined();
    const both = { cpu: { uniform: { min: '1ms', max: '2ms' }, between: ['1ms', '2ms'] } };
    expect(await complaints({ load: [exampleLoad({ query: both })] })).not.toBe('');
  });
});

it('the JSON Schema takes an interval for an estimate, and not for a decision', () => {
  const { properties, definitions } = scenarioJsonSchema() as Record<string, Record<string, object>>;
  expect(Object.keys(definitions!)).toContain('Interval');
  expect(JSON.stringify(properties!['duration'])).not.toContain('Interval');
  expect(JSON.stringify(properties!['data'])).toContain('#/definitions/Interval');
});

function load(over: Record<string, unknown>): Promise<Scenario> {
  const { rate, process, ...rest } = over;
  const how = process === undefined ? { rate: rate ?? '1/s' } : { rate: undefined, process };
  return compiled({ load: [exampleLoad({ ...how, ...rest })] });
}
