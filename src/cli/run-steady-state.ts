import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SteadyRun } from '../planner/steady-result.js';
import { steadyRun } from '../planner/steady-run.js';
import { SteadySeries } from '../planner/steady-series.js';
import { steadyCsv } from '../report/steady-csv.js';
import { steadyLines, steadyMarkdown } from '../report/steady-table.js';
import { loadScenario } from '../scenario/load-scenario.js';
import type { Scenario } from '../scenario/scenario.js';
import { Simulation } from '../simulation/simulation.js';
import { EXIT } from './exit-code.js';
import { Interruption } from './interruption.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import { printTable, withFile } from './print-table.js';
import { ProgressLine } from './progress.js';
import type { RunOptions } from './run-options.js';

/** Events between two looks at signals and progress: a fraction of a second. */
const SLICE_EVENTS = 200_000;

/**
 * Runs a scenario file once and prints its steady state.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function runSteadyState(file: string, options: RunOptions): Promise<number> {
  const { set, seed, out, confidence = DEFAULT_CONFIDENCE } = options;
  const scenario = await loadScenario(file, { set, ...(seed === undefined ? {} : { seed }) });
  return withFile(out, 'steady-state.csv', async (write) => {
    const interruption = new Interruption();
    try {
      const series = await watched(scenario, interruption);
      if (series === undefined) return interruption.exit_code ?? EXIT.failed;
      const run = steadyRun(scenario, series, confidence);
      write(steadyCsv(run));
      printTable(options, forms(run));
      return EXIT.done;
    } finally {
      interruption.release();
    }
  });
}

function forms(run: SteadyRun) {
  return {
    json: () => run,
    markdown: () => steadyMarkdown(run),
    lines: (width: number) => steadyLines(run, width),
  };
}

/** Runs to the end, giving signals a chance between slices; `undefined` when one asked to stop. */
async function watched(scenario: Scenario, interruption: Interruption): Promise<SteadySeries | undefined> {
  const series = new SteadySeries();
  const simulation = new Simulation(scenario, { observer: series });
  const progress = new ProgressLine(process.stderr, scenario.duration_seconds);
  try {
    for (;;) {
      await nextTurn();
      if (interruption.exit_code !== undefined) return undefined;
      if (simulation.advance(SLICE_EVENTS)) return series;
      progress.update(simulation.now_seconds, simulation.arrived);
    }
  } finally {
    progress.clear();
  }
}
