import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveScenario } from '../../../src/cli/serve/serve-scenario.js';
import { explainAwake } from '../../../src/ingest/awake/explain-awake.js';
import { platformRecords } from '../../../src/ingest/awake/platform-records.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { summarise } from '../../../src/study/run/summary.js';
import { EmulatorUnderTest } from '../../server/emulator-under-test.js';
import { tableOf } from '../../table.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** A scenario whose records are explained. */
interface Row {
  readonly name: string;
  readonly days?: number;
  readonly timeout: number;
  readonly load: readonly object[];
  readonly model?: object;
  /** Periods in minutes; none for a load without one. */
  readonly periods: readonly number[];
  /** The period in minutes that hourly consumption shows under the usual timeout, if it shows one. */
  readonly billed?: number;
}

function scenarioOf({ timeout, load, model, days = 3 }: Row): Promise<Scenario> {
  return parseScenario(
    JSON.stringify({
      name: 'known',
      seed: 3,
      start: '2026-10-05T00:00:00Z',
      duration: `${days}d`,
      plan: 'scale',
      model,
      computes: [
        {
          name: 'primary',
          autoscaling_limit_min_cu: 0.25,
          autoscaling_limit_max_cu: 0.25,
          suspend_timeout_seconds: timeout,
        },
      ],
      load: load.map((each, index) => ({
        name: `load-${index}`,
        compute: 'primary',
        query: { cpu: '5ms' },
        ...each,
      })),
    }),
  );
}

/** Pages of the operations and of the hourly consumption that the emulator has after the scenario. */
async function exported(scenario: Scenario) {
  const test = new EmulatorUnderTest({
    platform: {
      seed: 'test',
      operation_duration_ms: { start_compute: 300, suspend_compute: 500, apply_config: 0 },
    },
    start_ms: scenario.start_epoch_seconds * 1000,
  });
  const { project_id } = await serveScenario(test.emulator, scenario, test.account);
  test.emulator.skip(scenario.duration_seconds * 1000);
  const pages: unknown[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await test.call('GET', `/projects/${project_id}/operations?limit=100&cursor=${cursor}`);
    pages.push(body);
    if (body.operations.length < 100) break;
    cursor = body.pagination.cursor;
  }
  const day = (offset: number) => new Date((scenario.start_epoch_seconds + offset) * 1000).toISOString();
  const query = `org_id=${test.account.org_id}&from=${day(0)}&to=${day(scenario.duration_seconds)}&granularity=hourly`;
  const { body: history } = await test.call(
    'GET',
    `/consumption_history/v2/projects?${query}&metrics=compute_unit_seconds`,
  );
  return { pages, history };
}

describe('records of a simulated run', () => {
  const folder = temporaryFolder();
  test.each(tableOf<Row>(import.meta.url, 'awake.yaml'))('$name', async (row) => {
    const scenario = await scenarioOf(row);
    const [compute] = summarise(scenario, simulate(scenario)).computes;
    const hours = compute!.active_seconds / 3600;
    const { pages, history } = await exported(scenario);
    const write = (name: string, body: unknown) => {
      const path = join(folder, name);
      writeFileSync(path, JSON.stringify(body));
      return path;
    };
    const explained = async (paths: readonly string[]) => {
      const { computes } = await explainAwake(await platformRecords(paths), paths);
      return computes[0]!;
    };
    const history_file = write('history.json', history);
    const billed = await explained([history_file]);
    expect(Math.abs(billed.awake_hours / hours - 1)).toBeLessThan(0.05);
    // The oldest page first, so that the order does not matter.
    const files = pages.map((page, index) => write(`operations-${index}.json`, page)).reverse();
    const counted = await explained([...files, history_file]);
    expect(Math.abs(counted.awake_hours / hours - 1)).toBeLessThan(0.05);
    if (counted.wakes !== null && row.periods.length > 0)
      expect(Math.abs(counted.suspend_timeout_seconds / row.timeout - 1)).toBeLessThan(0.05);
    const found = counted.pollers.map(({ period_seconds }) => period_seconds / 60).sort((a, b) => a - b);
    expect(found).toHaveLength(row.periods.length);
    for (const [index, minutes] of row.periods.entries())
      expect(Math.abs(found[index]! / minutes - 1)).toBeLessThan(0.1);
    expect(counted.try.filter(({ saves_hours_per_month }) => saves_hours_per_month <= 0)).toEqual([]);
    const [conditional] = billed.pollers;
    if (row.billed === undefined) expect(conditional).toBeUndefined();
    else expect(Math.abs(conditional!.period_seconds / 60 / row.billed - 1)).toBeLessThan(0.1);
  });
});
