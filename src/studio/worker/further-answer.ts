import { runFacts } from '../../report/answers/run/run-facts.js';
import { triedFixes } from '../../report/findings/tried-fixes.js';
import type { Scenario } from '../../scenario/scenario.js';
import { leavesOut } from '../../simulation/fidelity/hybrid-loads.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { DEFAULT_CONFIDENCE } from '../../statistics/confidence-interval.js';
import { type CompileChanged, HYBRID_SHARE } from '../../study/causes/tried-changes.js';
import { type Study, takeFromRuns } from '../../study/engine/study.js';
import { Replications } from '../../study/run/replicated-summary.js';
import { type Summary, summarise } from '../../study/run/summary.js';
import { wholeRun } from '../../study/runs/whole-run.js';
import type { Question, ShownIntervals, ShownWords } from './question.js';
import { type Pause, wordsOf } from './show-run.js';

const REPLICATIONS = 5;
/** Replications that take more CPU seconds in all are made at hybrid fidelity, or not at all. */
const MAX_CPU_SECONDS = 60;

/** Thrown out of a run when a newer question has come. */
class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * The parts of an answer that take further runs: the verdict after the fixes of findings were simulated, as `neap run`
 * does, then the intervals of `neap run --replications`. Ends early if it is not to go on.
 */
export async function* furtherAnswer(
  scenario: Scenario,
  asked: Pick<Question, 'text' | 'file'>,
  compile: CompileChanged,
  pause: (doing: string, part: number) => ReturnType<Pause>,
): AsyncGenerator<ShownWords | ShownIntervals> {
  const fidelity = replicatedFidelity(scenario);
  const replications = new Replications(scenario, DEFAULT_CONFIDENCE);
  const runs = (numbers: readonly number[], made: Fidelity): Study<readonly Summary[]> => {
    const variant = { name: scenario.name, scenario, source: undefined };
    const tasks = numbers.map((replication) => ({ variant, replication, fidelity: made }));
    return takeFromRuns(tasks, ({ observations }) => {
      if (made === fidelity) replications.add(observations);
      return summarise(scenario, observations);
    });
  };
  const fixes = function* (): Study<Summary> {
    const [summary] = yield* runs([0], 'exact');
    return yield* triedFixes(summary!, scenario, compile, { replications: 1, fidelity: 'exact' });
  };
  try {
    const summary = await answerHere(fixes(), (part) => pause('fixes', part));
    yield wordsOf(summary, asked);
    if (fidelity === undefined) return;
    const numbers = Array.from({ length: REPLICATIONS }, (_, number) => number);
    const left = fidelity === 'exact' ? numbers.slice(1) : numbers;
    await answerHere(runs(left, fidelity), (part) => pause('intervals', part));
    const mean = replications.summary({ replications: REPLICATIONS, precision: undefined });
    yield { intervals: intervalsOf(mean, fidelity) };
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
  }
}

/** The fidelity of replications; `undefined` if they take too long. */
function replicatedFidelity(scenario: Scenario): Fidelity | undefined {
  const all = REPLICATIONS * foreseenWork(scenario).cpu_seconds;
  if (all <= MAX_CPU_SECONDS) return 'exact';
  return leavesOut(scenario) && HYBRID_SHARE * all <= MAX_CPU_SECONDS ? 'hybrid' : undefined;
}

/** The first part of each fact of a figure, with its interval. */
function intervalsOf(mean: Summary, fidelity: Fidelity): ShownIntervals['intervals'] {
  const of = `${REPLICATIONS} ${fidelity === 'hybrid' ? 'hybrid ' : ''}runs`;
  return Object.fromEntries(
    runFacts(mean).flatMap(({ label, parts, figure }) =>
      figure === undefined || figure.value === null ? [] : [[label, `${of}: ${parts[0]}`]],
    ),
  );
}

/**
 * Answers a study that makes runs one after the other, in this thread.
 * @throws Superseded if it is not to go on; as a run does
 */
async function answerHere<Result>(study: Study<Result>, pause: Pause): Promise<Result> {
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
    for await (const { variant, replication, fidelity } of request.tasks) {
      const { duration_seconds } = variant.scenario;
      const run = await wholeRun(variant, {
        replication,
        ...(fidelity && { fidelity }),
        async progress({ now_seconds }) {
          const { runs } = request.foreseen();
          if (!(await pause((done + now_seconds / duration_seconds) / Math.max(done + 1, runs))))
            throw new Superseded();
        },
      });
      done += 1;
      taken += 1;
      if (request.take(run, { variant, replication }) === true) break;
    }
    step = study.next(taken);
  }
  return step.value;
}
