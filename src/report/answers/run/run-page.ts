import { RunningCost } from '../../../cost/running-cost.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { RunShape } from '../../../simulation/outcome/run-shape.js';
import type { Part } from '../../document/report.js';
import { money } from '../../figures/figure-text.js';
import { costPeriod } from '../../figures/month-basis.js';
import type { Summary } from '../../figures/summary.js';
import { fileOutput } from '../../files/file-output.js';
import type { RunOutput } from '../../files/run-output.js';
import { reportPage } from '../../forms/page.js';
import { awakeRibbon } from '../../page/charts/awake-ribbon.js';
import { rankedCurve } from '../../page/charts/ranked-curve.js';
import type { Content } from '../../page/markup/markup.js';
import { laneLimits } from '../../page/recorded/lane-limits.js';
import { RecordedDecisions } from '../../page/recorded/recorded-decisions.js';
import { RecordedLatencies } from '../../page/recorded/recorded-latencies.js';
import { RecordedMarks } from '../../page/recorded/recorded-marks.js';
import { RecordedTimeline } from '../../page/recorded/recorded-timeline.js';
import { packedReplications } from '../../page/recorded/replication-bands.js';
import { decisionLog } from '../../page/sections/decisions-section.js';
import { distributionChart } from '../../page/sections/distribution-chart.js';
import { timelineMarkup } from '../../page/sections/timeline-section.js';
import type { AskedScenario } from '../../verdict/asked-scenario.js';
import { runReport } from './run.js';
import { firstTenth } from './run-fleet.js';

/**
 * The web page of a run: one file that opens offline.
 * @throws ResultDirectoryError when the file cannot be written
 */
export function runPage(path: string, scenario: Scenario, source: RunPageSource): RunOutput {
  const { file, text, command, asked = { file } } = source;
  const { start_epoch_seconds, duration_seconds } = scenario;
  const timeline = new RecordedTimeline(new RunningCost(scenario.plan, scenario));
  const decisions = new RecordedDecisions();
  const marks = new RecordedMarks(duration_seconds, () => decisions.leftOut > 0);
  const { latency, wake, delay, add } = new RecordedLatencies();
  const shapes: RunShape[] = [];
  const content = (summary: Summary): string => {
    const limits = laneLimits(timeline.laneNames, scenario, summary);
    const distributions: Content = [
      distributionChart('latency-distribution', 'Latency of queries', ['query', 'queries'], latency),
      distributionChart('wake-distribution', 'Length of wakes', ['wake', 'wakes'], wake),
      delay.count > 0 &&
        distributionChart('delay-distribution', 'Waits for a wake or restart', ['wait', 'waits'], delay),
    ];
    const course = { timeline, marks, limits: limits[0]!, start_epoch_seconds, summary, shapes };
    const report = runReport(summary, {
      asked,
      drawn: {
        course: [
          ...drawn('timeline', () => awakeRibbon({ timeline, start_epoch_seconds, duration_seconds }), {
            title: 'Size and load over time',
            short: 'Timeline',
          }),
          ...drawn('course', () => timelineMarkup(course)),
        ],
        fleet: drawn('tenant-curve', () => tenantCurve(summary)),
        latency: drawn('distributions', () => distributions),
        decisions: drawn('decisions', () => decisionLog(decisions), {
          title: 'Decision log',
          short: 'Decisions',
          appendix: true,
        }),
      },
    });
    const variant = {
      name: scenario.name,
      scenario,
      source: { file, text, directory: '.', set: [], seed: undefined },
    };
    const data = {
      start_epoch_seconds,
      duration_seconds,
      timeline: timeline.packed(),
      decisions: decisions.packed(),
      marks: marks.packed(),
      replications: packedReplications(shapes),
      limits,
    };
    return reportPage(report, { variant, command }, { data });
  };
  return fileOutput(path, content, {
    timeline: (row) => timeline.add(row),
    decision: (row) => {
      decisions.add(row);
      marks.add(row);
    },
    observed(observations, shape) {
      add(observations);
      if (shape !== undefined) shapes.push(shape);
    },
  });
}

function drawn(id: string, draw: () => Content, head: Partial<Part> = {}): readonly Part[] {
  return [{ ...head, kind: 'drawn', id, in: ['page'], draw }];
}

/** What the most expensive tenants of a fleet have of the whole; nothing without one. */
function tenantCurve(summary: Summary): Content {
  const { fleet } = summary;
  if (fleet === undefined) return null;
  const { each, usd, even } = costPeriod(summary);
  const ranked = fleet.by_tenant.toSorted((a, b) => b.cost_usd_per_month - a.cost_usd_per_month);
  return rankedCurve({
    id: 'tenant-costs',
    title: `Cost of each tenant ${each}, the most expensive first`,
    label: `Cost ${each}, US dollars`,
    what: 'tenants',
    text: money,
    shares: [firstTenth(ranked)],
    ranked: ranked.map((tenant) => ({
      value: usd(tenant.cost_usd_per_month),
      saving: even(tenant.best_saving_usd_per_month),
      lines: () => [
        `${tenant.compute} (${[tenant.class, ...(tenant.team === undefined ? [] : [tenant.team])].join(', ')})`,
        `${money(usd(tenant.cost_usd_per_month))} ${each}`,
        `saves ${money(even(tenant.best_saving_usd_per_month))} with its best timeout (estimated)`,
      ],
    })),
  });
}

/** Where a run's page comes from. */
export interface RunPageSource {
  /** Name of the scenario file, and its text. */
  readonly file: string;
  readonly text: string;
  /** The command line that made it. */
  readonly command: string;
  /** What was changed in the scenario on the command line. */
  readonly asked?: AskedScenario | undefined;
}
