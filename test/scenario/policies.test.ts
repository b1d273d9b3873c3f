import { describe, expect, it } from 'vitest';
import { parseScenario, renderDiagnostic } from '../../src/scenario/load-scenario.js';
import type { Assumption, ComputeSpecification } from '../../src/scenario/scenario.js';
import { scenarioLine } from '../../src/scenario/scenario-line.js';
import { compiled, complaints, example, problems } from './example.js';

const primary = (over: Record<string, unknown> = {}) => ({
  name: 'primary',
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 2,
  ...over,
});

async function computeWith(policy: unknown): Promise<ComputeSpecification> {
  return (await compiled({ computes: [primary({ policy })] })).computes[0]!;
}

async function policyAssumptions(policy: unknown): Promise<readonly Assumption[]> {
  const { assumptions } = await compiled({ computes: [primary({ policy })] });
  return assumptions.filter(({ name }) => name.includes('.policy.'));
}

describe('a policy in a scenario', () => {
  it('is the platform itself unless given', async () => {
    for (const policy of [undefined, {}, { size: 'agent' }, { suspend: 'fixed' }]) {
      const { size_policy, suspend_policy } = await computeWith(policy);
      expect([size_policy.name, suspend_policy.name]).toEqual(['agent', 'fixed']);
      expect([size_policy.values, suspend_policy.module]).toEqual([{}, undefined]);
    }
  });

  it('is named, with the defaults of its parameters', async () => {
    const { size_policy, suspend_policy } = await computeWith({
      size: 'oracle',
      suspend: 'observed_optimum',
    });
    expect(size_policy).toMatchObject({ name: 'oracle', values: { lead_seconds: 15 } });
    expect(suspend_policy).toMatchObject({
      name: 'observed_optimum',
      values: { wake_cost_seconds: 60 },
    });
  });

  it.each([
    [{ range_seconds: '2h' }, { range_seconds: 7200 }],
    [{ range_seconds: 7200 }, { range_seconds: 7200 }],
    [{ margin_share: '7%' }, { margin_share: 0.07 }],
    [
      { margin_share: 0.2, least_bin_count_cv: 3 },
      { margin_share: 0.2, least_bin_count_cv: 3 },
    ],
    [{}, { range_seconds: 14_400, tail_share: 0.99 }],
  ])('takes parameters in their units: %j', async (parameters, expected) => {
    const { suspend_policy } = await computeWith({ suspend: { hybrid_histogram: parameters } });
    expect(suspend_policy.values).toMatchObject(expected);
    expect(Object.keys(suspend_policy.values)).toHaveLength(7);
  });

  it.each([
    ['auto', 0],
    [7, 7],
    [undefined, 0],
  ])('takes the words of a parameter: season_days %j', async (written, expected) => {
    const values = written === undefined ? {} : { season_days: written };
    const { suspend_policy } = await computeWith({ suspend: { ski_rental_with_predictions: values } });
    expect(suspend_policy.values['season_days']).toBe(expected);
  });

  it('takes them for rules as well as percentiles', async () => {
    const { size_policy } = await computeWith({
      size: { moving_window: { cpu_rule: 'average', memory_rule: '98%' } },
    });
    expect(size_policy.values).toMatchObject({ cpu_rule: 0, memory_rule: 0.98 });
  });

  it.each([
    [
      { suspend: { ski_rental_with_predictions: { season_days: 'weekly' } } },
      '.season_days: expected a number, from 1 to 7, or auto, got "weekly"',
    ],
    [
      { suspend: { ski_rental_with_predictions: { season_days: 8 } } },
      '.season_days: expected a number, from 1 to 7, or auto, got 8',
    ],
    [
      { size: { moving_window: { cpu_rule: 'median' } } },
      '.cpu_rule: expected a share such as 10% or 0.1, from 1% to 99.99%, or average or peak, got "median"',
    ],
    [
      { suspend: 'obsrved_optimum' },
      '.suspend: there is no suspension policy "obsrved_optimum"; did you mean "observed_optimum"? "neap policies"',
    ],
    [
      { suspend: { obsrved_optimum: {} } },
      '.suspend.obsrved_optimum: there is no suspension policy "obsrved_optimum"; did you mean',
    ],
    [{ size: 'zzz' }, '.size: there is no size policy "zzz"; expected one of agent, fixed, target_tracking'],
    [
      { size: 'observed_optimum' },
      '.size: there is no size policy "observed_optimum"; that is a suspension policy; "neap',
    ],
    [{ sise: 'agent' }, '.sise: unknown key "sise"; did you mean "size"?'],
    [
      'observed_optimum',
      ': expected the path of a module such as ./my-policy.js, or { size, suspend }, got "observed_optimum"; did you mean { suspend: observed_optimum }?',
    ],
    [7, 'or { size, suspend }, got 7'],
    [
      { size: 7 },
      '.size: expected the name of a size policy or the path of a module such as ./my-policy.js, got 7',
    ],
    [{ size: {} }, '.size: expected the name of a size policy'],
    [{ size: { agent: {}, oracle: {} } }, '.size.oracle: unknown key "oracle"'],
    [{ size: { agent: null } }, '.size.agent: expected a mapping of keys to values, got an empty value'],
    [
      { suspend: { hybrid_histogram: { range_second: '4h' } } },
      '.suspend.hybrid_histogram.range_second: unknown key "range_second"; did you mean "range_seconds"?',
    ],
    [
      { suspend: { hybrid_histogram: { range_seconds: '8d' } } },
      '.range_seconds: expected a duration such as 90s, 5m or 4h, or a number of seconds, from 1m to 7d, got "8d"',
    ],
    [
      { suspend: { hybrid_histogram: { margin_share: '200%' } } },
      '.margin_share: expected a share such as 10% or 0.1, from 0% to 100%, got "200%"',
    ],
    [
      { suspend: { hybrid_histogram: { least_bin_count_cv: -1 } } },
      '.least_bin_count_cv: expected a number, at least 0, got -1',
    ],
    [
      { size: { fixed: { size_cu: 'big' } } },
      '.size_cu: expected a size in CU such as 0.25 or 2, from 0 to 56',
    ],
    [{ size: { './a.js': {}, './b.js': {} } }, 'expected one module path with a mapping of its parameters'],
  ])('%j is refused', async (policy, message) => {
    const found = (await complaints({ computes: [primary({ policy })] })).join('\n');
    expect(found).toContain(`computes.primary.policy`);
    expect(found).toContain(message);
  });

  it.each([
    [
      primary({ policy: { suspend: 'observed_optimum' }, suspend_timer: '5m' }),
      'policy.suspend: the suspension policy observed_optimum decides when to suspend, and so does suspend_timer; leave one of them out',
    ],
    [
      primary({ policy: { suspend: 'observed_optimum' }, suspend_timeout_seconds: -1 }),
      'policy.suspend: the suspension policy observed_optimum decides when to suspend, and suspend_timeout_seconds: -1 never does',
    ],
    [
      primary({
        policy: { suspend: './my.js' },
        autoscaling_limit_min_cu: 18,
        autoscaling_limit_max_cu: 18,
      }),
      'policy.suspend: a compute above 16 CU is always active, so there is nothing for the suspension policy ./my.js to decide',
    ],
    [
      primary({ policy: { size: 'oracle' }, autoscaling_limit_min_cu: 2 }),
      'policy.size: its size is fixed at 2 CU, so there is nothing for the size policy oracle to decide',
    ],
  ])('%j contradicts itself', async (compute, message) => {
    expect((await complaints({ computes: [compute] })).join('\n')).toContain(message);
  });

  it('may go with what the default obeys, and with a size that an event sets free', async () => {
    const policy = { size: { fixed: { size_cu: 1 } }, suspend: 'fixed' };
    const computes = [primary({ policy, suspend_timer: '5m', autoscaling_limit_min_cu: 2 })];
    const events = [{ at: '1h', update: 'primary', set: { autoscaling_limit_max_cu: 4 } }];
    expect((await compiled({ computes, events })).computes[0]!.size_policy.name).toBe('fixed');
  });
});

