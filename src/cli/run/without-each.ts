import { withAlternatives } from '../../report/causes/cause-summary.js';
import type { Summary } from '../../report/figures/summary.js';
import { hasOwnPolicy } from '../../scenario/policy/foreign-code.js';
import { stoppingForeignCode } from '../../scenario/policy/foreign-code-watch.js';
import type { Scenario } from '../../scenario/scenario.js';
import { withoutEach } from '../../study/causes/without-each.js';
import type { Interruption } from '../shared/interruption.js';
import { madeWhere } from '../shared/options.js';
import { withProgress } from '../shared/progress.js';
import { askedFidelity, type RunOptions } from './run.js';

/**
 * Adds the figures of the run without each of its loads.
 * @throws InvariantError, PolicyError as a run does; WorkerError
 */
export async function addAlternatives(
  summary: Summary,
  scenario: Scenario,
  options: RunOptions,
  interruption: Interruption,
): Promise<Summary> {
  const plan = {
    replications: summary.replications,
    confidence: options.confidence,
    fidelity: askedFidelity(options),
  };
  return withProgress(options.quiet, 1, interruption, async (line) => {
    const found = () =>
      withoutEach(scenario, plan, {
        ...madeWhere(options),
        signal: interruption.signal,
        progress: (progress) => line.updateRuns(progress),
      });
    return withAlternatives(summary, await (hasOwnPolicy(scenario) ? stoppingForeignCode(found) : found()));
  });
}
