import { SummaryList } from '../../report/figures/compute-summary.js';
import { PackedSummaries } from '../../report/figures/packed/packed-summaries.js';
import { RunSummary } from '../../report/figures/summary.js';
import { parseOutline, parseScenario, readScenarioText } from '../../scenario/load-scenario.js';
import { workBeingMerged } from '../merged/work-being-merged.js';
import { simulateTold } from '../shared/in-slices.js';
import { noticingSignals } from '../shared/interruption.js';
import { tellRun } from './print-run.js';
import { askedFidelity, type RunOptions } from './run.js';
import { openOutputs } from './run-outputs.js';

/**
 * Runs a scenario file and reports it as the options ask.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function runScenario(file: string, options: RunOptions): Promise<number> {
  const { set, seed } = options;
  const text = await readScenarioText(file);
  const merged = workBeingMerged();
  // What alternatives are run needs every load.
  const isRun = merged === undefined || options.withoutEach === true;
  const parse = isRun ? parseScenario : parseOutline;
  // Before signals are noticed: until then they end the process at once.
  const scenario = await parse(text, { file, set, seed });
  return noticingSignals(async (interruption) => {
    const outputs = await openOutputs(options, { scenario, file, text }, false);
    try {
      const fidelity = askedFidelity(options);
      const figures = new RunSummary(scenario, scenario.fleet ? new PackedSummaries() : new SummaryList());
      const shown =
        merged === undefined
          ? await simulateTold(scenario, outputs, interruption, figures, {
              ...options,
              fidelity,
              mayRunHere: options.withoutEach === true,
            })
          : await (await import('./merged-run.js')).mergedRun(
              { scenario, text, file },
              options,
              merged,
              outputs,
              figures,
              interruption,
            );
      outputs.observed({ computes: [figures.total] });
      return await tellRun(figures.summary(shown), scenario, outputs, options, interruption);
    } finally {
      outputs.discard();
    }
  });
}