describe('the place of a problem with a policy', () => {
  const TEXT = `duration: 1d
plan: scale
computes:
  - name: primary
    autoscaling_limit_min_cu: 1
    autoscaling_limit_max_cu: 2
    suspend_timeout_seconds: 300
    policy:
      size: { target_tracking: { reserve_cu: 0.5 } }
      suspend: observed_optimum
`;
  it.each([
    ['observed_optimum', 'obsrved_optimum', '10:16: '],
    ['target_tracking:', 'target_traking:', '9:15: '],
    ['reserve_cu: 0.5', 'reserve_cuu: 0.5', '9:34: '],
    ['reserve_cu: 0.5', 'reserve_cu: -1', '9:46: '],
    ['      suspend:', '      suspnd:', '10:7: '],
    ['max_cu: 2', 'max_cu: 1', '9:13: '],
    ['seconds: 300', 'seconds: -1', '10:16: '],
    ['suspend: observed_optimum', 'suspend: ./nowhere/p.js', '10:16: '],
  ])('%j instead of %j', async (part, replacement, place) => {
    const found = await problems(TEXT.replace(part, replacement), { file: 's.yaml' });
    expect(found.map(renderDiagnostic)).toEqual([expect.stringContaining(`s.yaml:${place}error: `)]);
  });

  it('is the override that caused it', async () => {
    const set = ['computes.primary.suspend_timeout_seconds=-1'];
    expect((await problems(TEXT, { file: 's.yaml', set })).map(renderDiagnostic)).toEqual([
      expect.stringMatching(
        /^--set computes.primary.suspend_timeout_seconds=-1: error: computes.primary.policy.suspend: /,
      ),
    ]);
  });

  it.each([
    ['computes.primary.policy.suspend=hybrid_histogram', 'target_tracking', 'hybrid_histogram'],
    ['computes.primary.policy={size: oracle}', 'oracle', 'fixed'],
    ['computes.primary.policy.size.target_tracking.reserve_cu=1', 'target_tracking', 'observed_optimum'],
  ])('--set %s', async (set, size, suspend) => {
    const { size_policy, suspend_policy } = (await parseScenario(TEXT, { set: [set] })).computes[0]!;
    expect([size_policy.name, suspend_policy.name]).toEqual([size, suspend]);
  });
});

