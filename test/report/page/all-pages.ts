import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capacityReport } from '../../../src/report/answers/capacity.js';
import { compareReport } from '../../../src/report/answers/compare/compare.js';
import { forecastReport } from '../../../src/report/answers/forecast/forecast.js';
import { planReport } from '../../../src/report/answers/plan/plan.js';
import { policiesReport } from '../../../src/report/answers/policies.js';
import { sweepReport } from '../../../src/report/answers/sweep.js';
import { RecordedCourse } from '../../../src/report/course/recorded-course.js';
import { reportPage } from '../../../src/report/forms/page.js';
import { compare } from '../../../src/study/compare/comparison.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { capacity } from '../../../src/study/growth/capacity.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { plan } from '../../../src/study/plan/plan.js';
import { comparePolicies } from '../../../src/study/policies/policy-comparison.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { planQuestion } from '../../study/plan-question.js';
import { quickSource } from '../../study/quick-scenario.js';
import { EVENTFUL, pageOfRun } from './made-page.js';

/** A page of each kind, by name, in a separate folder. */
export interface AllPages {
  readonly paths: ReadonlyMap<string, string>;
  remove(): void;
}

const FLEET = `
name: fleet
duration: 2h
plan: scale
computes:
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: 300 }
  count: 60
  teams: { shop: 40%, search: 30%, labs: 30% }
load: [{ name: app, compute: tenant, rate: 10/h, query: { cpu: 20ms } }]
`;

const IDLE = `
name: idle
duration: 1d
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 0/s, query: { cpu: 5ms } }]
`;

/** A compute deleted from the first second, and never started again: every query fails. */
const FAILING = `
name: failing
duration: 1d
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 3/min, query: { cpu: 5ms } }]
faults: [{ at: 0s, for: 1d, zone_loss: primary }, { at: 0s, for: 1d, control_plane_outage: true }]
slo: { latency_p99: 500ms }
`;

const RUNS = { replications: 2, confidence: 0.95 };

/** Writes a page of each kind, small but with all of its parts. */
export async function allPages(): Promise<AllPages> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-pages-'));
  const paths = new Map<string, string>();
  const removals: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  for (const [name, text, replications] of [
    ['run', EVENTFUL, 1],
    ['repeated', EVENTFUL, 3],
    ['fleet', FLEET, 1],
    ['idle', IDLE, 1],
    ['failing', FAILING, 1],
  ] as const) {
    const made = await pageOfRun(text, `${name}.yaml`, replications);
    paths.set(name, made.path);
    removals.push(() => made.remove());
  }
  for (const [name, html] of Object.entries(await answers())) {
    paths.set(name, join(folder, `${name}.html`));
    writeFileSync(paths.get(name)!, html);
  }
  return { paths, remove: () => removals.forEach((remove) => void remove()) };
}

async function answers(): Promise<Readonly<Record<string, string>>> {
  const source = quickSource();
  const today = await compileVariant(source);
  const of = { variant: today, command: 'neap quick.json' };
  const axes = [
    { path: 'timeout', values: ['60s', '5m', '1h'] },
    { path: 'max', values: ['0.25', '0.5', '1'] },
  ];
  const variants = [
    await compileVariant(source, 'as it is'),
    await compileVariant(quickSource({}, ['computes.primary.suspend_timeout_seconds=3600']), 'awake'),
    await compileVariant(quickSource({}, ['computes.primary.autoscaling_limit_max_cu=1']), 'bigger'),
  ];
  const figures = ['cost_usd', 'latency_p99', 'delayed_probability'] as const;
  const recorded = await Promise.all(
    variants.slice(0, 2).map(async (variant) => {
      const { name, scenario } = variant;
      const course = new RecordedCourse(scenario);
      await runVariant(variant, { observer: course });
      return { name, scenario, course };
    }),
  );
  const swept = await sweep(source, { axes, ...RUNS });
  const compared = await compare(variants, { ...RUNS, figures });
  const objectives = [parseConstraint('cost_usd <= $20/month'), parseConstraint('latency_p99 <= 2s')];
  const growth = parseGrowth('20%..40%/month');
  const rules = { objectives, tolerance: 0.05, ...RUNS };
  const grown = await forecast(source, { months: 14, growth, exact: false, ...rules });
  const carried = await capacity(source, {
    ...rules,
    objectives: [parseConstraint('delayed_probability >= 5%'), parseConstraint('latency_p99 <= 2s')],
  });
  const vary = ['timeout=60s,5m,15m,1h', 'max=0.25,0.5,60'];
  const question = planQuestion(vary, ['wake_probability <= 10%'], { growth: [2] });
  const planned = await plan(source, question);
  const policies = await comparePolicies(today.scenario, ['size', 'suspend']);
  return {
    sweep: reportPage(sweepReport(swept, today), of),
    compare: reportPage(compareReport(compared, { variants }, recorded), of),
    plan: reportPage(planReport(planned, today), { variant: today, command: 'neap plan quick.json' }),
    forecast: reportPage(forecastReport(grown, source), of),
    capacity: reportPage(capacityReport(carried, source), of),
    policies: reportPage(policiesReport(policies, today.scenario, source), of),
  };
}
