import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FINDING_RULES, scenarioFindings } from '../../src/findings/catalogue.js';
import { summarise } from '../../src/report/figures/summary.js';
import { loadScenario, parseScenario } from '../../src/scenario/load-scenario.js';
import { FINDING_IDS } from '../../src/scenario/sections/settings.js';
import { simulate } from '../../src/simulation/simulation.js';

type Part = Readonly<Record<string, unknown>>;

const poll = { name: 'poll', process: { regular: { every: '1m' } }, query: { cpu: '1ms' } };
const web = { name: 'web', rate: '3/h', query: { cpu: '20ms' } };
const cron = (name: string, schedule: string, further: Part = {}) => ({
  name,
  process: { cron: { schedule, ...further } },
  query: { cpu: '1ms' },
});
const late = (max: string) => ({ jitter: { uniform: { min: '0s', max } } });
const pool = (further: Part) => ({
  ...web,
  connection: { kind: 'pool', size: 5, stale: 'handed_out', ...further },
});

function scenarioOf(load: readonly Part[], compute: Part = {}, further: Part = {}) {
  return parseScenario(
    JSON.stringify({
      name: 'x',
      duration: '1d',
      plan: 'launch',
      computes: [
        {
          name: 'primary',
          autoscaling_limit_min_cu: 0.25,
          autoscaling_limit_max_cu: 2,
          suspend_timeout_seconds: 300,
          ...compute,
        },
      ],
      load: load.map((one) => ({ compute: 'primary', ...one })),
      ...further,
    }),
  );
}

const found = async (...scenario: Parameters<typeof scenarioOf>) =>
  scenarioFindings(await scenarioOf(...scenario)).map(({ id, figure }) => [id, figure.value]);

const foundInRun = async (...of: Parameters<typeof scenarioOf>) => {
  const scenario = await scenarioOf(...of);
  return summarise(scenario, simulate(scenario)).findings!;
};

describe('the finding poll_under_timeout', () => {
  // 0.25 CU × 730 h × $0.106.
  const AWAKE = 0.25 * 730 * 0.106;

  test.each<readonly [string, Part]>([
    ['evenly spaced', poll],
    ['a cron job whose longest pause is shorter', cron('job', '*/4 * * * *')],
    ['gaps of one length', { ...poll, process: { renewal: { gap: '100s' } } }],
    ['at the timeout itself, because a query takes time', { ...poll, process: { regular: { every: '5m' } } }],
    [
      'above the timeout by less than the duration of a query',
      { ...poll, process: { regular: { every: '301s' } }, query: { cpu: '2s' } },
    ],
    [
      'a closed loop with a shorter think time',
      { ...poll, process: { closed: { clients: 1, think: '30s' } } },
    ],
  ])('is reported for a poll: %s', async (_, load) => {
    expect(await found([web, load])).toEqual([['poll_under_timeout', expect.closeTo(AWAKE, 9)]]);
  });

  test.each<readonly [string, readonly Part[], Part]>([
    [
      'is not reported above the timeout plus the duration of a query',
      [{ ...poll, process: { regular: { every: '301s' } } }],
      {},
    ],
    [
      'is not reported for clients that think as long as the timeout',
      [{ ...poll, process: { closed: { clients: 1, think: '5m' } } }],
      {},
    ],
    ['is not reported if delays make a pause longer', [cron('job', '*/4 * * * *', late('2m'))], {}],
    [
      'is not reported if other traffic always keeps the compute awake',
      [poll, { ...web, rate: { base: '4/s', daily: 0.9, weekly: 0.5, peak_hour: 15 } }],
      {},
    ],
    [
      'is not reported if a replication subscriber is connected',
      [poll, { name: 'cdc', connection: { kind: 'replication', clients: 1 } }],
      {},
    ],
    [
      'is not reported for two polls that leave a pause between them',
      [
        { ...poll, process: { regular: { every: '12m' } } },
        { ...poll, name: 'other', process: { regular: { every: '12m', offset: '5m' } } },
      ],
      {},
    ],
    ['is not reported for a job that pauses at night', [cron('job', '*/4 8-18 * * *')], {}],
    ['is not reported for a compute that never suspends', [poll], { suspend_timeout_seconds: -1 }],
    ['is not reported if traffic keeps the compute awake anyway', [poll, { ...web, rate: '10/s' }], {}],
    [
      'is not reported for traffic that is evenly spaced',
      [{ ...poll, process: { regular: { every: '20ms' } } }],
      {},
    ],
    ['is not reported for random traffic', [{ ...web, rate: '1/min' }], {}],
  ])('%s', async (_, loads, compute) => {
    const ids = (await found(loads, compute)).map(([id]) => id);
    expect(ids).not.toContain('poll_under_timeout');
  });
});

