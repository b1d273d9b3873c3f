import { PRECISE_FIGURES, type ReplicationPlan, replicate } from '../planner/replications.js';
import { compileVariant, readSource } from '../planner/scenario-source.js';
import { Replications } from '../report/replicated-summary.js';
import { RunShape } from '../report/run-shape.js';
import type { Observer } from '../simulation/observation.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import { printRun } from './print-run.js';
import { withKeptRuns } from './resumable-work.js';
import type { RunOptions } from './run-options.js';
import { RunOutputs } from './run-outputs.js';

/** Of a precision, unless told: beyond it the question is probably too hard. */
const MOST_REPLICATIONS = 500;

/**
 * Runs a scenario file many times and reports the means with their intervals.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError for a
 *   failed run
 */
export async function runReplications(file: string, options: RunOptions): Promise<number> {
  const source = await readSource(file, { set: options.set, seed: options.seed });
  const variant = await compileVariant(source);
  const { scenario } = variant;
  const plan = planOf(options);
  const outputs = await RunOutputs.open(options, { scenario, file, text: source.text }, true);
  try {
    const shape = new RunShape(scenario.duration_seconds);
    const replications = new Replications(scenario, plan.confidence);
    return await withKeptRuns(
      options,
      () => ({ options: { command: 'run', ...plan }, scenarios: [scenario] }),
      (work) =>
        replicate(variant, plan, { ...work, observer: watching(shape, outputs) }, ({ observations }) => {
          replications.add(observations);
          outputs.observed(observations);
        }),
      async (done) => {
        const summary = replications.summary(done);
        await outputs.commit(summary, replications.summaries);
        return printRun(summary, shape, options, outputs.baseline);
      },
    );
  } finally {
    outputs.discard();
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
function watching(shape: RunShape, outputs: Observer): Observer {
  return {
    timeline(row) {
      shape.add(row);
      outputs.timeline(row);
    },
    decision(row) {
      outputs.decision(row);
    },
  };
}
