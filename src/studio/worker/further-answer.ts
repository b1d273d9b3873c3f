import { runFacts } from '../../report/answers/run/run-facts.js';
import { triedFixes } from '../../report/findings/tried-fixes.js';
import type { Scenario } from '../../scenario/scenario.js';
import { isSampled } from '../../simulation/fidelity/hybrid-loads.js';
import { SlicedRun } from '../../simulation/fleet/fleet-simulation.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { DEFAULT_CONFIDENCE } from '../../statistics/confidence-interval.js';
import { type CompileChanged, HYBRID_SHARE } from '../../study/causes/tried-changes.js';
import { type Study, takeFromRuns } from '../../study/engine/study.js';
import { Replications } from '../../study/run/replicated-summary.js';
import type { Summary } from '../../study/run/summary.js';
import { pricedRun } from '../../study/runs/whole-run.js';
import type { Question, ShownIntervals, ShownWords } from './question.js';
import { type EndedRun, isCompleted, type Pause, wordsOf } from './show-run.js';

const REPLICATIONS = 5;
/** Above this total, in CPU seconds, replications run at hybrid fidelity, or not at all. */
const MAX_CPU_SECONDS = 60;

/** A newer question has arrived; thrown out of a run. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * The parts of an answer that need further runs: first the verdict after simulating the fixes of findings, as in `neap
 * run`; then the intervals of `neap run --replications`. Ends early if `pause` returns false.
 */
export async function* furtherAnswer(
  { scenario, summary, observations }: EndedRun,
  asked: Pick<Question, 'text' | 'file'>,
  compile: CompileChanged,
  pause: (doing: string, part: number) => ReturnType<Pause>,
): AsyncGenerator<ShownWords | ShownIntervals> {
  try {
    const fixes = triedFixes(summary, scenario, compile, { replications: 1, fidelity: 'exact' });
    yield wordsOf(await simulateFixes(fixes, (part) => pause('fixes', part)), asked);
    const fidelity = replicatedFidelity(scenario);
    if (fidelity === undefined) return;
    const replications = new Replications(scenario, DEFAULT_CONFIDENCE);
    if (fidelity === 'exact') replications.add(observations);
    const variant = { name: scenario.name, scenario };
    const tasks = Array.from({ length: REPLICATIONS }, (_, replication) => ({
      variant,
      replication,
      fidelity,
    }));
    const left = tasks.slice(replications.summaries.length);
    const runs = takeFromRuns(left, (run) => replications.add(run.observations));
    await simulateFixes(runs, (part) => pause('intervals', part));
    const mean = replications.summary({ replications: REPLICATIONS, precision: undefined });
    yield { intervals: intervalsOf(mean, fidelity) };
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
  }
}

/** The fidelity of replications; `undefined` if they would take too long. */
function replicatedFidelity(scenario: Scenario): Fidelity | undefined {
  const all = REPLICATIONS * foreseenWork(scenario).cpu_seconds;
  if (all <= MAX_CPU_SECONDS) return 'exact';
  return isSampled(scenario) && HYBRID_SHARE * all <= MAX_CPU_SECONDS ? 'hybrid' : undefined;
}

/** The first part of each fact with a figure, including its interval. */
function intervalsOf(mean: Summary, fidelity: Fidelity): ShownIntervals['intervals'] {
  const of = `${REPLICATIONS} ${fidelity === 'hybrid' ? 'hybrid ' : ''}runs`;
  return Object.fromEntries(
    runFacts(mean).flatMap(({ label, parts, value = null }) =>
      value === null ? [] : [[label, `${of}: ${parts[0]}`]],
    ),
  );
}

/**
 * Answers a study by sequential runs in this thread.
 * @throws Superseded if `pause` returns false, and the errors of a run
 */
async function simulateFixes<Result>(study: Study<Result>, pause: Pause): Promise<Result> {
  let done = 0;
  let step = study.next();
  while (step.done !== true) {
    const request = step.value;
    if ('prepare' in request) {
      step = study.next(await request.prepare(undefined));
      continue;
    }
    if (!('tasks' in request)) throw new TypeError('a page answers the parts of a study one after the other');
    let taken = 0;
    for await (const { variant, replication, fidelity = 'exact' } of request.tasks) {
      const { scenario } = variant;
      const run = new SlicedRun(scenario, { replication, fidelity });
      const isDone = await isCompleted(run, scenario, (part) =>
        pause((done + part) / Math.max(done + 1, request.foreseen().runs)),
      );
      if (!isDone) throw new Superseded();
      done += 1;
      taken += 1;
      if (request.take(pricedRun(variant, run.observations()), { variant, replication }) === true) break;
    }
    step = study.next(taken);
  }
  return step.value;
}