test('a poll on the free plan costs hours, not money', async () => {
  const [finding] = scenarioFindings(await scenarioOf([poll], {}, { plan: 'free' }));
  expect(finding!.figure).toEqual({ name: 'awake_cu_hours_per_month', value: 0.25 * 730 });
  expect(finding!.message).toContain('which costs 183 CU-hours per month');
});

test('polls that are slower than the timeout are evaluated together', async () => {
  const every = (name: string, offset: string) => ({
    ...poll,
    name,
    process: { regular: { every: '8m', offset } },
  });
  const [finding, ...others] = scenarioFindings(await scenarioOf([every('a', '0s'), every('b', '4m')]));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ id: 'poll_under_timeout', place: { name: 'a' } });
  expect(finding!.message).toMatch(
    /^a and b together ask at least every 4 min, and primary suspends after 5 min/,
  );
});

describe('the finding kept_awake', () => {
  const standing = (connection: Part): Part => ({ name: 'stands', connection });
  const pooled = (further: Part): Part => ({
    ...web,
    name: 'app',
    connection: { kind: 'pool', size: 5, min_idle: 2, ...further },
  });
  const asking = (further: Part): Part => ({
    ...poll,
    name: 'shell',
    process: { arrivals: ['0s'] },
    connection: { kind: 'session', queries: 100_000, think: '10s', ...further },
  });

  test.each<readonly [string, Part, string]>([
    ['a listener', standing({ kind: 'listen', clients: 1 }), 'connects again right after each suspend'],
    ['a subscriber', standing({ kind: 'replication', clients: 1 }), 'counts as activity'],
    ['a pool with idle connections', pooled({}), 'opens its 2 idle connections again'],
    ['a session that asks', asking({}), 'keeps a session open that asks every 10 s'],
    ['an open transaction', asking({ in_transaction: true, think: '2m' }), 'keeps a transaction open'],
    ['random visitors', { ...web, name: 'visitors', rate: '60/h' }, 'sends 5 or more queries per 5 min'],
  ])('reports %s, before and after the run', async (_, load, words) => {
    const scenario = await scenarioOf([load, web]);
    const [before] = scenarioFindings(scenario);
    expect(before).toMatchObject({ id: 'kept_awake', place: { name: load['name'] } });
    expect(before!.message).toContain(words);
    const { findings, total } = summarise(scenario, simulate(scenario));
    expect(findings![0]).toMatchObject({ id: 'kept_awake', place: { name: load['name'] } });
    expect(findings![0]!.message).toMatch(/awake for 2[34](\.\d)? h of 24 h, at work for .* %/);
    expect(findings![0]!.figure.value).toBeCloseTo(total.cost_usd_per_month, 6);
  });

  test('loads that together leave no idle gap are named together', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const gap = { uniform: { min: '4m', max: '10m' } };
    const loads = names.map((name) => ({ ...poll, name, process: { renewal: { gap } } }));
    const findings = await foundInRun(loads);
    expect(findings).toMatchObject([{ id: 'kept_awake' }]);
    expect(findings[0]!.message).toMatch(/^([a-f], ){4}[a-f] and [a-f] keep primary awake: /);
  });

  test.each<readonly [string, Part, Part]>([
    [
      'is not reported for a compute that has work to do',
      { ...web, rate: '5/s', query: { cpu: '20ms' } },
      {},
    ],
    [
      'is not reported for a compute that never suspends by its settings',
      poll,
      { suspend_timeout_seconds: -1 },
    ],
    ['is not reported for a compute that suspends', web, {}],
    [
      'is not reported for a pool that tests its connections',
      pooled({ stale: 'tested', max_lifetime: '30m' }),
      {},
    ],
    [
      'is not reported for a listener that reconnects later',
      { ...standing({ kind: 'listen', clients: 1 }), retry: { first: '30m', max: '1h' } },
      {},
    ],
  ])('%s', async (_, load, compute) => {
    const ids = (await foundInRun([load], compute)).map(({ id }) => id);
    expect(ids).not.toContain('kept_awake');
    expect((await found([load], compute)).map(([id]) => id)).not.toContain('kept_awake');
  });
});

