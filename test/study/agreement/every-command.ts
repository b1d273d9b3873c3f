import { fileURLToPath } from 'node:url';
import {
  FIGURE_UNITS,
  type FigureName,
  type RunFigures,
  runFigures,
} from '../../../src/figures/run-figures.js';
import { sampleMoments } from '../../../src/statistics/sample-moments.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { capacity } from '../../../src/study/growth/capacity.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import type { ForecastPlan } from '../../../src/study/growth/forecast-result.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { plan } from '../../../src/study/plan/plan.js';
import type { PlanResult } from '../../../src/study/plan/plan-result.js';
import type { PlanQuestion } from '../../../src/study/plan/plan-work.js';
import { type Constraint, parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant, readSource, type ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { planQuestion } from '../plan-question.js';

export const REPLICATIONS = 3;

/** A forecast that makes the same runs as `neap run`. */
export function forecasted(source: ScenarioSource, over: Partial<ForecastPlan> = {}) {
  return forecast(source, {
    months: 1,
    growth: parseGrowth('0%'),
    objectives: [],
    replications: REPLICATIONS,
    confidence: 0.95,
    tolerance: 0.01,
    exact: false,
    ...over,
  });
}

/** A scenario of `cases/` with some settings. */
export async function caseSource(file: string, set: readonly string[] = []): Promise<ScenarioSource> {
  return readSource(fileURLToPath(new URL(`../cases/${file}.yaml`, import.meta.url)), { set });
}

/** The figures of single runs, as `neap run --replications` reports them. */
export async function runsOf(source: ScenarioSource): Promise<readonly RunFigures[]> {
  const variant = await compileVariant(source);
  const runs: RunFigures[] = [];
  for (let replication = 0; replication < REPLICATIONS; replication++) {
    runs.push(runFigures(await runVariant(variant, { replication })));
  }
  return runs;
}

/** The mean of a figure over runs. */
export function meanOf(runs: readonly RunFigures[], figure: FigureName): number {
  return sampleMoments(runs.map((run) => run[figure]!)).mean;
}

/** A bound at a multiple of a figure; for a share that should be large, a multiple of its missing part. */
export function boundAt(times: number, figure: FigureName, value: number): Constraint {
  const isMissing = figure === 'success_rate' || figure === 'availability_time';
  const bound = isMissing ? 1 - times * (1 - value) : times * value;
  const unit = FIGURE_UNITS[figure];
  const text =
    unit === 'milliseconds'
      ? `${bound.toFixed(4)}ms`
      : unit === 'share'
        ? `${(100 * bound).toFixed(8)}%`
        : `${bound}`;
  return parseConstraint(`${figure} ${isMissing ? '>=' : '<='} ${text}`);
}

/** The question put to every command. */
export interface Asked {
  readonly source: ScenarioSource;
  readonly vary: readonly string[];
  readonly constraint: Constraint;
}

/** Runs a plan that judges as a sweep does: by the means over all replications. */
export async function planned(
  source: ScenarioSource,
  over: Pick<PlanQuestion, 'vary'> & Partial<PlanQuestion>,
): Promise<PlanResult> {
  const budget = { queries: 5e7, replications: REPLICATIONS };
  const asked = { ...source, set: [...source.set, 'slo={}'] };
  return plan(asked, planQuestion(over.vary, [], { safety: 0.5, budget, ...over }));
}

/** The figures of a sweep of these settings only. */
export async function sweptFigures(
  source: ScenarioSource,
  settings: Readonly<Record<string, string>>,
  replications: number,
) {
  const axes = Object.entries(settings).map(([path, value]) => ({ path, values: [value] }));
  const { rows } = await sweep(source, { axes, replications, confidence: 0.95 });
  return rows[0]!.figures;
}

/**
 * The result of plan, sweep and capacity for today's settings; `inside` is whether the range of loads contains the
 * present one, `undefined` if its ends are unknown.
 */
export async function everyAnswer({ source, vary, constraint }: Asked) {
  const { candidates } = await planned(source, { vary, constraints: [constraint] });
  const today = candidates.find((candidate) => candidate.today)!;
  const swept = await sweptFigures(source, today.settings, today.replications);
  const { least, load, why, verdict, levels } = await capacity(source, {
    objectives: [constraint],
    replications: REPLICATIONS,
    confidence: 0.95,
    tolerance: 0.2,
  });
  const isOpen = verdict === 'unknown' || why?.includes('differ too much') === true;
  const isInside = (least?.factor ?? 0) <= 1 && (load?.factor ?? Number.POSITIVE_INFINITY) >= 1;
  const inside = isOpen ? undefined : verdict !== 'none' && isInside;
  return { today, swept, present: levels.find(({ factor }) => factor === 1)!, inside };
}
