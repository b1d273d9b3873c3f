import { compileSource, readSource } from '../planner/scenario-source.js';
import { sweep } from '../planner/sweep.js';
import { parseAxis } from '../planner/sweep-axis.js';
import { sweepCsv } from '../report/sweep-csv.js';
import { SWEPT_FIGURES, sweepLines, sweepMarkdown } from '../report/sweep-table.js';
import { EXIT } from './exit-code.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import { printTable, withFile } from './print-table.js';
import { withKeptRuns } from './resumable-work.js';
import type { SweepOptions } from './sweep-options.js';

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
  const base = await compileSource(source);
  const identity = () => ({ options: { command: 'sweep', ...plan, set, seed }, scenarios: [base] });
  return withFile(options.out, 'sweep.csv', (write) =>
    withKeptRuns(
      options,
      identity,
      (work) => sweep(source, plan, work),
      (swept) => {
        write(sweepCsv(swept));
        printTable(options, {
          json: () => swept,
          markdown: () => sweepMarkdown(swept, figures),
          lines: (width) => sweepLines(swept, figures, width),
        });
        return EXIT.done;
      },
    ),
  );
}
