import { withoutEach } from '../../planner/causes/without-each.js';
import { withAlternatives } from '../../report/causes/cause-summary.js';
import { counted } from '../../report/figures/figure-text.js';
import type { Summary } from '../../report/figures/summary.js';
import { hasOwnPolicy } from '../../scenario/policy/foreign-code.js';
import { stoppingForeignCode } from '../../scenario/policy/foreign-code-watch.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Interruption } from '../shared/interruption.js';
import { madeWhere } from '../shared/options.js';
import { NOBODY, ProgressLine } from '../shared/progress.js';
import { askedFidelity, type RunOptions } from './run.js';

/**
 * Adds what the run would come to without each of its loads, and with each at half its frequency.
 * @throws InvariantError, PolicyError as a run does; WorkerError
 */
export async function addAlternatives(
  summary: Summary,
  scenario: Scenario,
  options: RunOptions,
  interruption: Interruption,
): Promise<Summary> {
  const line = new ProgressLine(options.quiet === true ? NOBODY : process.stderr, 1);
  const plan = {
    replications: summary.replications,
    confidence: options.confidence,
    fidelity: askedFidelity(options),
  };
  const found = () =>
    withoutEach(scenario, plan, {
      ...madeWhere(options),
      signal: interruption.signal,
      progress({ done, runs, arrived }) {
        line.update(runs > 0 ? done / runs : 0, arrived, counted(Math.ceil(runs), 'run'));
      },
    });
  try {
    return withAlternatives(summary, await (hasOwnPolicy(scenario) ? stoppingForeignCode(found) : found()));
  } catch (error) {
    // After a signal an error is the signal's doing.
    await interruption.heed();
    throw error;
  } finally {
    line.clear();
  }
}
