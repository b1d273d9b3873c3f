import { setImmediate as nextTurn } from 'node:timers/promises';
import { RunShape } from '../report/run-shape.js';
import { type Summary, summarise } from '../report/summary.js';
import { parseScenario, readScenarioText } from '../scenario/load-scenario.js';
import type { Scenario } from '../scenario/scenario.js';
import type { DecisionRow, TimelineRow } from '../simulation/observation.js';
import { Simulation } from '../simulation/simulation.js';
import { EXIT } from './exit-code.js';
import { Interruption } from './interruption.js';
import { printRun } from './print-run.js';
import { ProgressLine } from './progress.js';
import type { RunOptions } from './run-options.js';
import { RunOutputs } from './run-outputs.js';

/** Events between two looks at signals and progress: a fraction of a second. */
const SLICE_EVENTS = 200_000;

/**
 * Runs a scenario file and reports it as the options ask.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function runScenario(file: string, options: RunOptions): Promise<number> {
  const interruption = new Interruption();
  let outputs: RunOutputs | undefined;
  try {
    const text = await readScenarioText(file);
    const scenario = await parseScenario(text, {
      file,
      set: options.set,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    });
    outputs = await RunOutputs.open(options, { scenario, file, text }, false);
    const shape = new RunShape(scenario.duration_seconds);
    const summary = await simulateInSlices(scenario, shape, outputs, interruption);
    if (summary === undefined) return interruption.exit_code ?? EXIT.failed;
    await outputs.commit(summary);
    return await printRun(summary, shape, options, outputs.baseline);
  } finally {
    outputs?.discard();
    interruption.release();
  }
}

/** Runs to the end, giving signals a chance between slices; `undefined` when one asked to stop. */
async function simulateInSlices(
  scenario: Scenario,
  shape: RunShape,
  outputs: RunOutputs,
  interruption: Interruption,
): Promise<Summary | undefined> {
  const progress = new ProgressLine(process.stderr, scenario.duration_seconds);
  let queries = 0;
  const observer = {
    timeline(row: TimelineRow) {
      queries += row.arrived;
      shape.add(row);
      outputs.timeline(row);
    },
    decision(row: DecisionRow) {
      outputs.decision(row);
    },
  };
  const simulation = new Simulation(scenario, { observer });
  try {
    for (;;) {
      await nextTurn();
      if (interruption.exit_code !== undefined) return undefined;
      if (simulation.advance(SLICE_EVENTS)) break;
      progress.update(simulation.now_seconds, queries);
    }
  } finally {
    progress.clear();
  }
  const observations = simulation.observations();
  outputs.observed(observations);
  return summarise(scenario, observations);
}
