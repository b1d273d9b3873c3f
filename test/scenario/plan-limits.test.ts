import { describe, expect, test } from 'vitest';
import { parseScenario, ScenarioError } from '../../src/scenario/load-scenario.js';

type Part = Readonly<Record<string, unknown>>;

const compute = (name: string, more: Part = {}): Part => ({
  name,
  autoscaling_limit_min_cu: 0.25,
  autoscaling_limit_max_cu: 0.25,
  ...more,
});

function documentOf(more: Part): string {
  return JSON.stringify({
    name: 'limits',
    start: '2026-09-01',
    duration: '30d',
    computes: [compute('primary')],
    load: [{ name: 'web', compute: 'primary', rate: '1/h', query: { cpu: '1ms' } }],
    ...more,
  });
}

async function problems(more: Part): Promise<readonly string[]> {
  try {
    await parseScenario(documentOf(more));
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.diagnostics.map(({ path, message }) => `${path}: ${message}`);
  }
}

const children = (count: number, more: Part = {}): readonly Part[] => [
  compute('primary'),
  ...Array.from({ length: count }, (_, index) =>
    compute(`b${index}`, { branch: `b${index}`, type: 'read_write', ...more }),
  ),
];

describe('a scenario that its plan does not allow is refused, with the limit and the cheapest plan that allows it', () => {
  test.each<readonly [string, Part, string]>([
    [
      'a restore window of 30 days on launch',
      { plan: 'launch', data: { history_retention_seconds: '30d' } },
      'data.history_retention_seconds: the launch plan allows a restore window of 7d, not 30d; expected 7d at most, or plan: scale',
    ],
    [
      'more data than a free project stores',
      { plan: 'free', data: { logical_size_bytes: '3GB' } },
      'data.logical_size_bytes: the free plan allows 500MB of data in a project, not 3GB; expected 500MB at most, or plan: launch',
    ],
    [
      'an eleventh branch on the free plan',
      { plan: 'free', data: { logical_size_bytes: '1MB', branches: { count: 10 } } },
      'data.branches.count: the free plan allows 10 branches in a project, not 11; expected 10 at most, or plan: launch',
    ],
    [
      'an eleventh branch with a compute',
      { plan: 'free', computes: children(10) },
      'computes: the free plan allows 10 branches in a project, not 11; expected 10 at most, or plan: launch',
    ],
    [
      'a second manual snapshot on the free plan',
      { plan: 'free', data: { snapshots: { manual: 2 } } },
      'data.snapshots.manual: the free plan allows 1 manual snapshot, not 2; expected 1 at most, or plan: launch',
    ],
    [
      'scheduled snapshots on the free plan',
      { plan: 'free', data: { snapshots: { every: '1d' } } },
      'data.snapshots.every: the free plan allows no scheduled snapshots; expected manual snapshots alone, or plan: launch',
    ],
    [
      'a private link on launch',
      { plan: 'launch', data: { private_share: 0.5 } },
      'data.private_share: the launch plan allows no private networking; expected a share of 0, or plan: scale',
    ],
    [
      'a compute larger than the plan has',
      { plan: 'free', computes: [compute('primary', { autoscaling_limit_max_cu: 4 })] },
      'computes.primary.autoscaling_limit_max_cu: the free plan allows autoscaling up to 2 CU, not 4; plan: launch allows it',
    ],
    [
      'a timeout shorter than the plan has',
      { plan: 'launch', computes: [compute('primary', { suspend_timeout_seconds: 60 })] },
      'computes.primary.suspend_timeout_seconds: the launch plan allows a suspend timeout of 300 s or -1 (never), not 60 s; plan: scale allows it',
    ],
    [
      'more computes that are active from the beginning than can be at once',
      { plan: 'scale', computes: children(21, { suspend_timeout_seconds: -1 }) },
      'computes: the scale plan allows 20 active computes at once besides that of the default branch, and 21 are active from the beginning; expected 20 at most',
    ],
    [
      'more tenants than launch has projects',
      {
        plan: 'launch',
        computes: {
          count: 101,
          template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
        },
        load: [{ name: 'web', compute: 'tenant', rate: '1/h', query: { cpu: '1ms' } }],
      },
      'computes.count: the launch plan allows 100 projects, and each of the 101 tenants is one; expected 100 tenants at most, or plan: scale',
    ],
  ])('a scenario beyond its plan is refused: %s', async (_, more, problem) => {
    expect(await problems(more)).toEqual([problem]);
  });

  test('an error names one plan that allows all of the scenario', async () => {
    const data = { logical_size_bytes: '3GB', history_retention_seconds: '30d' };
    const found = await problems({ plan: 'free', data });
    expect(found).toHaveLength(2);
    for (const problem of found) expect(problem).toMatch(/, or plan: scale$/);
  });

  test('a scenario may use exactly what its plan allows', async () => {
    const data = { logical_size_bytes: '500MB', history_retention_seconds: '6h', snapshots: { manual: 1 } };
    expect(await problems({ plan: 'free', data })).toEqual([]);
    expect(await problems({ plan: 'launch', data: { history_retention_seconds: '7d' } })).toEqual([]);
    expect(
      await problems({ plan: 'scale', computes: children(20, { suspend_timeout_seconds: -1 }) }),
    ).toEqual([]);
  });

  test('the plan limits depend on the date: a free project stores 1 GB from October 2026', async () => {
    const data = { logical_size_bytes: '0.9GB' };
    expect(await problems({ plan: 'free', data })).toHaveLength(1);
    expect(await problems({ plan: 'free', data, start: '2026-11-01' })).toEqual([]);
    expect(await problems({ plan: { name: 'free', as_of: '2026-11-01' }, data })).toEqual([]);
  });
});

describe('settings that a scenario omits', () => {
  test('omitted settings do not contradict the plan', async () => {
    const { data } = await parseScenario(documentOf({ plan: 'free' }));
    expect(data).toMatchObject({ logical_size_bytes: 5e8, history_retention_seconds: 6 * 3600 });
    const paid = await parseScenario(documentOf({ plan: 'launch' }));
    expect(paid.data).toMatchObject({ logical_size_bytes: 1e9, history_retention_seconds: 86_400 });
  });
});
