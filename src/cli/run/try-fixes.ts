import type { Summary } from '../../report/figures/summary.js';
import { triedFixes } from '../../report/findings/tried-fixes.js';
import { hasOwnPolicy } from '../../scenario/policy/foreign-code.js';
import { stoppingForeignCode } from '../../scenario/policy/foreign-code-watch.js';
import type { Scenario } from '../../scenario/scenario.js';
import { answer } from '../../study/engine/engine.js';
import type { ScenarioSource } from '../../study/runs/scenario-source.js';
import type { Interruption } from '../shared/interruption.js';
import { withProgress } from '../shared/progress.js';
import { askedFidelity, type RunOptions } from './run.js';

/**
 * Simulates the changes that the findings of a run offer, and keeps those that are worth it.
 * @throws InvariantError, PolicyError as a run does; WorkerError
 */
export async function tryFixes(
  summary: Summary,
  { scenario, source }: { readonly scenario: Scenario; readonly source: ScenarioSource },
  options: RunOptions,
  interruption: Interruption,
): Promise<Summary> {
  const plan = { replications: summary.replications, fidelity: askedFidelity(options) };
  return withProgress(options.quiet, 1, interruption, async (line) => {
    const tried = () =>
      answer(triedFixes(summary, scenario, source, plan), {
        // Short runs: starting threads would take longer.
        workers: 1,
        signal: interruption.signal,
        progress: (progress) => line.updateRuns(progress, 'fix'),
      });
    return hasOwnPolicy(scenario) ? stoppingForeignCode(tried) : tried();
  });
}
