import { expect } from 'vitest';
import { type FigureName, NOT_MEASURED, type RunFigures } from '../../src/figures/run-figures.js';
import { clusterAddress } from '../../src/study/cluster/cluster-address.js';
import { isSizePath, isTimeoutPath } from '../../src/study/compare/setting-change.js';
import { combinations, parseAxis, splitValues } from '../../src/study/compare/sweep-axis.js';
import { exhaustionDay, factorOn, type MonthBill } from '../../src/study/growth/forecast-months.js';
import { afterMonths, grown, monthsBetween, whenGrown } from '../../src/study/growth/load-growth.js';
import { monthBill } from '../../src/study/growth/other-lines.js';
import type { PlanResult } from '../../src/study/plan/plan-result.js';
import { nextLook, raceRules } from '../../src/study/plan/race-rules.js';
import { type PolicyRegret, sizeRegret, suspendRegret } from '../../src/study/policies/policy-regret.js';
import { wakeRanges } from '../../src/study/policies/wake-range.js';
import { parseConstraint } from '../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../src/study/replicate/load-levels.js';
import { objectiveMargins } from '../../src/study/replicate/objective-margin.js';
import { pressures, type ResourceUse } from '../../src/study/replicate/resource-use.js';
import { tooSlow } from '../../src/study/replicate/too-slow.js';
import { monthsFrom } from '../../src/study/runs/calendar-days.js';
import { judgeOf } from '../../src/study/worlds/judged-run.js';
import { rankCorrelation } from '../../src/study/worlds/rank-correlation.js';
import { regretsOf } from '../../src/study/worlds/regret.js';
import { spreadOf } from '../../src/study/worlds/world-spread.js';
import { testFunctions } from '../function-rows.js';
import { IDLE } from './replicate/idle-use.js';

const at = (text: string) => Date.parse(text) / 1000;
const dateOf = (seconds: number) => new Date(Math.round(seconds) * 1000).toISOString();

testFunctions(new URL('functions/growth.yaml', import.meta.url), {
  ...{ grown, monthBill },
  whenGrown(start: string, factor: number, growth: number) {
    const found = whenGrown(at(start), factor, growth);
    return found === undefined ? undefined : dateOf(found);
  },
  afterMonths: (start: string, months: number) => dateOf(afterMonths(at(start), months)),
  monthsBetween: (from: string, to: string) => monthsBetween(at(from), at(to)),
  factorOn: (growth: number, start: string, day: string) => factorOn(growth, at(start), at(day)),
  monthsFrom: (start: string, count: number) =>
    monthsFrom(at(start), count).map(({ month, days }) => [
      month,
      days.length,
      days[0]!.weekday,
      days.at(-1)!.weekday,
    ]),
  usedUpOn: (days: readonly (number | undefined)[]) =>
    exhaustionDay(days.map((used_up): MonthBill => ({ cu_hours: 0, cost_usd: 0, used_up, served: 1 }))),
});

const regretOf = (regret: PolicyRegret) => ({
  hours_per_day: regret.regret_hours_per_day ?? 'unknown',
  cu_hours_share: regret.regret_cu_hours_share ?? 'unknown',
});

testFunctions(new URL('functions/choices.yaml', import.meta.url), {
  ...{ clusterAddress, isSizePath, isTimeoutPath, splitValues, spreadOf },
  combined: (axes: readonly string[]) => [...combinations(axes.map((axis) => parseAxis(axis)))],
  looks(most: number, expensive: boolean) {
    const levels = { confidence: 0.95, safety: 0.95 };
    const rules = raceRules({ figure: 'cost_usd', sense: 'least' }, [], levels, 5, most);
    const seen = [1];
    while (seen.at(-1)! < most) seen.push(nextLook(seen.at(-1)!, rules, expensive));
    return seen;
  },
  tooSlow: (constraints: readonly string[], queries: number) =>
    tooSlow(
      constraints.map((text) => parseConstraint(text)),
      queries,
    ),
  suspendRegret: (...asked: Parameters<typeof suspendRegret>) => regretOf(suspendRegret(...asked)),
  sizeRegret: (...asked: Parameters<typeof sizeRegret>) => regretOf(sizeRegret(...asked)),
  wakeRanges: (policies: readonly (readonly [number, number, number?])[]) =>
    wakeRanges(policies.map(([active_seconds, wakes, resumes = 0]) => ({ active_seconds, wakes, resumes }))),
  rankCorrelation: (one: readonly number[], other: readonly number[]) =>
    rankCorrelation(one, other) ?? undefined,
  regretsOf(
    costs: readonly (readonly number[])[],
    missed: readonly (readonly [candidate: number, world: number])[],
    safety: number,
  ) {
    const figures = costs.map((own, candidate) =>
      own.map((objective, world) => ({
        objective,
        met: !missed.some(([one, other]) => one === candidate && other === world),
      })),
    );
    const { best, regrets, choice = 'none', ...found } = regretsOf(figures, safety);
    const named = regrets.map(({ by_world, ...regret }) => ({
      ...regret,
      by_world: by_world.map((each) => each ?? 'none'),
    }));
    return { ...found, choice, best: best.map((each) => each ?? 'none'), regrets: named };
  },
  judged(figure: FigureName, limits: readonly string[], figures: Partial<RunFigures>, arrived: number) {
    const constraints = limits.map((text) => parseConstraint(text));
    const question = { objective: { figure }, constraints } as unknown as PlanResult;
    return judgeOf(question)({ figures: { ...NOT_MEASURED, ...figures }, arrived });
  },
  beyond(text: string, figures: Partial<RunFigures>) {
    const run = { figures: { ...NOT_MEASURED, queries_arrived: 1, ...figures } } as LevelRun;
    const level: LoadLevel = { factor: 1, fidelity: 'exact', runs: [run] };
    const [margin] = objectiveMargins(level, [parseConstraint(text)], 0.95);
    // With one replication the interval is unknown.
    expect([margin!.at_best, margin!.at_worst]).toEqual([margin!.beyond, margin!.beyond]);
    return margin!.beyond;
  },
});

testFunctions(new URL('functions/pressure.yaml', import.meta.url), {
  evidenceOf: (use: Partial<ResourceUse>, resource: string) =>
    pressures({ ...IDLE, ...use }, 'latency_p99').find((each) => each.resource === resource)!.evidence,
  firstResources: (use: Partial<ResourceUse>, figure: FigureName, count: number) =>
    pressures({ ...IDLE, ...use }, figure)
      .slice(0, count)
      .map(({ resource }) => resource),
});
