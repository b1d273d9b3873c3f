import { RunFiles } from '../report/run-files.js';
import type { RunOutput } from '../report/run-output.js';
import type { SavedSummary } from '../report/saved-summary.js';
import type { Summary } from '../report/summary.js';
import type { Scenario } from '../scenario/scenario.js';
import type { DecisionRow, RunObservations, TimelineRow } from '../simulation/observation.js';
import type { RunOptions } from './run-options.js';
import { typedCommand } from './typed-command.js';

/** The scenario of a run, and the file it comes from. */
export interface RunSource {
  readonly scenario: Scenario;
  /** Name of the file, as given. */
  readonly file: string;
  /** The file's text. */
  readonly text: string;
}

/** All the files that a run was asked for, as one. */
export class RunOutputs implements RunOutput {
  /** The earlier run that this one is held against; `undefined` where none was named. */
  readonly baseline: SavedSummary | undefined;
  readonly #outputs: readonly RunOutput[];

  private constructor(outputs: readonly RunOutput[], baseline: SavedSummary | undefined) {
    this.#outputs = outputs;
    this.baseline = baseline;
  }

  /**
   * Makes ready to write what the options ask for; each report is loaded only where it is wanted.
   * @param replicated whether there will be replications
   * @throws ResultDirectoryError when something cannot be written, ScenarioError when the baseline cannot be read; then
   *   nothing has been written
   */
  static async open(options: RunOptions, source: RunSource, replicated: boolean): Promise<RunOutputs> {
    const { scenario, file, text } = source;
    const baseline = await baselineOf(options);
    const outputs: RunOutput[] = [];
    try {
      if (options.out !== undefined) outputs.push(new RunFiles(options.out, scenario, replicated));
      if (options.html !== undefined) {
        const { RunPage } = await import('../report/page/run-page.js');
        outputs.push(new RunPage(options.html, scenario, { file, text, command: typedCommand() }));
      }
      if (options.xlsx !== undefined) {
        const { RunWorkbook } = await import('../report/workbook/run-workbook.js');
        outputs.push(new RunWorkbook(options.xlsx, scenario));
      }
      if (options.md !== undefined && options.md !== '-') {
        const { RunMarkdownFile } = await import('../report/run-markdown-file.js');
        outputs.push(new RunMarkdownFile(options.md, baseline));
      }
    } catch (error) {
      for (const output of outputs) output.discard();
      throw error;
    }
    return new RunOutputs(outputs, baseline);
  }

  timeline(row: TimelineRow): void {
    for (const output of this.#outputs) output.timeline(row);
  }

  decision(row: DecisionRow): void {
    for (const output of this.#outputs) output.decision(row);
  }

  observed(observations: RunObservations): void {
    for (const output of this.#outputs) output.observed?.(observations);
  }

  async commit(summary: Summary, replications: readonly Summary[] = []): Promise<void> {
    for (const output of this.#outputs) await output.commit(summary, replications);
  }

  discard(): void {
    for (const output of this.#outputs) output.discard();
  }
}

async function baselineOf({ baseline }: RunOptions): Promise<SavedSummary | undefined> {
  if (baseline === undefined) return undefined;
  const { readSavedSummary } = await import('../report/saved-summary.js');
  return readSavedSummary(baseline);
}
