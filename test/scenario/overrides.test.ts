import { describe, expect, it } from 'vitest';
import { lastOverrides } from '../../src/scenario/document/override.js';
import { quoted } from '../../src/scenario/document/scenario-document.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { example, exampleLoad } from './example.js';

describe('--set', () => {
  it('--set takes a quoted name as it is, with an equals sign, a quote or spaces, as messages write it', async () => {
    for (const name of ['a=b', ' web ', 'say "x=1"', "=cmd|'/c calc'!A1"]) {
      const text = JSON.stringify(example({ load: [exampleLoad({ name })] }));
      const scenario = await parseScenario(text, { set: [`load.${quoted(name)}.rate=9/s`] });
      expect(scenario.load[0]!.process).toMatchObject({ rate: { per_second: 9 } });
    }
  });

  it('--set does not change other users of the same anchor', async () => {
    const text =
      'duration: 1d\nplan: scale\ncomputes:\n  - { name: a, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }\nload:\n  - { name: x, compute: a, rate: 1/s, query: &q { cpu: 1ms } }\n  - { name: y, compute: a, rate: 1/s, query: *q }\n';
    const scenario = await parseScenario(text, { set: ['load.y.query.cpu=2ms'] });
    expect(scenario.load.map(({ query }) => query.cpu_seconds)).toEqual([
      { kind: 'constant', value: 0.001 },
      { kind: 'constant', value: 0.002 },
    ]);
  });
});

describe('overrides that later ones replace', () => {
  it('overrides that later ones replace are left out', () => {
    const set = [
      'seed=1',
      'load.web.rate=1/s',
      'load."web".rate.base=2/s',
      'load.web.query.cpu=1ms',
      'seed=2',
    ];
    expect(lastOverrides([...set, 'load.web.rate={ base: 3/s, daily: 0.5 }'])).toEqual([
      'load.web.query.cpu=1ms',
      'seed=2',
      'load.web.rate={ base: 3/s, daily: 0.5 }',
    ]);
  });

  it('all overrides stay if one renames a list item, since paths may then mean another item', () => {
    const set = ['load.a.rate=1/s', 'load.a.name=c', 'load.b.name=a', 'load.a.rate=2/s'];
    expect(lastOverrides(set)).toEqual(set);
  });
});
