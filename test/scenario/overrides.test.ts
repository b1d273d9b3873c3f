import { describe, expect, it } from 'vitest';
import { lastOverrides } from '../../src/scenario/document/override.js';
import { quoted } from '../../src/scenario/document/scenario-document.js';
import { parseScenario, renderDiagnostic } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { example, exampleLoad, problems } from './example.js';

function withSet(...set: string[]): Promise<Scenario> {
  return parseScenario(JSON.stringify(example()), { set });
}

async function complaint(...set: string[]): Promise<string> {
  const found = await problems(JSON.stringify(example()), { file: 'x.json', set });
  return found.map(renderDiagnostic).join('\n');
}

describe('--set', () => {
  it('changes a value by key', async () => {
    expect((await withSet('seed=7')).seed).toBe('7');
    expect((await withSet('duration=2d')).duration_seconds).toBe(172_800);
  });

  it('finds list items by name and by index', async () => {
    for (const path of ['computes.primary', 'computes.0', 'computes[0]', 'computes."primary"']) {
      const scenario = await withSet(`${path}.autoscaling_limit_max_cu=4`);
      expect(scenario.computes[0]!.autoscaling_limit_max_cu).toBe(4);
    }
  });

  it('knows settings of computes by short names, of one or of all', async () => {
    const [own] = example()['computes'] as readonly object[];
    const text = JSON.stringify(
      example({ computes: [own, { ...own, name: 'replica.eu', type: 'read_only' }] }),
    );
    const sizes = async (...set: string[]) => {
      const { computes } = await parseScenario(text, { set });
      return computes.map((each) => [each.autoscaling_limit_max_cu, each.suspend_timeout_seconds]);
    };
    const [[max, timeout]] = (await sizes()) as [[number, number]];
    expect(await sizes('max=4', 'timeout=never')).toEqual([
      [4, -1],
      [4, -1],
    ]);
    for (const path of ['primary.max', 'computes.primary.max', 'computes.0.max']) {
      expect(await sizes(`${path}=4`)).toEqual([
        [4, timeout],
        [max, timeout],
      ]);
    }
    expect(await sizes('"replica.eu".max=4')).toEqual([
      [max, timeout],
      [4, timeout],
    ]);
    expect(await complaint('replica.max=4')).toContain('replica: unknown key');
  });

  it('keeps a quoted name with dots together', async () => {
    const text = JSON.stringify(example({ load: [exampleLoad({ name: 'web.eu' })] }));
    const scenario = await parseScenario(text, { set: ['load."web.eu".rate=9/s'] });
    expect(scenario.load[0]!.process).toMatchObject({ rate: { per_second: 9 } });
  });

  it('takes a quoted name as it is, with an equals sign, a quote or spaces, as messages write it', async () => {
    for (const name of ['a=b', ' web ', 'say "x=1"', "=cmd|'/c calc'!A1"]) {
      const text = JSON.stringify(example({ load: [exampleLoad({ name })] }));
      const scenario = await parseScenario(text, { set: [`load.${quoted(name)}.rate=9/s`] });
      expect(scenario.load[0]!.process).toMatchObject({ rate: { per_second: 9 } });
    }
  });

  it('reads the value as YAML', async () => {
    const scenario = await withSet('load.web.rate={ base: 8/s, daily: 0.5 }', 'model.bill_startup=true');
    expect(scenario.load[0]!.process).toMatchObject({
      rate: { kind: 'seasonal', base_per_second: 8, daily: 0.5 },
    });
    expect(scenario.model.bill_startup).toBe(true);
  });

  it('creates what is absent, and lets the last one win', async () => {
    const scenario = await withSet('model.wake_latency=1s', 'model.wake_latency=2s', 'slo.success_rate=99%');
    expect(scenario.model.wake_latency).toEqual({ kind: 'constant', value: 2 });
    expect(scenario.slo).toEqual([{ objective: 'success_rate', target: 0.99 }]);
    expect(scenario.assumptions.find(({ name }) => name === 'model.wake_latency')).toMatchObject({
      confidence: 'yours',
    });
  });

  it('leaves another user of the same anchor alone', async () => {
    const text =
      'duration: 1d\nplan: scale\ncomputes:\n  - { name: a, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }\nload:\n  - { name: x, compute: a, rate: 1/s, query: &q { cpu: 1ms } }\n  - { name: y, compute: a, rate: 1/s, query: *q }\n';
    const scenario = await parseScenario(text, { set: ['load.y.query.cpu=2ms'] });
    expect(scenario.load.map(({ query }) => query.cpu_seconds)).toEqual([
      { kind: 'constant', value: 0.001 },
      { kind: 'constant', value: 0.002 },
    ]);
  });

  it.each([
    ['sede=7', '--set sede=7: error: sede: unknown key "sede"; did you mean "seed"?'],
    [
      'computes.primry.type=read_write',
      '--set computes.primry.type=read_write: error: there is no "primry" in computes; did you mean "primary"?',
    ],
    ['computes.3.type=read_write', 'there is no "3" in computes'],
    ['seed', '--set seed: error: expected path=value'],
    ['=7', 'expected path=value'],
    ['seed=[1', 'cannot read the value "[1" as YAML'],
    ['load..rate=1/s', 'cannot read the path at'],
    ['duration.days=7', 'duration is "1d", which has no parts; set duration itself'],
    ['load.web.rate=40', '--set load.web.rate=40: error: load.web.rate: expected a rate'],
    [
      'computes.primary.autoscaling_limit_min_cu=8',
      '--set computes.primary.autoscaling_limit_min_cu=8: error: computes.primary.autoscaling_limit_max_cu: the minimum of 8 CU',
    ],
    ['computes.primary.autoscalinglimitmax=8', 'did you mean "autoscaling_limit_max_cu"?'],
    ['__proto__.x=1', 'unknown key "__proto__"'],
    ['sol.latency_p99=1s', '--set sol.latency_p99=1s: error: sol: unknown key "sol"; did you mean "slo"?'],
    ['events.0.at=1h', '--set events.0.at=1h: error: events: expected a list, got a mapping'],
  ])('%s is told as such', async (set, message) => {
    expect(await complaint(set)).toContain(message);
  });

  it('tells every override that cannot be applied', async () => {
    expect((await complaint('seed', 'computes.x.y=1')).split('\n')).toHaveLength(2);
  });
});

describe('overrides that are taken back by later ones', () => {
  it('are left out, whole or within a value that is set whole', () => {
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

  it('stay where a list item gets another name, after which a path may mean another one', () => {
    const set = ['load.a.rate=1/s', 'load.a.name=c', 'load.b.name=a', 'load.a.rate=2/s'];
    expect(lastOverrides(set)).toEqual(set);
  });
});
