import { capacityReport } from '../../src/report/answers/capacity.js';
import { compareReport } from '../../src/report/answers/compare/compare.js';
import { forecastReport } from '../../src/report/answers/forecast/forecast.js';
import { planJson, planReport } from '../../src/report/answers/plan/plan.js';
import { policiesReport } from '../../src/report/answers/policies.js';
import { sweepReport } from '../../src/report/answers/sweep.js';
import type { Report } from '../../src/report/document/report.js';
import {
  candidatesOfComparison,
  candidatesOfSweep,
  UseOfVariants,
} from '../../src/report/figures/candidates-of.js';
import { reportPage } from '../../src/report/forms/page.js';
import { reportBook } from '../../src/report/forms/workbook.js';
import { type FileTable, reportTables } from '../../src/report/tables/file-table.js';
import { candidatesWorkbook } from '../../src/report/workbook/candidates-workbook.js';
import { forecastWorkbook } from '../../src/report/workbook/forecast-workbook.js';
import { UseOfComputes } from '../../src/report/workbook/months/use-of-computes.js';
import { planWorkbook } from '../../src/report/workbook/plan-workbook.js';
import { policiesWorkbook } from '../../src/report/workbook/policies-workbook.js';
import { compare } from '../../src/study/compare/comparison.js';
import { sweep } from '../../src/study/compare/sweep.js';
import { capacity } from '../../src/study/growth/capacity.js';
import { forecast } from '../../src/study/growth/forecast.js';
import { parseGrowth } from '../../src/study/growth/load-growth.js';
import { plan } from '../../src/study/plan/plan.js';
import { sweptAxes } from '../../src/study/plan/plan-space.js';
import { comparePolicies } from '../../src/study/policies/policy-comparison.js';
import { parseConstraint } from '../../src/study/replicate/constraint.js';
import { compileVariant, type SourcedVariant } from '../../src/study/runs/scenario-source.js';
import { quickSource } from '../study/quick-scenario.js';

/** The commands that answer a question. */
export const COMMANDS = ['compare', 'sweep', 'plan', 'forecast', 'capacity', 'policies'] as const;

/** One result in every format that a user may request. */
export interface Answer {
  /** The output of `--json`. */
  readonly json: unknown;
  readonly page: string;
  readonly workbook: Uint8Array;
  readonly table: FileTable;
  readonly report: Report;
}

const SOME = { replications: 2, confidence: 0.95 };

/** Runs each command once, on one small scenario. */
export async function answersInEveryForm(): Promise<Readonly<Record<(typeof COMMANDS)[number], Answer>>> {
  return {
    compare: await compared(),
    sweep: await swept(),
    plan: await planned(),
    forecast: await forecasted(),
    capacity: await carried(),
    policies: await policies(),
  };
}

/** @param found the JSON printed by the command */
function inForms(found: unknown, report: Report, variant: SourcedVariant): Answer {
  return {
    json: printed(found),
    page: reportPage(report, { variant, command: 'neap' }),
    workbook: reportBook(report),
    table: reportTables(report.parts)[0]!,
    report,
  };
}

const printed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function compared(): Promise<Answer> {
  const variants = [
    await compileVariant(quickSource(), 'as it is'),
    await compileVariant(quickSource({}, ['computes.primary.suspend_timeout_seconds=60']), 'quicker'),
  ];
  const uses = new UseOfVariants();
  const figures = ['cost_usd', 'latency_p99', 'wake_probability'] as const;
  const made = await compare(variants, { ...SOME, figures }, { made: (run) => uses.add(run) });
  const report = compareReport(made, { variants });
  const candidates = { ...candidatesOfComparison(made, uses.list()), title: 'quick' };
  const { scenario } = variants[0]!;
  return {
    ...inForms(made, report, variants[0]!),
    workbook: candidatesWorkbook(candidates, scenario, report),
  };
}

async function swept(): Promise<Answer> {
  const base = await compileVariant(quickSource());
  const uses = new UseOfVariants();
  const axes = sweptAxes(base.scenario, ['timeout=1m,15m', 'max=0.25,0.5']);
  const made = await sweep(quickSource(), { ...SOME, axes }, { made: (run) => uses.add(run) });
  const report = sweepReport(made, base);
  return {
    ...inForms(made, report, base),
    workbook: candidatesWorkbook(candidatesOfSweep(made, uses.list()), base.scenario, report),
  };
}

async function planned(): Promise<Answer> {
  const today = await compileVariant(quickSource());
  const made = await plan(quickSource(), {
    ...{ objective: 'cost_usd', constraints: [parseConstraint('wake_probability <= 10%')] },
    ...{ vary: ['timeout=60s,5m,15m'], compute: undefined, growth: [2], sensitivity: false },
    ...{ confidence: 0.95, safety: 0.95, budget: { queries: 250000, replications: 3 } },
  });
  const report = planReport(made, today);
  return {
    ...inForms(planJson(made), report, today),
    workbook: planWorkbook(made, today.scenario, report),
  };
}

async function forecasted(): Promise<Answer> {
  const source = quickSource();
  const variant = await compileVariant(source);
  const growth = parseGrowth('20%/month');
  const uses = new UseOfComputes();
  const rules = { objectives: [], tolerance: 0.1, exact: false };
  const made = await forecast(
    source,
    { ...SOME, ...rules, months: 3, growth },
    { made: (run) => uses.add(run) },
  );
  const report = forecastReport(made, source);
  const { scenario } = variant;
  return {
    ...inForms(made, report, variant),
    workbook: forecastWorkbook(made, {
      ...{ scenario, growth, report },
      ...{ budget_usd: undefined, uses: uses.list(scenario) },
    }),
  };
}

async function carried(): Promise<Answer> {
  const source = quickSource();
  const variant = await compileVariant(source);
  const objectives = [parseConstraint('latency_p99 <= 8s')];
  const made = await capacity(source, { ...SOME, objectives, tolerance: 0.3 });
  return inForms(made, capacityReport(made, source, 0.05), variant);
}

async function policies(): Promise<Answer> {
  const source = quickSource();
  const variant = await compileVariant(source);
  const made = await comparePolicies(variant.scenario, ['suspend']);
  const report = policiesReport(made, variant.scenario, source);
  return {
    ...inForms(made, report, variant),
    workbook: policiesWorkbook(made, variant.scenario, report),
  };
}
