import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/simulation/simulation.js';
import { cleanUp, counts, imported, level, START } from './importing.js';
import { A_MINUTE } from './known-load.js';
import * as made from './series-exports.js';
import * as snapshots from './snapshot-exports.js';

cleanUp();

const perMinute = (from = 0) =>
  Object.fromEntries(
    A_MINUTE.map((count, minute) => [60 * (minute - from), count]).filter(
      ([at, count]) => count! > 0 && at! >= 0,
    ),
  );

describe('series', () => {
  it('prometheus: query_range, with a restart of the counter', async () => {
    expect(counts(await imported('prometheus', [made.queryRange()]))).toEqual(perMinute());
    const restarted = await imported('prometheus', [made.queryRange(6)]);
    expect(counts(restarted)).toEqual(perMinute());
    expect(restarted.text).toContain('the counter restarted once');
  });

  it('prometheus: OpenMetrics text, and scrapes without timestamps', async () => {
    expect(counts(await imported('prometheus', [made.openMetrics]))).toEqual(perMinute());
    const scrapes = await imported(
      'prometheus',
      [made.scrape(100), made.scrape(130), made.scrape(190)],
      '--interval',
      '30s',
    );
    expect(counts(scrapes)).toEqual({ 0: 30, 30: 60 });
  });

  it('otlp: cumulative sums and delta sums', async () => {
    expect(counts(await imported('otlp', [made.otlp(1)]))).toEqual(perMinute());
    expect(counts(await imported('otlp', [made.otlp(2)]))).toEqual(perMinute(1));
  });

  it('cloudwatch: CPU as a level, connections as a pool', async () => {
    const found = await imported('cloudwatch', [made.cloudWatch], '--vcpu', '4');
    expect(level(found)).toEqual({ 0: 0.5, 300: 2, 600: 3 });
    expect(found.scenario.load[0]!.connection).toMatchObject({ kind: 'pool', size: 21 });
    expect(found.scenario.duration_seconds).toBe(900);
    const averages = await imported('cloudwatch', [made.cloudWatch.replace('21', '20.416')], '--vcpu', '4');
    expect(averages.stdout).toContain('at most 21 connections');
  });

  it('consumption: v2 and legacy, with a load that sleeps', async () => {
    const v2 = await imported('consumption', [made.consumption]);
    expect(v2.stdout).toContain('0.1250 CU-hours were billed');
    const legacy = await imported('consumption', [made.legacyConsumption]);
    expect(legacy.stdout).toContain('awake for 1 h');
    for (const { scenario } of [v2, legacy]) {
      const { cu_seconds } = simulate(scenario).computes[0]!;
      expect(Math.abs(cu_seconds / 450 - 1)).toBeLessThan(0.05);
    }
  });

  it('metrics: busy CPU, sleep as a gap, working set, pages and pooler connections', async () => {
    const found = await imported('metrics', [made.metricsExport]);
    const minutes = {
      0: 0.5,
      1: 0.5,
      2: 0.5,
      3: 0.5,
      4: 0.5,
      66: 0.25,
      67: 0.25,
      68: 0.25,
      69: 0.25,
      70: 0.25,
    };
    expect(level(found)).toEqual(
      Object.fromEntries(Object.entries(minutes).map(([minute, cpu]) => [60 * Number(minute), cpu])),
    );
    const [load] = found.scenario.load;
    expect(load!.query.working_set_bytes).toBe(128 * 1024 * 1024);
    expect(load!.query.pages).toEqual({ kind: 'constant', value: 1 });
    expect(load!.connection).toMatchObject({ kind: 'pool', size: 12, via: 'pooler' });
  });
});

describe('snapshots', () => {
  it('pg-stat-statements: rate, mean, spread and pages of each class', async () => {
    const found = await imported('pg-stat-statements', [
      snapshots.statementsBefore,
      snapshots.statementsAfter,
    ]);
    const [heavy, fresh] = found.scenario.load;
    expect(heavy!.name).toBe('statement-11');
    expect(heavy!.process).toEqual({ kind: 'poisson', rate: { kind: 'constant', per_second: 0.5 } });
    expect(found.text).toContain('lognormal: { mean: 10000us, cv: 0.3636 }');
    expect(heavy!.query.pages).toEqual({ kind: 'constant', value: 10 });
    expect(fresh!.process).toMatchObject({ rate: { per_second: expect.closeTo(0.1, 9) } });
    expect(fresh!.query.cpu_seconds).toEqual({ kind: 'constant', value: 0.002 });
    expect(found.scenario.start).toBe(START);
    expect(found.text).not.toContain('secret');
    const told = await imported(
      'pg-stat-statements',
      [snapshots.statementsAfter, snapshots.statementsBefore],
      '--keep-text',
    );
    expect(told.text).toContain('select secret from x');
    expect(told.scenario.load[0]!.process).toEqual(heavy!.process);
  });

  it('pg-stat-database: transactions, pages, busy time, connections', async () => {
    const { scenario } = await imported('pg-stat-database', [
      snapshots.databaseBefore,
      snapshots.databaseAfter,
    ]);
    const [load] = scenario.load;
    expect(load!.process).toEqual({ kind: 'poisson', rate: { kind: 'constant', per_second: 0.2 } });
    expect(load!.query.cpu_seconds).toEqual({ kind: 'constant', value: 0.01 });
    expect(load!.query.pages).toEqual({ kind: 'constant', value: 10 });
    expect(load!.connection).toMatchObject({ kind: 'pool', size: 8 });
  });

  it('pg-stat-database: one moment in two time zones is not a reset, and connections are summed over the counted databases', async () => {
    const snapshots = [3, 8].map((connections, hour) =>
      [
        'taken_at,datname,numbackends,xact_commit,xact_rollback,stats_reset',
        ...['app', 'b'].map(
          (name) =>
            `2026-01-05 0${hour}:00:00+00,${name},${name === 'b' ? 90 : connections},${1000 + 720 * hour},0,2026-01-01 0${hour}:00:00+0${hour}`,
        ),
      ].join('\n'),
    );
    const one = await imported('pg-stat-database', snapshots, '--value', 'app');
    expect(one.scenario.load[0]!).toMatchObject({
      process: { kind: 'poisson', rate: { kind: 'constant', per_second: 0.2 } },
      connection: { size: 8 },
    });
    const both = await imported('pg-stat-database', snapshots);
    expect(both.scenario.load[0]!.connection).toMatchObject({ size: 98 });
  });

  it('pgbouncer: differences between totals, or the averages of its last period', async () => {
    const two = await imported(
      'pgbouncer',
      [snapshots.poolerBefore, snapshots.poolerAfter],
      '--interval',
      '1h',
    );
    expect(two.scenario.load[0]!.process).toEqual({
      kind: 'poisson',
      rate: { kind: 'constant', per_second: expect.closeTo(1 / 3, 6) },
    });
    expect(two.scenario.load[0]!.query.cpu_seconds).toEqual({ kind: 'constant', value: 0.003 });
    expect(two.scenario.load[0]!.connection).toMatchObject({ via: 'pooler' });
    const one = await imported('pgbouncer', [snapshots.poolerBefore]);
    expect(one.scenario.load[0]!.process).toEqual({
      kind: 'poisson',
      rate: { kind: 'constant', per_second: 3 },
    });
  });
});
