import { RunningCost } from '../../cost/running-cost.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { RunShape } from '../../simulation/outcome/run-shape.js';
import type { Summary } from '../figures/summary.js';
import { fileOutput } from '../files/file-output.js';
import type { RunOutput } from '../files/run-output.js';
import type { AskedScenario } from '../verdict/asked-scenario.js';
import { runVerdict } from '../verdict/run-verdict.js';
import { headingMarkup, runFacts } from './answer-page.js';
import type { Markup } from './markup/markup.js';
import { behindOnPaper } from './markup/section.js';
import { pageDocument } from './page-document.js';
import { laneLimits } from './recorded/lane-limits.js';
import { RecordedDecisions } from './recorded/recorded-decisions.js';
import { RecordedMarks } from './recorded/recorded-marks.js';
import { RecordedTimeline } from './recorded/recorded-timeline.js';
import { packedReplications } from './recorded/replication-bands.js';
import { assumptionsSection } from './sections/assumptions-section.js';
import { causesSections } from './sections/causes-section.js';
import { computesSection } from './sections/computes-section.js';
import { costSection } from './sections/cost-section.js';
import { decisionsSection } from './sections/decisions-section.js';
import { errorsSection } from './sections/errors-section.js';
import { findingsSections } from './sections/findings-section.js';
import { fleetSections } from './sections/fleet-section.js';
import { headlineSection } from './sections/headline-section.js';
import { latencySection, RecordedLatencies } from './sections/latency-section.js';
import { objectivesSection } from './sections/objectives-section.js';
import { sourceSection } from './sections/source-section.js';
import { timelineSection } from './sections/timeline-section.js';

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
  const latencies = new RecordedLatencies();
  const shapes: RunShape[] = [];
  const content = (summary: Summary): string => {
    const limits = laneLimits(timeline.laneNames, scenario, summary);
    return pageDocument({
      title: `${summary.scenario} · neap`,
      heading: heading(summary, source),
      sections: [
        ...findingsSections(summary, asked),
        objectivesSection(summary),
        headlineSection(summary),
        timelineSection({ timeline, marks, limits: limits[0]!, start_epoch_seconds, summary, shapes }),
        ...behindOnPaper([
          ...fleetSections(summary),
          costSection(summary),
          ...causesSections(summary),
          latencySection(summary, latencies),
          errorsSection(summary),
          ...(summary.fleet === undefined ? [computesSection(summary)] : []),
        ]),
        decisionsSection(decisions),
        assumptionsSection(summary.assumptions),
        sourceSection({ files: [{ name: file, text }], command }),
      ],
      data: {
        start_epoch_seconds,
        duration_seconds,
        timeline: timeline.packed(),
        decisions: decisions.packed(),
        marks: marks.packed(),
        replications: packedReplications(shapes),
        limits,
      },
    });
  };
  return fileOutput(path, content, {
    timeline: (row) => timeline.add(row),
    decision: (row) => {
      decisions.add(row);
      marks.add(row);
    },
    observed(observations, shape) {
      latencies.add(observations);
      if (shape !== undefined) shapes.push(shape);
    },
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

function heading(summary: Summary, { file, asked }: RunPageSource): Markup {
  const [time, seed] = runFacts(summary);
  return headingMarkup(summary.scenario, {
    question: 'Simulated run',
    verdict: runVerdict(summary, asked ?? { file }),
    facts: [time, `plan ${summary.plan.name}`, seed],
    warnings: [],
  });
}
