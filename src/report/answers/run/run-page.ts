import type { Scenario } from '../../../scenario/scenario.js';
import { Histogram } from '../../../statistics/histogram.js';
import type { Summary } from '../../../study/run/summary.js';
import type { CourseData } from '../../course/course-data.js';
import { laneLimits } from '../../course/lane-limits.js';
import { RecordedCourse } from '../../course/recorded-course.js';
import { RecordedDecisions } from '../../course/recorded-decisions.js';
import type { Mark, PlotAxis } from '../../document/plot.js';
import type { Part } from '../../document/report.js';
import { counted, money } from '../../figures/figure-text.js';
import { costPeriod } from '../../figures/month-basis.js';
import { fileOutput } from '../../files/file-output.js';
import type { RunOutput } from '../../files/run-output.js';
import { reportPage } from '../../forms/page.js';
import { decisionLog } from '../../page/sections/decisions-section.js';
import { when } from '../../text/when.js';
import type { AskedScenario } from '../../verdict/asked-scenario.js';
import { distributionParts } from './latency-plot.js';
import { runReport } from './run.js';
import { courseParts, worstOf } from './run-course.js';

/**
 * The web page of a run: one file that opens offline.
 * @throws ResultDirectoryError when the file cannot be written
 */
export function runPage(path: string, scenario: Scenario, source: RunPageSource): RunOutput {
  const { file, text, command, asked = { file } } = source;
  const { start_epoch_seconds, duration_seconds, computes, assumptions } = scenario;
  const course = new RecordedCourse(computes, duration_seconds);
  const decisions = new RecordedDecisions();
  const [latency, wake, delay] = [new Histogram(), new Histogram(), new Histogram()];
  const content = (summary: Summary): string => {
    const lanes = course.lanes();
    const names = lanes.map(({ name }) => name);
    const { width_seconds } = course;
    const data: CourseData = {
      start_epoch_seconds,
      duration_seconds,
      width_seconds,
      lanes,
      limits: laneLimits(names, scenario, summary),
      ...worstOf(lanes, { start_epoch_seconds, width_seconds }),
      decisions: decisions.rows,
    };
    const { replications } = summary;
    const remarks = when(replications > 1, `Those of the first of ${replications} replications.`);
    const log: Part = {
      kind: 'drawn',
      id: 'decisions',
      title: 'Decision log',
      short: 'Decisions',
      appendix: true,
      in: ['page'],
      draw: () => decisionLog(decisions, remarks),
    };
    const report = runReport(summary, {
      asked,
      drawn: {
        course: courseParts(data, course, remarks),
        fleet: tenantParts(summary),
        latency: distributionParts([
          { title: 'Latency of queries', nouns: ['query', 'queries'], durations: latency },
          { title: 'Length of wakes', nouns: ['wake', 'wakes'], durations: wake },
          { title: 'Waits for a wake or restart', nouns: ['wait', 'waits'], durations: delay },
        ]),
        decisions: [log],
      },
    });
    const variant = { scenario: { assumptions }, source: { file, text } };
    const { arrived } = summary.total.queries;
    return reportPage(report, { variant, command }, arrived > 0 ? { data } : {});
  };
  return fileOutput(path, content, {
    timeline: (row) => course.timeline(row),
    decision: (row) => {
      decisions.add(row);
      course.decision(row);
    },
    observed({ computes }) {
      for (const compute of computes) {
        latency.merge(compute.latency);
        wake.merge(compute.wake_latency);
        delay.merge(compute.delay);
      }
    },
  });
}

/** The share of a fleet's most expensive tenants; empty for single computes. */
function tenantParts(summary: Summary): readonly Part[] {
  const { fleet } = summary;
  if (fleet === undefined) return [];
  const { each, usd, even } = costPeriod(summary);
  const ranked = fleet.by_tenant.toSorted((a, b) => b.cost_usd_per_month - a.cost_usd_per_month);
  const heights = (of: (tenant: (typeof ranked)[number]) => number): readonly Mark[] =>
    [...ranked, ranked.at(-1)!].map((tenant, x) => ({ x, y: of(tenant) }));
  const cost = heights((tenant) => usd(tenant.cost_usd_per_month));
  const saved = heights((tenant) =>
    Math.max(0, Math.min(usd(tenant.cost_usd_per_month), even(tenant.best_saving_usd_per_month))),
  );
  const first = Math.max(1, Math.round(ranked.length / 10));
  const places = (most: number) => {
    const step = Math.ceil(ranked.length / most);
    return ranked.flatMap((_, place) => (place % step === 0 ? [{ value: place, text: String(place) }] : []));
  };
  const x: PlotAxis = {
    label: 'tenants, the most expensive first',
    text: String,
    ends: [0, ranked.length],
    ticks: places,
  };
  const y: PlotAxis = { label: `Cost ${each}, US dollars`, text: money, from_zero: 'always' };
  return [
    {
      kind: 'plot',
      id: 'tenant-curve',
      title: 'Cost of each tenant',
      short: 'Costs',
      untitled: true,
      in: ['page'],
      plot: {
        id: 'tenant-costs',
        title: `Cost of each tenant ${each}, the most expensive first`,
        panels: [
          {
            x,
            y,
            layers: [
              { as: 'area', kind: 'part-growing', marks: cost },
              { as: 'area', kind: 'part-saved', marks: saved },
              { as: 'present', on: 'x', at: first, text: `the first ${counted(first, 'tenant')}` },
            ],
          },
        ],
        keys: [
          { kind: 'part-growing', text: 'cost' },
          ...when(
            saved.some((mark) => mark.y > 0),
            { kind: 'part-saved', text: 'of it, saved with the best timeout (estimated)' },
          ),
        ],
      },
    },
  ];
}

export interface RunPageSource {
  /** Name of the scenario file, and its text. */
  readonly file: string;
  readonly text: string;
  /** The command line that made it. */
  readonly command: string;
  /** Changes to the scenario on the command line. */
  readonly asked?: AskedScenario | undefined;
}
