import { parseConstraint } from '../planner/constraint.js';
import { plan } from '../planner/plan.js';
import { DEFAULT_BUDGET_EVENTS } from '../planner/plan-work.js';
import { compileVariant, readSource } from '../planner/scenario-source.js';
import { candidatesCsv } from '../report/candidates-csv.js';
import { candidatesOfPlan } from '../report/candidates-of-plan.js';
import { planJson, planLines, planMarkdown } from '../report/plan-table.js';
import { withCandidateOutputs } from './candidate-outputs.js';
import { EXIT } from './exit-code.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import type { PlanOptions } from './plan-options.js';
import { printTable, withFiles } from './print-table.js';
import { withKeptRuns } from './resumable-work.js';
import { typedCommand } from './typed-command.js';

const FILES = ['plan.json', 'candidates.csv'] as const;

/**
 * Searches the best settings of a scenario and prints them with what they rest on.
 * @returns the exit code, 1 where no setting meets the constraints; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError
 *   for a failed run
 */
export async function planSettings(file: string, options: PlanOptions): Promise<number> {
  const { set, seed, confidence = DEFAULT_CONFIDENCE, objective, slo, vary, compute } = options;
  const question = {
    objective,
    constraints: options.constraint.map((text) => parseConstraint(text)),
    slo,
    vary,
    compute,
    growth: options.growth,
    sensitivity: options.sensitivity,
    confidence,
    budget: { events: options.budget ?? DEFAULT_BUDGET_EVENTS, replications: options.replications },
  };
  const source = await readSource(file, { set, seed });
  const today = await compileVariant(source);
  return withFiles(options.out, FILES, (write) =>
    withCandidateOutputs(options, (outputs) =>
      withKeptRuns(
        options,
        () => ({ options: { command: 'plan', ...question, set, seed }, scenarios: [today.scenario] }),
        (work) => plan(source, question, work),
        async (planned) => {
          const markdown = () => planMarkdown(planned);
          await outputs.commit({
            candidates: () => candidatesOfPlan(planned),
            markdown,
            page: async () => {
              const { planPage } = await import('../report/page/plan-page.js');
              return planPage(planned, today, typedCommand());
            },
          });
          write({
            'plan.json': `${JSON.stringify(planJson(planned), null, 2)}\n`,
            'candidates.csv': candidatesCsv(planned),
          });
          printTable(options, {
            json: () => planJson(planned),
            markdown,
            lines: (width) => planLines(planned, width),
          });
          return planned.recommendation === null ? EXIT.objective_missed : EXIT.done;
        },
      ),
    ),
  );
}