describe('findings do not depend on how a rate is written', () => {
  const ids = async (load: Part) => (await found([load], {}, { duration: '1h' })).map(([id]) => id);
  const rates: readonly (readonly [string, unknown])[] = [
    ['constant', '3/s'],
    ['steps', { steps: [{ at: '0s', rate: '3/s' }] }],
    ['a season', { base: '3/s', daily: 0.01 }],
    ['a spike', { base: '1/min', spikes: [{ at: '20m', for: '10m', rate: '3/s' }] }],
    ['a ramp', { ramp: { from: '0/s', to: '3/s', over: '10m' } }],
    ['a schedule', { cron: { schedule: '10 * * * *', for: '20m', rate: '3/s' } }],
  ];

  test.each(rates)('functions that keep their connection are found with %s', async (_, rate) => {
    const functions = { ...web, rate, connection: { kind: 'session', queries: 1, hold: '5m' } };
    expect(await ids(functions)).toContain('pool_per_frozen_function');
  });

  test('functions that fill the pooler are found', async () => {
    const connection = { kind: 'session', queries: 1, hold: '5m', via: 'pooler' };
    const load = {
      ...web,
      rate: { base: '1/s', spikes: [{ at: '20m', for: '10m', rate: '20/s' }] },
      connection,
    };
    const all = await found([load], {}, { model: { pooler_max_clients: 5000 } });
    expect(all).toContainEqual(['pool_per_frozen_function', expect.closeTo(6000, 3)]);
  });

  test.each<readonly [string, Part]>([
    ['evenly spaced', { process: { regular: { every: '1m' } } }],
    ['a rate', { process: 'regular', rate: '60/h' }],
    ['steps', { process: 'regular', rate: { steps: [{ at: '0s', rate: '60/h' }] } }],
    ['a season', { process: 'regular', rate: { base: '60/h', daily: 0.3 } }],
    ['a schedule', { process: { cron: { schedule: '* * * * *' } } }],
    ['gaps between bounds', { process: { renewal: { gap: { uniform: { min: '50s', max: '70s' } } } } }],
    [
      'recorded moments',
      { process: { arrivals: Array.from({ length: 60 }, (_, index) => `${60 * index}s`) } },
    ],
  ])('a poll is found when written as %s', async (_, load) => {
    expect(await ids({ ...poll, ...load })).toEqual(['poll_under_timeout']);
  });
});

