import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { EVENTS_PER_QUERY } from '../../simulation/foreseen-work.js';
import { answer } from '../../study/engine/engine.js';
import { type Study, takeFromRuns } from '../../study/engine/study.js';
import type { Variant } from '../../study/runs/variant.js';
import { nowTyped, typedWords, withoutOptions } from '../shared/typed-command.js';

/** Time for measuring the pace of this machine, approximately; at most a share of the available time. */
const MEASURING_SECONDS = 2;
const MEASURING_SHARE = 0.05;
/** Maximum events of the timed run, which takes a second or two. */
const MAX_EVENTS = 4e6;
/** Share of the time for simulation: the rest goes to reports, and to threads that wait for each other. */
const SIMULATED_TIME_SHARE = 0.8;
const MIN_QUERIES = 1000;

/**
 * The counted budget that takes about this long on this machine. The current command then becomes the one that
 * reproduces its answer, with `--max-queries` instead of `--time`; it is also printed on standard error.
 * @param workers threads that simulate
 */
export async function timedBudget(variant: Variant, seconds: number, workers: number): Promise<number> {
  const measuring = Math.min(MEASURING_SECONDS, MEASURING_SHARE * seconds);
  const pace = await answer(queriesPerSecond(variant, measuring));
  const queries = Number((SIMULATED_TIME_SHARE * seconds * workers * pace).toPrecision(2));
  const budget = Math.max(MIN_QUERIES, Math.round(queries));
  nowTyped([...withoutOptions(typedWords(), ['--time']), '--max-queries', `${budget}`]);
  process.stderr.write(`neap: --max-queries ${budget} instead of --time reproduces this answer\n`);
  return budget;
}

/** Queries that one thread simulates per second of wall time, after compilation: the first run does not count. */
function* queriesPerSecond(variant: Variant, seconds: number): Study<number> {
  const never = Number.POSITIVE_INFINITY;
  const until = { slower_than_seconds: never, queries: never, events: MAX_EVENTS };
  let queries = 0;
  let began_ms = Number.NaN;
  for (let replication = 0; ; replication++) {
    if (replication === 1) [began_ms, queries] = [WALL_CLOCK.monotonicMs(), 0];
    yield* takeFromRuns([{ variant, replication, until }], ({ observations }) => {
      queries += observations.events_fired / EVENTS_PER_QUERY;
    });
    const elapsed = (WALL_CLOCK.monotonicMs() - began_ms) / 1000;
    if (elapsed >= seconds) return queries / elapsed;
  }
}
