import { COMPARED_FIGURES, type Comparison, compare } from '../planner/comparison.js';
import { candidatesOfComparison } from '../report/candidates-of.js';
import { comparisonCells, comparisonCsv } from '../report/comparison-csv.js';
import { comparisonLines, comparisonMarkdown } from '../report/comparison-table.js';
import { withCandidateOutputs } from './candidate-outputs.js';
import type { CompareOptions } from './compare-options.js';
import { comparedVariants } from './compared-variants.js';
import { EXIT } from './exit-code.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import { type PrintedAs, printTable, withFile } from './print-table.js';
import { withKeptRuns } from './resumable-work.js';
import { typedCommand } from './typed-command.js';

/** Of each variant, unless told. */
const REPLICATIONS = 10;

/**
 * Compares scenario files, or one under several settings, and prints the differences.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError for a
 *   failed run
 */
export async function compareSettings(files: readonly string[], options: CompareOptions): Promise<number> {
  const variants = await comparedVariants(files, options);
  const plan = {
    replications: options.replications ?? REPLICATIONS,
    confidence: options.confidence ?? DEFAULT_CONFIDENCE,
    figures: options.figures ?? COMPARED_FIGURES,
  };
  const identity = () => ({
    options: { command: 'compare', ...plan, names: variants.map(({ name }) => name) },
    scenarios: variants.map(({ scenario }) => scenario),
  });
  return withFile(options.out, 'comparison.csv', (write) =>
    withCandidateOutputs(options, (outputs) =>
      withKeptRuns(
        options,
        identity,
        (work) => compare(variants, plan, { ...work, made: (made) => outputs.add(made) }),
        async (comparison) => {
          await outputs.commit({
            candidates: (uses) => candidatesOfComparison(comparison, uses),
            markdown: () => comparisonMarkdown(comparison),
            differences: () => comparisonCells(comparison),
            page: async () => {
              const { comparisonPage } = await import('../report/page/comparison-page.js');
              return comparisonPage(comparison, variants, typedCommand());
            },
          });
          write(comparisonCsv(comparison));
          printTable(options, forms(comparison));
          return EXIT.done;
        },
      ),
    ),
  );
}

function forms(comparison: Comparison): PrintedAs {
  return {
    json: () => comparison,
    markdown: () => comparisonMarkdown(comparison),
    lines: (width) => comparisonLines(comparison, width),
  };
}
