import { scenarioFindings } from '../../findings/catalogue.js';
import { readScenarioDocument } from '../../scenario/document/scenario-document.js';
import { scenarioLine } from '../../scenario/document/scenario-line.js';
import {
  type Diagnostic,
  parseScenario,
  ScenarioError,
  type ScenarioTextOptions,
} from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type PlacedFinding, placedFindings } from './placed-finding.js';

/** Whether a scenario is valid, with a summary of it. */
export interface ScenarioVerdict {
  readonly file: string;
  readonly ok: boolean;
  /** The scenario in one line; absent when the file is wrong. */
  readonly summary?: string;
  readonly warnings: readonly string[];
  readonly errors: readonly Diagnostic[];
  /** The platform's refusals and stops, and with advice all findings; absent if there are none. */
  readonly findings?: readonly PlacedFinding[];
}

/**
 * Judges the text of a scenario without running it.
 * @param text reads it; a ScenarioError becomes an error of the verdict
 * @param advice whether to report all findings, or only refusals and stops of the platform
 */
export async function scenarioVerdict(
  text: () => Promise<string>,
  options: ScenarioTextOptions & { readonly file: string },
  { advise }: { readonly advise: boolean } = { advise: false },
): Promise<ScenarioVerdict> {
  const { file, set = [] } = options;
  let scenario: Scenario;
  let read: string;
  try {
    read = await text();
    scenario = await parseScenario(read, { ...options, elsewhere: 'unsized' });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { file, ok: false, warnings: [], errors: error.diagnostics };
  }
  const verdict = {
    file,
    ok: true,
    summary: scenarioLine(scenario),
    warnings: scenario.warnings,
    errors: [],
  };
  const found = scenarioFindings(scenario, advise ? 'all' : 'platform');
  if (!advise && found.length === 0) return verdict;
  return { ...verdict, findings: placedFindings(file, readScenarioDocument(read, file, set), found) };
}
