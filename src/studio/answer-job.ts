import { basename, dirname } from 'node:path';
import { billOf } from '../cost/bill/bill.js';
import { chargesOf } from '../cost/bill/charges.js';
import { RunRecord } from '../cost/bill/run-record.js';
import { monthWarnings } from '../findings/catalogue.js';
import { billReport } from '../report/answers/bill/bill.js';
import { vendorBillReport } from '../report/answers/bill/bill-vendor.js';
import { forecastReport } from '../report/answers/forecast/forecast.js';
import { planReport } from '../report/answers/plan/plan.js';
import { isIn, type Report } from '../report/document/report.js';
import { runWithFixes, withPresentRun, withTodaysRun } from '../report/findings/todays-run.js';
import { sectionsOf } from '../report/forms/sections.js';
import { html } from '../report/page/markup/markup.js';
import { PresentRuns } from '../report/workbook/months/present-runs.js';
import { DEFAULT_CONFIDENCE } from '../statistics/confidence-interval.js';
import { settingsOverrides } from '../study/compare/setting-dimension.js';
import { vendorBillStudy } from '../study/elsewhere/vendor-invoice.js';
import { elsewhereSource } from '../study/elsewhere/vendor-size.js';
import { answer } from '../study/engine/engine.js';
import { observedRun } from '../study/engine/study.js';
import type { WorkOptions } from '../study/engine/work-options.js';
import { forecastPlan } from '../study/growth/forecast-plan.js';
import { DEFAULT_MAX_QUERIES, DEFAULT_SAFETY } from '../study/plan/plan-budget.js';
import { parseConstraint } from '../study/replicate/constraint.js';
import { compileForBill, compileVariant, type ScenarioSource } from '../study/runs/scenario-source.js';
import { billWorldsStudy } from '../study/worlds/bill-worlds.js';
import { DEFAULT_WORLDS } from '../study/worlds/draw-worlds.js';
import { forecastVariant, worldsForecastStudy } from '../study/worlds/forecast-worlds.js';
import { worldsPlanStudy } from '../study/worlds/plan-worlds.js';
import type { Job, JobAnswer } from './studio-data.js';

const MONTHS = 12;

/**
 * Answers a job as `neap plan --at-load none --no-sensitivity`, `neap forecast` or `neap bill` does.
 * @param file path of the scenario file
 * @throws the errors of these commands
 */
export async function answerJob(job: Job, file: string, options: WorkOptions): Promise<JobAnswer> {
  const source = sourceOf(job, file);
  const constraints = job.budget_usd === undefined ? [] : [`cost_usd <= $${job.budget_usd}/month`];
  switch (job.kind) {
    case 'plan':
      return answerPlan(await elsewhereSource(source, options.signal), constraints, options);
    case 'forecast':
      return answerForecast(source, job.growth, constraints, options);
    case 'bill':
      return answerBill(await elsewhereSource(source, options.signal), options);
  }
}

/**
 * The scenario of a job. Its text may come from a link, so policy modules do not run, and traces are read only in the
 * file's folder.
 */
export function sourceOf({ text }: Pick<Job, 'text'>, file: string): ScenarioSource {
  const directory = dirname(file);
  const access = { folders: [directory], modules: false };
  return { text, file: basename(file), directory, set: [], seed: undefined, access };
}

async function answerPlan(
  source: ScenarioSource,
  constraints: readonly string[],
  options: WorkOptions,
): Promise<JobAnswer> {
  const today = await compileVariant(source);
  const question = {
    objective: 'cost_usd',
    constraints: constraints.map(parseConstraint),
    vary: [],
    growth: [],
    sensitivity: false,
    confidence: DEFAULT_SAFETY,
    safety: DEFAULT_SAFETY,
    budget: { queries: DEFAULT_MAX_QUERIES, replications: undefined },
  } as const;
  const plan = worldsPlanStudy(source, question, DEFAULT_WORLDS.plan);
  const { planned, summary } = await answer(withTodaysRun(plan, today), options);
  const chosen = planned.worlds === undefined ? planned.recommendation : planned.worlds.choice;
  const candidate = planned.candidates.find(({ name }) => name === chosen);
  const set =
    candidate === undefined || candidate.today
      ? []
      : settingsOverrides(candidate.settings, today.scenario, source);
  return { ...shownReport(planReport(planned, { today, summary }), ['why']), set };
}

async function answerForecast(
  source: ScenarioSource,
  growth: string,
  constraint: readonly string[],
  options: WorkOptions,
): Promise<JobAnswer> {
  const today = await forecastVariant(source);
  const plan = forecastPlan(today.scenario, {
    months: MONTHS,
    growth,
    constraint,
    confidence: DEFAULT_CONFIDENCE,
  });
  const present = new PresentRuns();
  const study = worldsForecastStudy(source, plan, DEFAULT_WORLDS.forecast);
  const { made, summary } = await answer(withPresentRun(study, today, present), {
    ...options,
    made: (run) => present.add(run),
  });
  const report = forecastReport(made, source, summary);
  return { ...shownReport(report, ['months']), set: [] };
}

async function answerBill(source: ScenarioSource, options: WorkOptions): Promise<JobAnswer> {
  const variant = await compileForBill(source);
  const { scenario } = variant;
  if (scenario.vendor !== undefined) {
    const range = await answer(vendorBillStudy(variant), options);
    return { ...shownReport(vendorBillReport(range, monthWarnings([scenario])), ['bill']), set: [] };
  }
  const record = new RunRecord(scenario);
  const observations = await answer(observedRun(scenario, record), options);
  const bill = billOf(scenario, observations, record, { period: 'month' });
  const worlds = await answer(billWorldsStudy(source, scenario, bill.month, DEFAULT_WORLDS.bill), options);
  const charges = chargesOf(scenario, observations, bill);
  const { warnings } = scenario;
  const summary = await answer(runWithFixes({ ...variant, source }, observations), options);
  const report = billReport(bill, { worlds, charges, warnings, summary, asked: source });
  return { ...shownReport(report, ['findings', 'invoice-0', 'teams', 'charges']), set: [] };
}

function shownReport({ verdict, warnings, parts }: Report, ids: readonly string[]): Omit<JobAnswer, 'set'> {
  const shown = parts.filter((part) => ids.includes(part.id) && isIn(part, 'page'));
  const notes = warnings.map((warning) => html`<p class="note warning">${warning}</p>`);
  return { verdict, html: html`${notes}${sectionsOf(shown).map(({ content }) => content)}`.html };
}
