import type { SavedSummary } from '../../report/figures/saved-summary.js';
import { fileOutput } from '../../report/files/file-output.js';
import { RunFiles } from '../../report/files/run-files.js';
import type { RunOutput } from '../../report/files/run-output.js';
import { SparklineSeries } from '../../report/text/sparkline-series.js';
import type { AskedScenario } from '../../report/verdict/asked-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { typedCommand } from '../shared/typed-command.js';
import type { RunOptions } from './run.js';

/** The scenario of a run, and the file it comes from. */
export interface RunSource {
  readonly scenario: Scenario;
  /** Name of the file, as given. */
  readonly file: string;
  /** The file's text. */
  readonly text: string;
}

/** All the files that a run was asked for, as one, and what is printed of it besides its summary. */
export interface RunOutputs extends Required<RunOutput> {
  /** The earlier run that this one is held against; `undefined` where none was named. */
  readonly baseline: SavedSummary | undefined;
  /** Load and size over the run. */
  readonly shape: SparklineSeries;
  /** The scenario as a command names it. */
  readonly asked: AskedScenario;
}

/**
 * Makes ready to write what the options ask for; each report is loaded only where it is wanted.
 * @param replicated whether there will be replications
 * @throws ResultDirectoryError when something cannot be written, ScenarioError when the baseline cannot be read; then
 *   nothing has been written
 */
export async function openOutputs(
  options: RunOptions,
  { scenario, file, text }: RunSource,
  replicated: boolean,
): Promise<RunOutputs> {
  const baseline = await baselineOf(options);
  const asked = { file, set: options.set, seed: options.seed };
  const shape = new SparklineSeries(scenario.duration_seconds);
  const outputs: RunOutput[] = [];
  const discard = (): void => {
    for (const output of outputs) output.discard();
  };
  try {
    if (options.out !== undefined) outputs.push(new RunFiles(options.out, scenario, replicated));
    if (options.html !== undefined) {
      const { runPage } = await import('../../report/page/run-page.js');
      outputs.push(runPage(options.html, scenario, { file, text, command: typedCommand() }));
    }
    if (options.xlsx !== undefined) {
      const { workbookOutput } = await import('../../report/workbook/run-workbook.js');
      outputs.push(workbookOutput(options.xlsx, scenario));
    }
    if (options.md !== undefined && options.md !== '-') {
      const { runMarkdown } = await import('../../report/markdown/run-markdown.js');
      outputs.push(fileOutput(options.md, (summary) => runMarkdown(summary, { baseline, asked })));
    }
  } catch (error) {
    discard();
    throw error;
  }
  return {
    baseline,
    shape,
    asked,
    timeline(row) {
      shape.add(row);
      for (const output of outputs) output.timeline(row);
    },
    decision(row) {
      for (const output of outputs) output.decision(row);
    },
    observed(observations) {
      for (const output of outputs) output.observed?.(observations);
    },
    async commit(summary, replications = []) {
      for (const output of outputs) await output.commit(summary, replications);
    },
    discard,
  };
}

async function baselineOf({ baseline }: RunOptions): Promise<SavedSummary | undefined> {
  if (baseline === undefined) return undefined;
  const { readSavedSummary } = await import('../../report/figures/saved-summary.js');
  return readSavedSummary(baseline);
}
