import { writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { comparePolicies, type PolicyComparison } from '../planner/policy-comparison.js';
import { policiesCsv } from '../report/policy-comparison-csv.js';
import { policyComparisonLines, policyComparisonMarkdown } from '../report/policy-comparison-table.js';
import { ResultDirectory } from '../report/result-directory.js';
import { loadScenario } from '../scenario/load-scenario.js';
import type { PolicySide } from '../scenario/policy/own-policies.js';
import type { Scenario } from '../scenario/scenario.js';
import type { PoliciesOptions } from './compare-policies-options.js';
import { EXIT } from './exit-code.js';
import { Interruption } from './interruption.js';
import { ProgressLine } from './progress.js';
import { screenOf } from './screen.js';

const POLICIES = 'policies.csv';
/** The table is made for this; in a pipe nothing is narrower. */
const MOST_COLUMNS = 100;

/**
 * Runs a scenario under every policy and prints the tables.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function comparePoliciesOf(file: string, options: PoliciesOptions): Promise<number> {
  const interruption = new Interruption();
  let directory: ResultDirectory | undefined;
  try {
    const scenario = await loadScenario(file, {
      set: options.set,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    });
    directory = options.out === undefined ? undefined : ResultDirectory.open(options.out, [POLICIES]);
    const { side = 'both' } = options;
    const sides = side === 'both' ? (['size', 'suspend'] as const) : [side];
    const comparison = await compareInSlices(scenario, sides, interruption);
    if (comparison === undefined) return interruption.exit_code ?? EXIT.failed;
    if (directory !== undefined) {
      writeFileSync(directory.path(POLICIES), policiesCsv(comparison));
      directory.commit();
    }
    process.stdout.write(printed(comparison, options));
    return EXIT.done;
  } finally {
    directory?.discard();
    interruption.release();
  }
}

class Interrupted extends Error {}

/** Compares, giving signals a chance between slices; `undefined` when one asked to stop. */
async function compareInSlices(
  scenario: Scenario,
  sides: readonly PolicySide[],
  interruption: Interruption,
): Promise<PolicyComparison | undefined> {
  let line: ProgressLine | undefined;
  try {
    return await comparePolicies(scenario, sides, {
      async progress({ done, runs, now_seconds, arrived }) {
        await nextTurn();
        if (interruption.exit_code !== undefined) throw new Interrupted();
        line ??= new ProgressLine(process.stderr, runs * scenario.duration_seconds);
        line.update(done * scenario.duration_seconds + now_seconds, arrived);
      },
    });
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  } finally {
    line?.clear();
  }
}

function printed(comparison: PolicyComparison, options: PoliciesOptions): string {
  if (options.json === true) return `${JSON.stringify(comparison, null, 2)}\n`;
  if (options.markdown === true) return policyComparisonMarkdown(comparison);
  const screen = screenOf(process.stdout);
  const width = process.stdout.isTTY ? Math.min(screen.width, MOST_COLUMNS) : MOST_COLUMNS;
  const lines = policyComparisonLines(comparison, width);
  return lines.map(({ text, emphasis }) => `${screen.paint(text, emphasis)}\n`).join('');
}
