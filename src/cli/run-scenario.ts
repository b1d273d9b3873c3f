import { setImmediate as nextTurn } from 'node:timers/promises';
import { RunFiles } from '../report/run-files.js';
import { RunShape } from '../report/run-shape.js';
import { type Summary, summarise, summaryJson } from '../report/summary.js';
import { terminalSummary } from '../report/terminal-summary.js';
import { loadScenario } from '../scenario/load-scenario.js';
import type { Scenario } from '../scenario/scenario.js';
import type { Observer } from '../simulation/observation.js';
import { Simulation } from '../simulation/simulation.js';
import { EXIT } from './exit-code.js';
import { Interruption } from './interruption.js';
import { ProgressLine } from './progress.js';
import type { RunOptions } from './run-options.js';
import { screenOf } from './screen.js';

/** Events between two looks at signals and progress: a fraction of a second. */
const SLICE_EVENTS = 200_000;

/**
 * Runs a scenario file and reports it as the options ask.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function runScenario(file: string, options: RunOptions): Promise<number> {
  const interruption = new Interruption();
  let files: RunFiles | undefined;
  try {
    const scenario = await loadScenario(file, {
      set: options.set,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    });
    files = options.out === undefined ? undefined : new RunFiles(options.out, scenario);
    const shape = new RunShape(scenario.duration_seconds);
    const summary = await simulateInSlices(scenario, shape, files, interruption);
    if (summary === undefined) return interruption.exit_code ?? EXIT.failed;
    files?.commit(summary);
    process.stdout.write(
      options.json === true
        ? summaryJson(summary)
        : terminalSummary(summary, shape, screenOf(process.stdout)),
    );
    return summary.slo.every((objective) => objective.met) ? EXIT.done : EXIT.objective_missed;
  } finally {
    files?.discard();
    interruption.release();
  }
}

/** Runs to the end, giving signals a chance between slices; `undefined` when one asked to stop. */
async function simulateInSlices(
  scenario: Scenario,
  shape: RunShape,
  files: Observer | undefined,
  interruption: Interruption,
): Promise<Summary | undefined> {
  const progress = new ProgressLine(process.stderr, scenario.duration_seconds);
  let queries = 0;
  const observer: Observer = {
    timeline(row) {
      queries += row.arrived;
      shape.add(row);
      files?.timeline(row);
    },
    decision(row) {
      files?.decision(row);
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
  return summarise(scenario, simulation.observations());
}
