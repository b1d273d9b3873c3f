import type { Scenario } from '../../scenario/scenario.js';
import type { DecisionRow, RunObservations, TimelineRow } from '../../simulation/observation.js';
import { duration } from '../figure-text.js';
import { ResultFile } from '../result-file.js';
import type { RunOutput } from '../run-output.js';
import type { Summary } from '../summary.js';
import { assumptionsSection } from './assumptions-section.js';
import { computesSection } from './computes-section.js';
import { costSection } from './cost-section.js';
import { decisionsSection } from './decisions-section.js';
import { errorsSection } from './errors-section.js';
import { headlineSection } from './headline-section.js';
import { latencySection, RecordedLatencies } from './latency-section.js';
import { html, type Markup, named } from './markup.js';
import { objectivesSection } from './objectives-section.js';
import { pageDocument } from './page-document.js';
import { RecordedDecisions } from './recorded-decisions.js';
import { RecordedTimeline } from './recorded-timeline.js';
import { sourceSection } from './source-section.js';
import { timelineSection } from './timeline-section.js';

/** The web page of a run: one file that opens offline. */
export class RunPage implements RunOutput {
  readonly #file: ResultFile;
  readonly #scenario: Scenario;
  readonly #source: RunPageSource;
  readonly #timeline = new RecordedTimeline();
  readonly #decisions = new RecordedDecisions();
  readonly #latencies = new RecordedLatencies();

  /**
   * Makes ready to write.
   * @throws ResultDirectoryError when the file cannot be written
   */
  constructor(path: string, scenario: Scenario, source: RunPageSource) {
    this.#file = new ResultFile(path);
    this.#scenario = scenario;
    this.#source = source;
  }

  timeline(row: TimelineRow): void {
    this.#timeline.add(row);
  }

  decision(row: DecisionRow): void {
    this.#decisions.add(row);
  }

  observed(observations: RunObservations): void {
    this.#latencies.add(observations);
  }

  commit(summary: Summary): void {
    this.#file.commit(this.#text(summary));
  }

  discard(): void {
    this.#file.discard();
  }

  #text(summary: Summary): string {
    const { file, text, command } = this.#source;
    const { start_epoch_seconds, duration_seconds } = this.#scenario;
    return pageDocument({
      title: `${summary.scenario} · neap`,
      heading: heading(summary),
      sections: [
        headlineSection(summary),
        timelineSection(this.#timeline),
        objectivesSection(summary),
        costSection(summary),
        latencySection(summary, this.#latencies),
        errorsSection(summary),
        computesSection(summary),
        decisionsSection(this.#decisions),
        assumptionsSection(summary.assumptions),
        sourceSection({ files: [{ name: file, text }], command }),
      ],
      data: {
        start_epoch_seconds,
        duration_seconds,
        timeline: this.#timeline.packed(),
        decisions: this.#decisions.packed(),
      },
    });
  }
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
  const began = summary.start.replace('T', ' ').replace(/(:\d\d)(?:\.\d+)?Z$/, '$1 UTC');
  return html`<p class="eyebrow">Simulated run</p>
<h1>${named(summary.scenario)}</h1>
<p class="facts">${duration(summary.duration_seconds)} from ${began} · plan ${summary.plan.name} · seed ${named(summary.seed)}</p>
`;
}
