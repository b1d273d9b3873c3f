import { compileVariant, readSource } from '../planner/scenario-source.js';
import { sweep } from '../planner/sweep.js';
import { parseAxis } from '../planner/sweep-axis.js';
import { candidatesOfSweep } from '../report/candidates-of.js';
import { sweepCsv } from '../report/sweep-csv.js';
import { SWEPT_FIGURES, sweepLines, sweepMarkdown } from '../report/sweep-table.js';
import { withCandidateOutputs } from './candidate-outputs.js';
import { EXIT } from './exit-code.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import { printTable, withFile } from './print-table.js';
import { withKeptRuns } from './resumable-work.js';
import type { SweepOptions } from './sweep-options.js';
import { typedCommand } from './typed-command.js';

/** Of each combination, unless told. */
const REPLICATIONS = 5;

/**
 * Runs every combination of settings and prints a row for each.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError for a
 *   failed run
 */
export async function sweepSettings(file: string, options: SweepOptions): Promise<number> {
  const { set, seed, replications = REPLICATIONS, confidence = DEFAULT_CONFIDENCE } = options;
  const plan = { axes: options.vary.map(parseAxis), replications, confidence };
  const source = await readSource(file, { set, seed });
  const figures = options.figures ?? SWEPT_FIGURES;
  const base = await compileVariant(source);
  const identity = () => ({
    options: { command: 'sweep', ...plan, set, seed },
    scenarios: [base.scenario],
  });
  return withFile(options.out, 'sweep.csv', (write) =>
    withCandidateOutputs(options, (outputs) =>
      withKeptRuns(
        options,
        identity,
        (work) => sweep(source, plan, { ...work, made: (made) => outputs.add(made) }),
        async (swept) => {
          const markdown = () => sweepMarkdown(swept, figures);
          await outputs.commit({
            candidates: (uses) => candidatesOfSweep(swept, uses),
            markdown,
            page: async () => {
              const { sweepPage } = await import('../report/page/sweep-page.js');
              return sweepPage(swept, base, typedCommand());
            },
          });
          write(sweepCsv(swept));
          printTable(options, {
            json: () => swept,
            markdown,
            lines: (width) => sweepLines(swept, figures, width),
          });
          return EXIT.done;
        },
      ),
    ),
  );
}
