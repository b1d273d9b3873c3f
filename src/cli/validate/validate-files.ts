import {
  type Diagnostic,
  loadScenario,
  renderDiagnostic,
  ScenarioError,
} from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { scenarioLine } from '../../scenario/scenario-line.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { printJson } from '../shared/print-table.js';
import type { validateCommand } from './validate.js';

/** What `neap validate --json` prints of a file. */
interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  /** What was understood, in one line; absent when the file is wrong. */
  readonly summary?: string;
  readonly warnings: readonly string[];
  readonly errors: readonly Diagnostic[];
}

/**
 * Checks files one after the other and prints a verdict for each.
 * @returns the exit code: 2 when any of them is wrong
 */
export async function validateFiles(
  files: readonly string[],
  options: OptionsOf<typeof validateCommand>,
): Promise<number> {
  const verdicts: Verdict[] = [];
  for (const file of files) {
    const verdict = await judge(file, options.set);
    verdicts.push(verdict);
    if (options.json !== true) print(verdict);
  }
  if (options.json === true) printJson({ files: verdicts });
  return verdicts.every((verdict) => verdict.ok) ? EXIT.done : EXIT.input;
}

async function judge(file: string, set: readonly string[] | undefined): Promise<Verdict> {
  let scenario: Scenario;
  try {
    scenario = await loadScenario(file, { set });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { file, ok: false, warnings: [], errors: error.diagnostics };
  }
  return { file, ok: true, summary: scenarioLine(scenario), warnings: scenario.warnings, errors: [] };
}

function print(verdict: Verdict): void {
  for (const warning of verdict.warnings) process.stderr.write(`${verdict.file}: warning: ${warning}\n`);
  for (const error of verdict.errors) process.stderr.write(`${renderDiagnostic(error)}\n`);
  if (verdict.ok) process.stdout.write(`${verdict.file}: ok: ${verdict.summary}\n`);
}
