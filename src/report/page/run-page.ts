import type { Scenario } from '../../scenario/scenario.js';
import { duration } from '../figures/figure-text.js';
import type { Summary } from '../figures/summary.js';
import { fileOutput } from '../files/file-output.js';
import type { RunOutput } from '../files/run-output.js';
import { utcText } from '../text/iso-time.js';
import { html, type Markup, named } from './markup/markup.js';
import { pageDocument } from './page-document.js';
import { RecordedDecisions } from './recorded/recorded-decisions.js';
import { RecordedTimeline } from './recorded/recorded-timeline.js';
import { assumptionsSection } from './sections/assumptions-section.js';
import { causesSections } from './sections/causes-section.js';
import { computesSection } from './sections/computes-section.js';
import { costSection } from './sections/cost-section.js';
import { decisionsSection } from './sections/decisions-section.js';
import { errorsSection } from './sections/errors-section.js';
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
export function runPage(path: string, scenario: Scenario, { file, text, command }: RunPageSource): RunOutput {
  const timeline = new RecordedTimeline();
  const decisions = new RecordedDecisions();
  const latencies = new RecordedLatencies();
  const { start_epoch_seconds, duration_seconds } = scenario;
  const content = (summary: Summary): string =>
    pageDocument({
      title: `${summary.scenario} · neap`,
      heading: heading(summary),
      sections: [
        headlineSection(summary),
        timelineSection(timeline),
        objectivesSection(summary),
        costSection(summary),
        ...causesSections(summary),
        latencySection(summary, latencies),
        errorsSection(summary),
        ...fleetSections(summary),
        computesSection(summary),
        decisionsSection(decisions),
        assumptionsSection(summary.assumptions),
        sourceSection({ files: [{ name: file, text }], command }),
      ],
      data: {
        start_epoch_seconds,
        duration_seconds,
        timeline: timeline.packed(),
        decisions: decisions.packed(),
      },
    });
  return fileOutput(path, content, {
    timeline: (row) => timeline.add(row),
    decision: (row) => decisions.add(row),
    observed: (observations) => latencies.add(observations),
  });
}

/** Where a run's page comes from. */
export interface RunPageSource {
  /** Name of the scenario file, and its text. */
  readonly file: string;
  readonly text: string;
  /** The command line that made it. */
  readonly command: string;
}

function heading(summary: Summary): Markup {
  return html`<p class="eyebrow">Simulated run</p>
<h1>${named(summary.scenario)}</h1>
<p class="facts">${duration(summary.duration_seconds)} from ${utcText(summary.start)} · plan ${summary.plan.name} · seed ${named(summary.seed)}</p>
`;
}
