import { steadyReport } from '../../report/answers/steady.js';
import { elsewhereSource } from '../../study/elsewhere/vendor-size.js';
import { steadyRun } from '../../study/replicate/steady-run.js';
import { SteadySeries } from '../../study/replicate/steady-series.js';
import { compileSource, readSource } from '../../study/runs/scenario-source.js';
import { noticingSignals } from '../shared/interruption.js';
import { simulateOnce } from '../shared/one-run.js';
import { withOutputs } from '../shared/outputs.js';
import type { RunOptions } from './run.js';

/**
 * Runs a scenario file once and prints its steady state.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function runSteadyState(file: string, options: RunOptions): Promise<number> {
  const { set, confidence } = options;
  const scenario = await compileSource(await elsewhereSource(await readSource(file, { set })));
  return noticingSignals((interruption) =>
    withOutputs(options, ['steady-state'], async (report) => {
      const series = new SteadySeries();
      await simulateOnce(scenario, series, interruption, options);
      const run = steadyRun(scenario, series, confidence);
      return report({ json: () => run, report: steadyReport(run) });
    }),
  );
}
