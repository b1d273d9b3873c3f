import { summarise } from '../../report/figures/summary.js';
import { heeded } from '../../report/findings/heeded.js';
import { parseScenario, readScenarioText } from '../../scenario/load-scenario.js';
import { workBeingMerged } from '../merged/work-being-merged.js';
import { simulateInSlices } from '../shared/in-slices.js';
import { noticingSignals } from '../shared/interruption.js';
import { printRun } from './print-run.js';
import { askedFidelity, type RunOptions } from './run.js';
import { openOutputs } from './run-outputs.js';
import type { addAlternatives } from './without-each.js';

/** Loaded only where it is asked for. */
const alternatives: typeof addAlternatives = async (...asked) =>
  (await import('./without-each.js')).addAlternatives(...asked);

/**
 * Runs a scenario file and reports it as the options ask.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function runScenario(file: string, options: RunOptions): Promise<number> {
  return noticingSignals(async (interruption) => {
    const { set, seed } = options;
    const text = await readScenarioText(file);
    const scenario = await parseScenario(text, { file, set, seed });
    const outputs = await openOutputs(options, { scenario, file, text }, false);
    try {
      const fidelity = askedFidelity(options);
      const merged = workBeingMerged();
      const observations =
        merged === undefined
          ? await simulateInSlices(scenario, outputs, interruption, {
              ...options,
              fidelity,
              mayRunHere: options.withoutEach === true,
            })
          : await (await import('./merged-run.js')).mergedRun(
              { scenario, text, file },
              options,
              merged,
              outputs,
            );
      outputs.observed(observations);
      const own = heeded(summarise(scenario, observations), options.ignore);
      const summary =
        options.withoutEach === true ? await alternatives(own, scenario, options, interruption) : own;
      await outputs.commit(summary);
      return await printRun(summary, outputs, options);
    } finally {
      outputs.discard();
    }
  });
}