describe('the finding pool_outlives_suspend', () => {
  test.each<readonly [string, Part, string]>([
    ['reports equal times: chance decides', { idle_timeout: '300s' }, 'both come at the same moment'],
    ['reports a longer idle timeout', { idle_timeout: '30m' }, 'keeps idle connections for 30 min'],
    ['reports a longer maximum lifetime', { max_lifetime: '1800s' }, 'keeps idle connections for 30 min'],
    ['reports connections that are never closed', {}, 'never closes idle connections'],
  ])('%s', async (_, connection, words) => {
    const [finding] = scenarioFindings(await scenarioOf([pool(connection)]));
    expect(finding).toMatchObject({ id: 'pool_outlives_suspend', figure: { value: 300 } });
    expect(finding!.message).toContain(words);
  });

  test.each<readonly [string, Part, Part]>([
    ['is not reported for a shorter idle timeout', { idle_timeout: '299s' }, {}],
    ['is not reported if the pool notices closed connections', { stale: 'noticed' }, {}],
    ['is not reported if no compute suspends', {}, { suspend_timeout_seconds: -1 }],
  ])('%s', async (_, connection, compute) => {
    expect(await found([pool(connection)], compute)).toEqual([]);
  });

  test('queries in the run fail on connections that outlive a suspend, and not on connections closed before it', async () => {
    // Every query follows a suspend, and the pool hands out connections that the suspend has cut.
    const errors = async (idle_timeout: string) => {
      const load = { ...pool({ idle_timeout }), process: { renewal: { gap: '400s' } }, rate: undefined };
      const { computes } = simulate(await scenarioOf([load], {}, { model: { suspend_check: '0s' } }));
      return computes[0]!.failed;
    };
    expect(await errors('295s')).toBe(0);
    expect(await errors('30m')).toBeGreaterThan(0);
  });
});

describe('the finding crons_share_a_minute', () => {
  test('counts jobs that share a minute of an hour or of a day', async () => {
    const jobs = [cron('a', '0 * * * *'), cron('b', '0 */6 * * *'), cron('c', '30 * * * *')];
    expect(await found(jobs)).toEqual([['crons_share_a_minute', 4]]);
  });

  test('ignores jobs in separate minutes, and jobs whose delay spreads them', async () => {
    expect(await found([cron('a', '0 * * * *'), cron('b', '30 * * * *')])).toEqual([]);
    const delay = late('10m');
    expect(await found([cron('a', '0 * * * *', delay), cron('b', '0 * * * *', delay)])).toEqual([]);
  });

  test('ignores jobs if no compute ever suspends', async () => {
    const jobs = [cron('a', '0 * * * *'), cron('b', '0 * * * *')];
    expect(await found([...jobs, { ...web, rate: '10/s' }])).toEqual([]);
    expect((await found([...jobs, poll])).map(([id]) => id)).toEqual(['poll_under_timeout']);
  });
});