describe('the assumptions of a policy', () => {
  it('are parameters that the scenario sets, and defaults that are not certain', async () => {
    const found = await policyAssumptions({
      size: 'percentile',
      suspend: { ski_rental_with_predictions: { wake_cost_seconds: '2m', lambda: 0.25 } },
    });
    const place = 'computes.primary.policy.suspend.ski_rental_with_predictions';
    expect(found.every(({ name }) => name.startsWith(place))).toBe(true);
    expect(found).toContainEqual(
      expect.objectContaining({
        name: `${place}.wake_cost_seconds`,
        value: '2m',
        source: 'the scenario',
        confidence: 'yours',
        set_by: 'scenario',
      }),
    );
    expect(found.find(({ name }) => name.endsWith('lambda'))).toMatchObject({ value: '25%' });
    expect(found.find(({ name }) => name.endsWith('history_days'))).toMatchObject({
      value: '28',
      confidence: 'low',
      set_by: 'default',
    });
  });

  it('are none of the default policies', async () => {
    expect(await policyAssumptions(undefined)).toEqual([]);
  });
});

describe('the line that says what a scenario is', () => {
  it('names policies that are not the default', async () => {
    const text = JSON.stringify(
      example({ computes: [primary({ policy: { size: 'oracle', suspend: 'hybrid_histogram' } })] }),
    );
    expect(scenarioLine(await parseScenario(text))).toContain(
      'primary 1-2 CU by oracle suspending by hybrid_histogram;',
    );
  });
});
