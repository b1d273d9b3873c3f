import { capacity } from '../planner/capacity.js';
import type { Capacity, CapacityPlan } from '../planner/capacity-result.js';
import type { Constraint } from '../planner/constraint.js';
import { parseGrowth } from '../planner/load-growth.js';
import { compileSource, readSource } from '../planner/scenario-source.js';
import { capacityCsv } from '../report/capacity-csv.js';
import { capacityLines, capacityMarkdown } from '../report/capacity-table.js';
import { ScenarioError } from '../scenario/diagnostic.js';
import type { Scenario } from '../scenario/scenario.js';
import type { CapacityOptions } from './capacity-options.js';
import { EXIT } from './exit-code.js';
import { givenObjectives } from './given-objectives.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import { printTable, withFile } from './print-table.js';
import { withKeptRuns } from './resumable-work.js';

/** At each load, unless told. */
const REPLICATIONS = 5;
const TOLERANCE = 0.01;

/**
 * Finds the load that a scenario file's configuration carries, and prints it.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError for a
 *   failed run
 */
export async function findCapacity(file: string, options: CapacityOptions): Promise<number> {
  const { set, seed } = options;
  const source = await readSource(file, { set, seed });
  const scenario = await compileSource(source);
  const plan: CapacityPlan = {
    objectives: objectivesOf(scenario, options),
    replications: options.replications ?? REPLICATIONS,
    confidence: options.confidence ?? DEFAULT_CONFIDENCE,
    tolerance: options.precision ?? TOLERANCE,
    ...(options.growth === undefined ? {} : { growth: parseGrowth(options.growth) }),
  };
  const identity = () => ({ options: { command: 'capacity', ...plan }, scenarios: [scenario] });
  return withFile(options.out, 'capacity.csv', (write) =>
    withKeptRuns(
      options,
      identity,
      (work) => capacity(source, plan, work),
      (found) => {
        write(capacityCsv(found));
        printTable(options, {
          json: () => found,
          markdown: () => capacityMarkdown(found),
          lines: (width) => capacityLines(found, width),
        });
        return missedNow(found) ? EXIT.objective_missed : EXIT.done;
      },
    ),
  );
}

function objectivesOf(scenario: Scenario, options: CapacityOptions): readonly Constraint[] {
  const objectives = givenObjectives(scenario, options);
  if (objectives.length > 0) return objectives;
  const place = { line: undefined, column: undefined, path: '' };
  const message =
    "there is no objective that could break: add one such as --objective 'latency_p99 <= 300ms', or slo: to the scenario";
  throw new ScenarioError([{ source: scenario.name, ...place, message }]);
}

function missedNow({ levels }: Capacity): boolean {
  return levels.find(({ factor }) => factor === 1)?.met === false;
}
