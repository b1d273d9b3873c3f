import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { summarise } from '../../src/study/run/summary.js';
import type { RunRecord } from '../../src/testing/index.js';
import { POOL_PRESET_NAMES } from '../../src/workload/pool-preset.js';
import { expected, isMap, MATCHERS, mentioned } from '../expected.js';
import { at, type Example, primary, runExample, story } from './support/one-compute.js';

type Values = Readonly<Record<string, unknown>>;

/** A run and its expected figures. Maps list the figures that matter, except maps by cause or by error: those are complete. */
interface Row {
  readonly rule: string;
  /** Keys of an example, and of its scenario. `arrive` lists moments in seconds, `cu` is a size or both limits. */
  readonly given: Values;
  /** The decision log, as `time decision`. */
  readonly log?: readonly string[];
  /** Figures of the first compute. */
  readonly seen?: Values;
  /** Figures of each compute, by its name. */
  readonly computes?: Values;
  /** Figures of each cause of the first compute's active time. */
  readonly causes?: Values;
  /** Totals of the report, and the figures of each load. */
  readonly bill?: Values;
  /** Rows of the timeline. */
  readonly timeline?: readonly Values[];
  /** The first decision of each kind. */
  readonly first?: Values;
  /** Figures of the whole run. */
  readonly run?: Values;
  /** The times of each kind of decision, in seconds. */
  readonly times?: Readonly<Record<string, readonly number[]>>;
  /** Part of the message if the scenario is refused. */
  readonly refused?: string;
  /** The different reasons of each kind of decision, in their order. */
  readonly reasons?: Readonly<Record<string, readonly string[]>>;
}

const FOLDER = new URL('runs/', import.meta.url);

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const rows = parse(readFileSync(new URL(file, FOLDER), 'utf8'), { merge: true }) as readonly Row[];
  test.each(rows.map((row) => [row.rule, row] as const))('%s', async (_rule, row) => {
    const { log, rule: _, given, refused, ...wanted } = row;
    const run = runExample(exampleOf(given));
    if (refused !== undefined) return expect(run).rejects.toThrow(refused);
    const record = await run;
    const bill = wanted.bill && billOf(record);
    expect(mentioned({ ...figuresOf(record), bill }, wanted)).toEqual(matchers(wanted));
    if (log !== undefined) expect(story(record).map(rounded)).toEqual(log);
  });
});

test.each(POOL_PRESET_NAMES)(
  'a pool with the preset %s answers a query after a suspend, at the latest when it is retried',
  async (preset) => {
    const load = {
      process: at(10, 10, 10, 5000),
      connection: { kind: 'pool', preset },
      retry: { attempts: 5 },
    };
    const record = await runExample({ load, scenario: { duration: '2h' } });
    expect(primary(record)).toMatchObject({ arrived: 4, completed: 4, failed: 0 });
  },
);

/** An example of one compute, or with `computes` of several, whose loads each name their compute. */
function exampleOf(given: Values): Example {
  const { compute, load, events, model, ...scenario } = spelledOut(given) as Example & Values;
  const own = { ...(compute && { compute }), ...(events && { events }), ...(model && { model }) };
  if ('computes' in scenario) return { ...own, scenario: { ...scenario, load } };
  return { ...own, ...(load && { load }), scenario };
}

function spelledOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledOut);
  if (!isMap(value)) return value ?? undefined;
  const { arrive, cu, ...others } = value;
  const [least, most] = [cu].flat().length === 2 ? (cu as number[]) : [cu, cu];
  return {
    ...Object.fromEntries(Object.entries(others).map(([key, each]) => [key, spelledOut(each)])),
    ...(arrive === undefined ? {} : { process: at(...moments(arrive)) }),
    ...(cu === undefined ? {} : { autoscaling_limit_min_cu: least, autoscaling_limit_max_cu: most }),
  };
}

/** Moments of arrivals, from their list or from the number at each moment. */
function moments(arrive: unknown): readonly number[] {
  if (Array.isArray(arrive)) return arrive as number[];
  return Object.entries(arrive as Values).flatMap(([moment, count]) =>
    Array<number>(Number(count)).fill(Number(moment)),
  );
}

function billOf({ scenario, observations }: RunRecord): Values {
  const { total, loads = [] } = summarise(scenario, observations);
  return { total, loads: Object.fromEntries(loads.map((load) => [load.name, load])) };
}

function figuresOf({ observations, decisions, timeline }: RunRecord): Values {
  const { duration_seconds } = observations;
  const computes = observations.computes.map((compute) => ({
    ...compute,
    connection_seconds: compute.connections.mean * duration_seconds,
    seconds_in_system: compute.mean_in_system * duration_seconds,
  }));
  return {
    seen: computes[0],
    computes: Object.fromEntries(computes.map((compute) => [compute.name, compute])),
    causes: Object.fromEntries((observations.causes?.[0] ?? []).map((cause) => [cause.name, cause])),
    ...{ run: observations, timeline },
    ...decided(decisions),
  };
}

/** The first decision of each kind, its times and its different reasons. */
function decided(decisions: RunRecord['decisions']): Values {
  const kinds = [...new Set(['quota_exhausted', ...decisions.map(({ decision }) => decision)])];
  const rows = kinds.map((kind) => [kind, decisions.filter(({ decision }) => decision === kind)] as const);
  return {
    first: Object.fromEntries(rows.map(([kind, [first]]) => [kind, first])),
    times: Object.fromEntries(
      rows.map(([kind, each]) => [kind, each.map(({ time_seconds }) => time_seconds)]),
    ),
    reasons: Object.fromEntries(
      rows.map(([kind, each]) => [kind, [...new Set(each.map(({ reason }) => reason))]]),
    ),
  };
}

/** Expected figures; `about` allows for rounding in floating point. */
function matchers(wanted: unknown): unknown {
  if (Array.isArray(wanted)) return wanted.map(matchers);
  if (!isMap(wanted)) return wanted ?? undefined;
  const { about } = wanted as { about?: number };
  if (about !== undefined) {
    const rounding = 5e-13 * Math.max(1, Math.abs(about));
    return expected({ between: [about - rounding, about + rounding] });
  }
  if (MATCHERS.some((matcher) => matcher in wanted)) return expected(wanted);
  return Object.fromEntries(Object.entries(wanted).map(([key, each]) => [key, matchers(each)]));
}

function rounded(line: string): string {
  const [time, decision] = line.split(' ');
  return `${Number(Number(time).toFixed(9))} ${decision}`;
}
