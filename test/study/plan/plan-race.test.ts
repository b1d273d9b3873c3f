import { expect, it } from 'vitest';
import { NOT_MEASURED } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import { PlanRace } from '../../../src/study/plan/plan-race.js';
import { raceRules } from '../../../src/study/plan/race-rules.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { tableOf } from '../../table.js';
import { knownRuns, sampled } from './sampled-contenders.js';

type Value = number | readonly [number, number];

interface Race {
  readonly rule: string;
  readonly runs: Readonly<Record<string, Value>>;
  readonly sense?: 'least' | 'most';
  /** Runs that the budget allows. */
  readonly budget?: number;
  readonly replications?: number;
  /** Objectives, and shares beyond a bound, expected from cheaper runs. */
  readonly expected?: Readonly<Record<string, Value>>;
  readonly too_slow?: readonly string[];
  readonly winner: string | null;
  readonly asked?: readonly string[];
  readonly out?: Readonly<Record<string, string>>;
}

const RACES = tableOf<Race>(import.meta.url, 'plan-race.yaml');
const pair = (value: Value) => (typeof value === 'number' ? ([value, undefined] as const) : value);

async function raced(race: Race) {
  const { runs, sense = 'least', budget = 1e6, expected, too_slow = [] } = race;
  const contenders = Object.keys(runs).map((name, index) => sampled(name, {}, { index }));
  const constraints = Array.isArray(Object.values(runs)[0]) ? ['latency_p99 <= 100ms'] : [];
  const rules = raceRules(
    { figure: 'wakes', sense },
    constraints.map((text) => parseConstraint(text)),
    { confidence: 0.95, safety: 0.95 },
    contenders.length,
    race.replications,
  );
  const asked: string[] = [];
  const made = knownRuns(({ name }) => {
    const [wakes, latency_p99 = null] = pair(runs[name]!);
    return { wakes, latency_p99 };
  }, asked);
  for (const contender of contenders) {
    const { name } = contender;
    if (!too_slow.includes(name) && expected?.[name] === undefined) continue;
    const [wakes, excess = 0] = pair(expected?.[name] ?? Number.NaN);
    const figures = { ...NOT_MEASURED, wakes, latency_p99: 100 * (1 + excess) };
    const stopped = too_slow.includes(name) && { stopped_seconds: 1 };
    contender.pilot = sampled(name, {});
    contender.pilot.whole.add({ figures, events: 1, arrived: 1, ...stopped });
  }
  const course = { limit: budget, isExpensive: expected !== undefined };
  const winner = await answer(new PlanRace(contenders, course, rules, made).run());
  const out = contenders.flatMap(({ name, dropped }) =>
    dropped === undefined ? [] : [[name, `${dropped.fate} by ${dropped.evidence}`]],
  );
  return { winner: winner?.name ?? null, asked, out: Object.fromEntries(out) };
}

it.each(RACES.map((race) => [race.rule, race] as const))('%s', async (_, race) => {
  const { winner, asked, out } = await raced(race);
  expect(winner).toBe(race.winner);
  if (race.asked !== undefined) expect(asked.slice(0, race.asked.length)).toEqual(race.asked);
  expect(out).toMatchObject(race.out ?? {});
});
