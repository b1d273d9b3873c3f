import { type AnswerOptions, answerStudy, type IdentifiedStudy } from './answer-study.js';
import { noticingSignals } from './interruption.js';
import { type OutputOptions, type ReportFindings, withOutputs } from './outputs.js';

/** The question of a command, ready to be answered. */
export interface AskedStudy<Answer>
  extends Pick<IdentifiedStudy<Answer>, 'study' | 'runs' | 'made'>,
    Pick<ReportFindings, 'variants'> {
  readonly command: string;
  /** Everything else that the answer depends on; identifies the work for `--resume`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the files of `--out`. */
  readonly files: readonly string[];
  /** The answer in every output form; its JSON is the answer unless there is another. */
  readonly findings: (answer: Answer) => Pick<ReportFindings, 'report'> & Partial<ReportFindings>;
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
      const { command, files, variants, options: asked, findings, ...study } = await ask(input, options);
      const scenarios = variants.map(({ scenario }) => scenario);
      const identified = { ...study, identity: { options: { command, ...asked }, scenarios } };
      const about = [command, scenarios[0]!.name] as const;
      return withOutputs(options, files, (report) =>
        answerStudy(interruption, options, identified, (answer, isInterrupted) =>
          report({ json: () => answer, about, variants, ...findings(answer) }, isInterrupted),
        ),
      );
    });
}
