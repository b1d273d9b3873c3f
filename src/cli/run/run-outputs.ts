import { join } from 'node:path';
import type { RunContext, RunCourse } from '../../report/answers/run/run.js';
import { duration } from '../../report/figures/figure-text.js';
import { fileOutput } from '../../report/files/file-output.js';
import type { RunOutput } from '../../report/files/run-output.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { refuseWorkbook } from '../../study/elsewhere/vendor-size.js';
import { isWritten, typedTable } from '../shared/outputs.js';
import { typedCommand } from '../shared/typed-command.js';
import type { RunOptions } from './run.js';

/** The scenario of a run, and the file it comes from. */
export interface RunSource {
  readonly scenario: Scenario;
  /** Name of the file, as on the command line. */
  readonly file: string;
  /** The file's text. */
  readonly text: string;
}

/** All requested files of a run as one output, and the printed parts in addition to its summary. */
export interface RunOutputs extends Required<Omit<RunOutput, 'query'>> {
  /** The references of the Markdown: the baseline, if one was named, and the scenario. */
  readonly context: RunContext;
  /** Load and size over the run, if a screen is to show them. */
  readonly verbose: () => RunCourse | undefined;
}

/**
 * Prepares the outputs that the options select; each report is loaded only if needed.
 * @param replicated whether there will be replications
 * @throws ResultDirectoryError when an output cannot be written, ScenarioError when the baseline cannot be read; then
 *   no file has been written
 */
export async function openOutputs(
  options: RunOptions,
  { scenario, file, text }: RunSource,
  replicated: boolean,
): Promise<RunOutputs> {
  refuseWorkbook(options.xlsx, scenario.vendor !== undefined);
  const context = await contextOf(options, scenario.duration_seconds, file);
  const course = options.verbose === true ? await newCourse(scenario) : undefined;
  const outputs: RunOutput[] = [];
  const discard = (): void => {
    for (const output of outputs) output.discard();
  };
  try {
    if (options.out !== undefined) {
      if (isWritten('openmetrics')) {
        const { openMetricsOutput } = await import('../../report/files/openmetrics-output.js');
        outputs.push(openMetricsOutput(join(options.out, 'timeline.om'), scenario));
      }
      const { RunFiles } = await import('../../report/files/run-files.js');
      const typed = await typedTable();
      const asked = [text, ...(options.set ?? [])];
      outputs.push(new RunFiles(options.out, scenario, { replicated, asked, typed }));
    }
    if (options.html !== undefined) {
      const { runPage } = await import('../../report/answers/run/run-page.js');
      outputs.push(
        runPage(options.html, scenario, { file, text, command: typedCommand(), asked: context.asked }),
      );
    }
    if (options.xlsx !== undefined) {
      const { runWorkbook } = await import('../../report/workbook/run-workbook.js');
      outputs.push(fileOutput(options.xlsx, (summary, all) => runWorkbook(scenario, summary, all)));
    }
    if (options.md !== undefined && options.md !== '-') {
      const { runMarkdown } = await import('../../report/answers/run/run-markdown.js');
      outputs.push(fileOutput(options.md, (summary) => runMarkdown(summary, context)));
    }
  } catch (error) {
    discard();
    throw error;
  }
  return {
    context,
    verbose: () => course && { width_seconds: course.width_seconds, series: course.lanes()[0]!.series },
    timeline(row) {
      course?.timeline(row);
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

async function newCourse({ computes, duration_seconds }: Scenario) {
  const { RecordedCourse } = await import('../../report/course/recorded-course.js');
  return new RecordedCourse(computes, duration_seconds);
}

/** @throws ScenarioError for an unreadable baseline or one of another duration, and for unreadable limits */
async function contextOf(
  { baseline, failOn, set }: RunOptions,
  duration_seconds: number,
  file: string,
): Promise<RunContext> {
  const asked = { file, set };
  if (baseline === undefined) return { asked };
  const { readSavedSummary } = await import('../../report/figures/saved-summary.js');
  const { parseChangeLimit } = await import('../../report/verdict/change-limit.js');
  const limits = (failOn ?? []).map(parseChangeLimit);
  const before = readSavedSummary(baseline);
  if (before.duration_seconds !== duration_seconds) {
    const [now, earlier] = [duration_seconds, before.duration_seconds].map(duration);
    throw refusal(
      `--baseline ${baseline}`,
      `it lasts ${earlier}, and this run ${now}; counts and costs grow with the duration: run the baseline again, or set the same duration`,
    );
  }
  return { asked, baseline: before, limits };
}
