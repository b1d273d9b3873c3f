import { refusal } from '../../scenario/document/diagnostic.js';
import { elsewhereSource } from '../../study/elsewhere/vendor-size.js';
import {
  PRECISE_FIGURES,
  type ReplicationPlan,
  replicationStudy,
} from '../../study/replicate/replications.js';
import { Replications } from '../../study/run/replicated-summary.js';
import {
  compileVariant,
  readSource,
  type ScenarioSource,
  type SourcedVariant,
} from '../../study/runs/scenario-source.js';
import { answerStudy } from '../shared/answer-study.js';
import { refuseEndless } from '../shared/endless-work.js';
import { noticingSignals } from '../shared/interruption.js';
import { printRun, reportRun } from './print-run.js';
import { askedFidelity, type RunOptions } from './run.js';
import { openOutputs } from './run-outputs.js';

/** Most replications for a precision by default: beyond them the question is probably too hard. */
const MAX_REPLICATIONS = 500;

/**
 * Runs a scenario file many times and reports the means with their intervals.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError for a
 *   failed run
 */
export async function runReplications(file: string, options: RunOptions): Promise<number> {
  const source = await elsewhereSource(await readSource(file, options));
  const variant = await compileVariant(source);
  const { scenario } = variant;
  const plan = planOf(options);
  // With a precision the number is the most.
  const runs = plan.precision === undefined ? plan.replications : 1;
  // Tenants are drawn before the first run.
  if (options.redraw !== undefined) refuseEndless(scenario, { runs });
  const draws =
    options.redraw === undefined ? undefined : await redrawn(source, variant, options.replications!);
  const identity = {
    options: { command: 'run', ...plan, redraw: options.redraw },
    scenarios: [scenario],
  };
  return noticingSignals(async (interruption) => {
    const outputs = await openOutputs(options, { scenario, file, text: source.text }, true);
    try {
      const replications = new Replications(scenario, plan.confidence, draws !== undefined);
      const study = replicationStudy(draws ?? variant, plan, { observer: outputs }, (run) => {
        replications.add(run.observations, run.variant.scenario);
        outputs.observed(run.observations);
      });
      return await answerStudy(interruption, options, { identity, study, runs }, (done, isInterrupted) => {
        const made = replications.summary(done);
        if (isInterrupted) return printRun(made, outputs, options);
        const compiled = { scenario, source };
        return reportRun(made, compiled, outputs, options, interruption, replications.summaries);
      });
    } finally {
      outputs.discard();
    }
  });
}

function planOf(options: RunOptions): ReplicationPlan {
  const { replications = MAX_REPLICATIONS, confidence, precision: relative } = options;
  const hybrid = askedFidelity(options) === 'hybrid' && { fidelity: 'hybrid' as const };
  const precision = relative !== undefined && { relative, figures: options.figures ?? PRECISE_FIGURES };
  return { replications, confidence, ...hybrid, ...(precision && { precision }) };
}

/** The scenario with new tenants, from a seed per draw; the first is the scenario itself. */
async function redrawn(
  source: ScenarioSource,
  variant: SourcedVariant,
  count: number,
): Promise<readonly SourcedVariant[]> {
  const { scenario } = variant;
  if (scenario.fleet === undefined) {
    throw refusal('--redraw tenants', `${scenario.name} has no fleet with tenants to draw again`);
  }
  const others = Array.from({ length: count - 1 }, (_, index) =>
    compileVariant({ ...source, seed: `${scenario.seed}/${index + 1}` }),
  );
  return [variant, ...(await Promise.all(others))];
}
