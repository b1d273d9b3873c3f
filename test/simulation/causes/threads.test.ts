import { expect, test } from 'vitest';
import type { CauseSummary } from '../../../src/report/causes/cause-summary.js';
import { summarise } from '../../../src/report/figures/summary.js';
import { type Example, runExample } from '../support/one-compute.js';

/** Simulates a bill discussed in public, and returns the share of each cause. */
async function billOf(example: Example) {
  const { scenario, observations } = await runExample({ ...example, model: { rules: 'platform' } });
  const summary = summarise(scenario, observations);
  const loads = summary.loads!;
  const culprit = loads.toSorted((a, b) => b.cu_hours - a.cu_hours)[0]!;
  const { cpu_seconds } = observations.computes[0]!;
  return {
    summary,
    culprit,
    cpu_seconds,
    of: (name: string): CauseSummary => loads.find((one) => one.name === name)!,
  };
}

const small = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 };
const app = { name: 'app', process: 'poisson', rate: '3/h', query: { cpu: '20ms' } };

// https://github.com/panaversity/agentfactory/issues/789
test('a health check causes 128 compute-hours in three days for two seconds of SQL', async () => {
  const { summary, culprit, of, cpu_seconds } = await billOf({
    compute: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
    load: [
      { name: 'students', process: 'poisson', rate: '0.5/h', query: { cpu: '5ms' } },
      { name: 'health-check', process: { regular: { every: '4m' } }, query: { cpu: '1ms' } },
    ],
    scenario: { duration: '3d' },
  });
  expect(summary.total.cu_hours).toBeGreaterThan(128);
  expect(cpu_seconds).toBeLessThan(2);
  expect(culprit.name).toBe('health-check');
  expect(culprit.cost_usd).toBeGreaterThan(0.9 * summary.total.cost_usd);
  expect(of('students').queries.arrived).toBeGreaterThan(0);
});

// https://github.com/taskforcesh/bullmq/issues/4601 and /4632
test('a queue worker that polls every 10 s and every 30 s: each timer has a share, and keepalives have none', async () => {
  const { summary, culprit, of } = await billOf({
    compute: small,
    load: [
      app,
      { name: 'fetch-10s', process: { regular: { every: '10s' } }, query: { cpu: '1ms' } },
      { name: 'stalled-30s', process: { regular: { every: '30s', offset: '5s' } }, query: { cpu: '1ms' } },
      { name: 'keepalive', query: undefined, connection: { kind: 'listen', clients: 2 } },
    ],
    scenario: { duration: '1d' },
  });
  expect(summary.total.suspended_seconds).toBeLessThan(60);
  expect(culprit.name).toBe('fetch-10s');
  // In 30 s: three fetches, and one check for stalled jobs 5 s after one of them.
  expect(of('fetch-10s').active_seconds / summary.total.active_seconds).toBeCloseTo(25 / 30, 1);
  expect(of('stalled-30s').active_seconds / summary.total.active_seconds).toBeCloseTo(5 / 30, 1);
  expect(of('keepalive').active_seconds).toBeLessThan(60);
});

// https://github.com/Blazity/ai-workflow/pull/305
test('a cron job every minute keeps the compute awake, and one every 15 minutes a third of the time', async () => {
  const bill = (schedule: string) =>
    billOf({
      compute: { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
      load: [app, { name: 'cron', process: { cron: { schedule } }, query: { cpu: '10ms' } }],
      scenario: { duration: '2d' },
    });
  const minute = await bill('* * * * *');
  const quarter = await bill('*/15 * * * *');
  expect(minute.culprit.name).toBe('cron');
  expect(minute.of('cron').cost_usd_per_month).toBeGreaterThan(70);
  expect(quarter.of('cron').active_seconds / minute.of('cron').active_seconds).toBeCloseTo(1 / 3, 1);
});

// https://github.com/eduardolat/pgbackweb/issues/129
test('a health check every ten minutes causes most of the bill', async () => {
  const { summary, culprit } = await billOf({
    compute: small,
    load: [
      { ...app, rate: '0.1/h' },
      { name: 'health', process: { regular: { every: '10m' } }, query: { cpu: '1ms' } },
    ],
    scenario: { duration: '4d' },
  });
  expect(culprit.name).toBe('health');
  expect(summary.total.cost_usd / (summary.total.cost_usd - culprit.cost_usd)).toBeGreaterThan(8);
});

// https://github.com/drkostas/soma/pull/697
test('a sync every 30 or 60 minutes uses its share of the included hours', async () => {
  const sync = async (every: string) => {
    const { of } = await billOf({
      compute: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
      load: [app, { name: 'sync', process: { regular: { every } }, query: { cpu: '1s', wait: '20s' } }],
      scenario: { duration: '10d' },
    });
    return of('sync').cu_hours;
  };
  const [half, whole] = [await sync('30m'), await sync('60m')];
  expect(half / whole).toBeGreaterThan(1.8);
  expect(half / whole).toBeLessThan(2.1);
});

// https://github.com/zbycz/osmapp/pull/1384
test('crawlers rather than visitors use 42 of 50 hours by day 14', async () => {
  const { summary, culprit } = await billOf({
    compute: small,
    load: [
      { name: 'visitors', process: 'poisson', rate: '2/h', query: { cpu: '10ms' } },
      { name: 'crawlers', process: 'poisson', rate: '9/h', query: { cpu: '10ms' } },
    ],
    scenario: { duration: '14d', plan: 'free' },
  });
  expect(culprit.name).toBe('crawlers');
  expect(summary.total.cu_hours).toBeGreaterThan(35);
  expect(summary.total.cu_hours).toBeLessThan(55);
});
