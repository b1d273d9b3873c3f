import { describe, expect, it } from 'vitest';
import { parseScenario, renderDiagnostic, scenarioJsonSchema } from '../../src/scenario/load-scenario.js';
import { complaints, example, exampleLoad, problems } from './example.js';

describe('a figure between two values', () => {
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
    const both = { cpu: { uniform: { min: '1ms', max: '2ms' }, between: ['1ms', '2ms'] } };
    expect(await complaints({ load: [exampleLoad({ query: both })] })).not.toEqual([]);
  });
});

it('the JSON Schema takes an interval for an estimate, and not for a decision', () => {
  const { properties, definitions } = scenarioJsonSchema() as Record<string, Record<string, object>>;
  expect(Object.keys(definitions!)).toContain('Interval');
  expect(JSON.stringify(properties!['duration'])).not.toContain('Interval');
  expect(JSON.stringify(properties!['data'])).toContain('#/definitions/Interval');
});