describe('the finding job_unlike_month', () => {
  const monthly = cron('report', '0 3 1 * *', { count: 12 });
  const in_days = (duration: string, start: string) => ({ duration, start: `${start}T00:00:00Z` });

  test('reports a job whose frequency in the run differs from that over a year', async () => {
    expect(await found([monthly], {}, in_days('7d', '2026-01-05'))).toEqual([['job_unlike_month', 12]]);
    expect(await found([monthly], {}, in_days('1d', '2026-03-01'))).toEqual([['job_unlike_month', 12]]);
    expect(await found([monthly], {}, in_days('28d', '2026-01-05'))).toEqual([]);
    expect(await found([monthly], {}, in_days('28d', '2026-01-02'))).toEqual([['job_unlike_month', 12]]);
  });

  test('accounts for weekdays and rates, and is reported once if computes share the job', async () => {
    const friday = { name: 'batch', rate: { cron: { schedule: '0 9 * * 5', for: '1h', rate: '1/s' } } };
    // 365 days from Thursday, the 1st of January 1970: 53 Fridays of 3,600 queries.
    const queries = (hours: number) => expect.closeTo((hours * 3600) / 12, 6);
    const query = { cpu: '1ms' };
    expect(await found([{ ...friday, query }], {}, in_days('3d', '1970-01-03'))).toEqual([
      ['job_unlike_month', queries(52)],
    ]);
    expect(await found([{ ...friday, query }], {}, in_days('7d', '1970-01-03'))).toEqual([]);
    const computes = ['primary', 'other'].map((name) => ({
      name,
      type: name === 'other' ? 'read_only' : 'read_write',
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 2,
      suspend_timeout_seconds: 300,
    }));
    const shared = { ...friday, query, compute: undefined, route: { weight: ['primary', 'other'] } };
    const all = await found([shared], {}, { ...in_days('3d', '1970-01-03'), computes });
    expect(all.map(([id]) => id)).toEqual(['job_unlike_month']);
  });

  test('reports a single tenant of a fleet, even if other tenants send nothing', async () => {
    const template = {
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 2,
      suspend_timeout_seconds: 300,
    };
    const mix = { busy: { share: 0.5, rate_factor: 3 }, still: { share: 0.5, rate_factor: 0 } };
    const over = { ...in_days('7d', '2026-01-05'), computes: { template, count: 6, mix } };
    const [finding, ...others] = scenarioFindings(
      await scenarioOf([{ ...monthly, compute: 'tenant' }], {}, over),
    );
    expect(others).toEqual([]);
    expect(finding?.message).toMatch(/^report@tenant-\d+ sends 0 queries a month/);
    expect(finding?.place).toEqual({ section: 'load', name: 'report', keys: ['process'] });
  });

  test('is not reported if no month is projected', async () => {
    expect(await found([monthly], {}, in_days('36h', '2026-01-05'))).toEqual([]);
  });
});

describe('the findings on connection slots', () => {
  const pools = (size: number, via = 'direct') => [
    { ...web, connection: { kind: 'pool', size, via } },
    { ...web, name: 'worker', connection: { kind: 'pool', size, via } },
  ];
  const model = { max_connections: 107, reserved_connections: 7 };

  test('report pools that fit once but not during a deploy, or not even once', async () => {
    expect(await found(pools(26), {}, { model })).toEqual([['deploy_exhausts_slots', 100]]);
    expect(await found(pools(60), {}, { model })).toEqual([['deploy_exhausts_slots', 100]]);
    expect(await found(pools(25), {}, { model })).toEqual([]);
    expect(await found(pools(60, 'pooler'), {}, { model })).toEqual([]);
  });

  test("count the slots of functions frozen with their pool by Little's law: rate times hold time", async () => {
    const frozen = (hold: string) => ({ ...web, rate: '0.1/s', connection: { kind: 'session', hold } });
    expect(await found([frozen('10m')], {}, { model })).toContainEqual([
      'pool_per_frozen_function',
      expect.closeTo(60, 9),
    ]);
    expect(await found([frozen('1m')], {}, { model })).not.toContainEqual([
      'pool_per_frozen_function',
      expect.anything(),
    ]);
  });
});

