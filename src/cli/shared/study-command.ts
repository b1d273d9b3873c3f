import { type AnswerOptions, answerStudy, type IdentifiedStudy } from './answer-study.js';
import { noticingSignals } from './interruption.js';
import { type Findings, type OutputOptions, withOutputs } from './outputs.js';

/** The question of a command, ready to be answered. */
export interface AskedStudy<Answer> extends IdentifiedStudy<Answer> {
  readonly files: readonly string[];
  /** The answer in every output form. */
  readonly findings: (answer: Answer) => Findings;
}

/**
 * Makes the action of a command that answers a study: threads, cluster, `--resume`, progress, interruption, files and
 * screen work the same for all of them.
 *
 * @param ask reads the scenario and the options
 * @returns the action; it throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong
 *   input, InvariantError and WorkerError for a failed run, and returns the exit code
 */
export function studyCommand<Input, Options extends OutputOptions & AnswerOptions, Answer extends object>(
  ask: (input: Input, options: Options) => Promise<AskedStudy<Answer>>,
): (input: Input, options: Options) => Promise<number> {
  return (input, options) =>
    noticingSignals(async (interruption) => {
      const asked = await ask(input, options);
      return withOutputs(options, asked.files, (report) =>
        answerStudy(interruption, options, asked, (answer, isInterrupted) =>
          report(asked.findings(answer), isInterrupted),
        ),
      );
    });
}
