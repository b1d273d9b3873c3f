import { describe, expect, test } from 'vitest';
import { LoadRefused } from '../../src/load/database/load-error.js';
import { type LoadChoices, planLoad } from '../../src/load/send/load-plan.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';

const CHOICES: LoadChoices = { tables: false, pooler: false };

async function planned(load: string, choices: Partial<LoadChoices> = {}, more = '') {
  const scenario = await parseScenario(`
name: app
duration: 10m
plan: launch
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
  - { name: replica, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
load: [${load}]
${more}`);
  return planLoad(scenario, { ...CHOICES, ...choices });
}

const WEB =
  '{ name: web, compute: primary, rate: 20/s, query: { cpu: 5ms }, connection: { kind: pool, size: 10 } }';
const REPORTS =
  '{ name: reports, compute: replica, rate: 1/s, query: { cpu: 1s, pages: 100, working_set: 1GiB }, connection: { kind: per_query } }';

describe('the plan of a load', () => {
  test('the plan of a load estimates queries, CPU time and connections', async () => {
    expect(await planned(WEB)).toMatchObject({
      compute: 'primary',
      queries: 12_000,
      cpu_seconds: 60,
      connections: 10,
      table_pages: 0,
      left_out: [],
    });
  });

  test('the plan of a load is for one compute', async () => {
    await expect(planned(`${WEB}, ${REPORTS}`)).rejects.toThrow('choose one with --compute primary');
    const { loads, connections } = await planned(`${WEB}, ${REPORTS}`, { compute: 'replica' });
    expect([loads.map(({ name }) => name), connections]).toEqual([['reports'], null]);
    await expect(planned(WEB, { compute: 'replica' })).rejects.toThrow('no load goes to a compute "replica"');
  });

  test('the plan of a load lists the parts that are not sent, and has a table only with --tables', async () => {
    const events = 'events: [{ at: 1m, restart: replica }]';
    const without = await planned(REPORTS, {}, events);
    expect(without.left_out).toEqual([
      expect.stringContaining('events of the scenario'),
      expect.stringContaining('reports: pages read; --tables makes a table'),
    ]);
    const { table_pages, left_out } = await planned(REPORTS, { tables: true });
    expect([table_pages, left_out]).toEqual([131_072, []]);
  });

  test('a load that cannot be sent is refused', async () => {
    const pooled = WEB.replace('size: 10', 'size: 10, via: pooler');
    await expect(planned(pooled)).rejects.toThrow(LoadRefused);
    await expect(planned(pooled)).rejects.toThrow('name the pooler');
    expect((await planned(pooled, { pooler: true })).connections).toBe(10);
    const routed = WEB.replace('compute: primary', 'route: { weight: { primary: 1, replica: 1 } }');
    await expect(planned(routed, { compute: 'primary' })).rejects.toThrow('routed over 2 computes');
  });
});