describe('findings that need a run', () => {
  test('report a minimum that is never used, and its cost', async () => {
    const busy = { ...web, rate: '1/s', query: { cpu: '5ms' } };
    const all = await foundInRun(
      [busy],
      { autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 8 },
      { duration: '3h' },
    );
    const finding = all.find(({ id }) => id === 'minimum_never_used');
    expect(finding).toMatchObject({
      place: { keys: ['autoscaling_limit_min_cu'] },
    });
    expect(finding!.figure.value).toBeLessThan(4);
    const used = { ...web, rate: '20/s', query: { cpu: '150ms' } };
    const findings = await foundInRun(
      [used],
      { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 8 },
      { duration: '1h' },
    );
    expect(findings.map(({ id }) => id)).not.toContain('minimum_never_used');
  });

  test('report a maximum that binds', async () => {
    const heavy = { ...web, rate: '2/s', query: { cpu: '1s' } };
    const findings = await foundInRun([heavy], { autoscaling_limit_max_cu: 1 }, { duration: '20m' });
    expect(findings.map(({ id }) => id)).toEqual(['maximum_binds']);
    expect(findings[0]!.figure.value).toBeGreaterThan(600);
  });

  test('report a plan whose hours run out, in the run or at its rate', async () => {
    const awake = { ...poll, process: { regular: { every: '10m' } }, query: { cpu: '0s', wait: '590s' } };
    const [soon] = await foundInRun(
      [awake],
      { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
      { plan: 'free', duration: '1d' },
    );
    // All hours of a day at one CU: 100 last for a little over four days.
    expect(soon).toMatchObject({ id: 'quota_runs_out', figure: { name: 'cu_hours_per_month' } });
    expect(soon!.message).toMatch(/after 4\.\d+ days/);
    const [gone] = await foundInRun(
      [awake],
      { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
      { plan: 'free', duration: '6d' },
    );
    expect(gone).toMatchObject({ id: 'quota_runs_out', figure: { name: 'quota_exhausted_seconds' } });
  });

  test.each(['free', 'launch'])('report a quota that runs out before the plan (%s) does', async (plan) => {
    const awake = { ...poll, process: { regular: { every: '10m' } }, query: { cpu: '0s', wait: '590s' } };
    const [gone] = await foundInRun(
      [awake],
      {},
      { plan, duration: '1d', quota: { active_time_seconds: '6h' } },
    );
    expect(gone).toMatchObject({ id: 'quota_runs_out', place: { section: 'quota' } });
    expect(gone!.message).toMatch(/^quota\.active_time_seconds of a month is used up: for 18 h /);
    const [soon] = await foundInRun(
      [awake],
      {},
      { plan, duration: '1d', quota: { active_time_seconds: '72h' } },
    );
    expect(soon!.message).toMatch(
      /^at this rate quota\.active_time_seconds of a month is used up after 3 days$/,
    );
  });
});

describe('findings can be switched off', () => {
  test('by name in the scenario', async () => {
    const jobs = [cron('a', '0 * * * *'), cron('b', '0 * * * *'), pool({})];
    const all = await found(jobs);
    expect(all.map(([id]) => id)).toEqual(['pool_outlives_suspend', 'crons_share_a_minute']);
    const ignore_findings = ['pool_outlives_suspend'];
    expect(await found(jobs, {}, { ignore_findings })).toEqual([['crons_share_a_minute', 24]]);
    await expect(scenarioOf(jobs, {}, { ignore_findings: ['polls'] })).rejects.toThrow(
      /expected one of poll_under_timeout/,
    );
  });
});

describe('scenarios without problems have no findings', () => {
  const files = readdirSync('scenarios').filter((file) => file.endsWith('.yaml'));
  const about: Readonly<Record<string, readonly string[]>> = {
    'cron-poller.yaml': ['poll_under_timeout'],
    // One visitor per minute keeps a compute awake all day.
    'hobby-app.yaml': ['kept_awake'],
  };

  test.each(files)('in %s before it runs', async (file) => {
    const scenario = await loadScenario(`scenarios/${file}`);
    expect(scenarioFindings(scenario).map(({ id }) => id)).toEqual(about[file] ?? []);
  });

  test.each(['cron-poller.yaml', 'edit-three-ways.yaml', 'uneven-weeks.yaml'])(
    'on the run of %s',
    async (file) => {
      const scenario = await loadScenario(`scenarios/${file}`);
      expect(summarise(scenario, simulate(scenario)).findings!.map(({ id }) => id)).toEqual(
        about[file] ?? [],
      );
    },
  );
});

describe('docs/findings.md', () => {
  const text = readFileSync('docs/findings.md', 'utf8');

  test.each(FINDING_IDS)('describes %s in the words of the catalogue', (id) => {
    const { title, help } = FINDING_RULES[id];
    expect(text).toContain(`## \`${id}\``);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`${title}. ${help}`);
  });
});
