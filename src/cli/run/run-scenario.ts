import { refusal } from '../../scenario/document/diagnostic.js';
import { parseOutline, parseScenario, type ScenarioOutline } from '../../scenario/load-scenario.js';
import { fleetParts, runsInParts, TENANTS_AT_ONCE } from '../../simulation/fleet/fleet-parts.js';
import { elsewhereSource } from '../../study/elsewhere/vendor-size.js';
import { compiledParts, shownRun } from '../../study/fleet/fleet-run.js';
import { SummaryList } from '../../study/run/compute-summary.js';
import { PackedSummaries } from '../../study/run/packed-summaries.js';
import { RunSummary } from '../../study/run/summary.js';
import { readSource, type ScenarioSource } from '../../study/runs/scenario-source.js';
import { noticingSignals } from '../shared/interruption.js';
import { answerOneRun } from '../shared/one-run.js';
import { reportRun } from './print-run.js';
import { askedFidelity, type RunOptions } from './run.js';
import { openOutputs } from './run-outputs.js';

/**
 * Runs a scenario file and reports it in the requested forms.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function runScenario(file: string, options: RunOptions): Promise<number> {
  const source = await elsewhereSource(await readSource(file, options));
  // Runs without one of the loads need the loads of all tenants. Until signals are handled, they end the process immediately.
  const { scenario, is_partial } = await outlineOf(source, options.withoutEach !== true);
  return noticingSignals(async (interruption) => {
    const outputs = await openOutputs(options, { scenario, file, text: source.text }, false);
    try {
      const fidelity = askedFidelity(options);
      const parts = is_partial ? compiledParts(source, scenario) : fleetParts(scenario);
      if (parts === undefined && options.cluster !== undefined && options.withoutEach !== true) {
        throw refusal(
          '--cluster',
          `a single run of ${scenario.name} cannot be split over a cluster; use --replications or --precision, or leave --cluster out`,
        );
      }
      const figures = new RunSummary(scenario, scenario.fleet ? new PackedSummaries() : new SummaryList());
      const recorders = { fidelity, observer: outputs, computes: figures };
      const { quiet, workers, cluster } = options;
      const shown = await answerOneRun(scenario, shownRun(scenario, recorders, parts), interruption, {
        quiet,
        ...(parts && { workers, cluster }),
        inParts: is_partial,
        isHybrid: fidelity !== 'exact',
      });
      outputs.observed({ computes: [figures.total] });
      const compiled = { scenario, source: is_partial ? undefined : source };
      return await reportRun(figures.summary(shown), compiled, outputs, options, interruption);
    } finally {
      outputs.discard();
    }
  });
}

/** The scenario; for a large fleet an outline if its tenants can be compiled while it runs. */
async function outlineOf(source: ScenarioSource, mayBePartial: boolean): Promise<ScenarioOutline> {
  if (mayBePartial) {
    const outline = await parseOutline(source.text, source, TENANTS_AT_ONCE);
    if (!outline.is_partial || runsInParts(outline.scenario)) return outline;
  }
  return { scenario: await parseScenario(source.text, source), is_partial: false };
}
