import { PRECISE_FIGURES, type ReplicationPlan, replicate } from '../planner/replications.js';
import { loadVariant } from '../planner/scenario-source.js';
import { Replications } from '../report/replicated-summary.js';
import { RunFiles } from '../report/run-files.js';
import { RunShape } from '../report/run-shape.js';
import { summaryJson } from '../report/summary.js';
import { terminalSummary } from '../report/terminal-summary.js';
import type { Observer } from '../simulation/observation.js';
import { EXIT } from './exit-code.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import { withKeptRuns } from './resumable-work.js';
import type { RunOptions } from './run-options.js';
import { screenOf } from './screen.js';

/** Of a precision, unless told: beyond it the question is probably too hard. */
const MOST_REPLICATIONS = 500;

/**
 * Runs a scenario file many times and reports the means with their intervals.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError for a
 *   failed run
 */
export async function runReplications(file: string, options: RunOptions): Promise<number> {
  const variant = await loadVariant(file, { set: options.set, seed: options.seed });
  const { scenario } = variant;
  const plan = planOf(options);
  const files = options.out === undefined ? undefined : new RunFiles(options.out, scenario, true);
  try {
    const shape = new RunShape(scenario.duration_seconds);
    const replications = new Replications(scenario, plan.confidence);
    return await withKeptRuns(
      options,
      () => ({ options: { command: 'run', ...plan }, scenarios: [scenario] }),
      (work) =>
        replicate(variant, plan, { ...work, observer: watching(shape, files) }, ({ observations }) =>
          replications.add(observations),
        ),
      (done) => {
        const summary = replications.summary(done);
        files?.commit(summary, replications.summaries);
        process.stdout.write(
          options.json === true
            ? summaryJson(summary)
            : terminalSummary(summary, shape, screenOf(process.stdout)),
        );
        return summary.slo.every((objective) => objective.met) ? EXIT.done : EXIT.objective_missed;
      },
    );
  } finally {
    files?.discard();
  }
}

function planOf(options: RunOptions): ReplicationPlan {
  const { replications = MOST_REPLICATIONS, confidence = DEFAULT_CONFIDENCE, precision: relative } = options;
  if (relative === undefined) return { replications, confidence };
  return {
    replications,
    confidence,
    precision: { relative, figures: options.figures ?? PRECISE_FIGURES },
  };
}

/** Watches the first replication: its shape is shown, and its timeline and decisions are written. */
function watching(shape: RunShape, files: Observer | undefined): Observer {
  return {
    timeline(row) {
      shape.add(row);
      files?.timeline(row);
    },
    decision(row) {
      files?.decision(row);
    },
  };
}
