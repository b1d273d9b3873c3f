import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { scenarioFindings } from '../../src/findings/catalogue.js';
import type { Finding } from '../../src/findings/finding.js';
import { loadScenario, parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { summarise } from '../../src/study/run/summary.js';
import { expected } from '../expected.js';

type Part = Readonly<Record<string, unknown>>;

interface Row {
  readonly rule: string;
  readonly load: readonly Part[];
  readonly compute?: Part;
  readonly scenario?: Part;
  /** The rules that findings are by; those of the scenario by default. */
  readonly by?: 'platform';
  /** All findings before and after the run, in order. */
  readonly before?: readonly Part[];
  readonly after?: readonly Part[];
  /** Ids among the findings before the run, or not among those before and after it. */
  readonly has?: string;
  readonly not_before?: string;
  readonly not_after?: string;
  readonly refused?: string;
}

const { base: _, ...TABLES } = parse(readFileSync(new URL('findings.yaml', import.meta.url), 'utf8'), {
  merge: true,
  maxAliasCount: -1,
}) as Readonly<Record<string, readonly Row[]>>;

function scenarioOf({ load, compute = {}, scenario = {} }: Pick<Row, 'load' | 'compute' | 'scenario'>) {
  const primary = {
    autoscaling_limit_min_cu: 0.25,
    autoscaling_limit_max_cu: 2,
    suspend_timeout_seconds: 300,
  };
  const loads = load.map((one) => ({ compute: 'primary', ...one }));
  const document = {
    ...{ name: 'x', duration: '1d', plan: 'launch' },
    ...{ computes: [{ name: 'primary', ...primary, ...compute }], load: loads, ...scenario },
  };
  return parseScenario(JSON.stringify(document, (_key, value) => value ?? undefined));
}

const flat = ({ id, message, cause, figure, place, fixes }: Finding) => ({
  ...{ id, message, cause, figure: figure.name, value: figure.value },
  ...{ section: place.section, name: place.name, keys: place.keys, set: fixes?.[0]?.set ?? [] },
});
const idsOf = (findings: readonly Finding[]) => findings.map(({ id }) => id);

describe.each(Object.entries(TABLES))('findings: %s', (_table, rows) => {
  test.each(rows.map((row) => [row.rule, row] as const))('%s', async (_rule, row) => {
    const { before, after, has, not_before, not_after, refused, by, ...given } = row;
    if (refused !== undefined) {
      await expect(scenarioOf(given)).rejects.toThrow(refused);
      return;
    }
    const scenario = await scenarioOf(given);
    const found = scenarioFindings(scenario, by);
    if (before !== undefined) expect(found.map(flat)).toMatchObject(expected(before) as Part[]);
    if (has !== undefined) expect(idsOf(found)).toContain(has);
    if (not_before !== undefined) expect(idsOf(found)).not.toContain(not_before);
    if (after === undefined && not_after === undefined) return;
    const { findings, total } = summarise(scenario, simulate(scenario));
    if (after !== undefined) expect(findings!.map(flat)).toMatchObject(expected(after) as Part[]);
    if (not_after !== undefined) expect(idsOf(findings!)).not.toContain(not_after);
    for (const { id, figure } of findings!) {
      if (id === 'kept_awake') expect(figure.value).toBeCloseTo(total.cost_usd_per_month, 6);
    }
  });
});

test('queries in the run fail on connections that outlive a suspend, and not on connections closed before it', async () => {
  // Every query follows a suspend, and the pool hands out connections that the suspend has cut.
  const errors = async (idle_timeout: string) => {
    const connection = { kind: 'pool', size: 5, stale: 'handed_out', idle_timeout };
    const load = { name: 'web', process: { renewal: { gap: '400s' } }, query: { cpu: '20ms' }, connection };
    const { computes } = simulate(
      await scenarioOf({ load: [load], scenario: { model: { suspend_check: '0s' } } }),
    );
    return computes[0]!.failed;
  };
  expect(await errors('295s')).toBe(0);
  expect(await errors('30m')).toBeGreaterThan(0);
});

describe('scenarios without problems have no findings', () => {
  const files = readdirSync('scenarios').filter((file) => file.endsWith('.yaml'));
  const about: Readonly<Record<string, readonly string[]>> = {
    'cron-poller.yaml': ['poll_under_timeout'],
    // The crowd comes once, and a month counts it every day.
    'flash-crowd.yaml': ['job_unlike_month'],
    // One visitor per minute keeps a compute awake all day.
    'hobby-app.yaml': ['kept_awake'],
    'instances.yaml': ['deploy_exhausts_slots'],
    'database-jobs.yaml': ['jobs_skipped'],
  };

  test.each(files)('in %s before it runs', async (file) => {
    expect(idsOf(scenarioFindings(await loadScenario(`scenarios/${file}`)))).toEqual(about[file] ?? []);
  });

  test.each(['cron-poller.yaml', 'edit-three-ways.yaml', 'uneven-weeks.yaml'])(
    'on the run of %s',
    async (file) => {
      const scenario = await loadScenario(`scenarios/${file}`);
      expect(idsOf(summarise(scenario, simulate(scenario)).findings!)).toEqual(about[file] ?? []);
    },
  );
});
