import { LOAD_SAMPLE_SECONDS } from '../compute/load-average.js';
import { randomStream } from '../kernel/random-stream.js';
import type { Scenario } from '../scenario/scenario.js';
import { expectedQueries } from '../workload/arrival/expected-queries.js';

/** CPU seconds of one core, as a middling machine of 2024 takes them; `npm run bench` prints this machine's. */
const SECONDS_PER_QUERY = 0.7e-6;
const SECONDS_PER_LOOK = 10e-6;
const SECONDS_PER_ROW = 5e-6;
/** One that arrives and is done. */
const EVENTS_PER_QUERY = 2;
/** Of more loads than these about so many are looked at, and count for the others. */
const MAX_LOADS = 50;
/** Multiples of it modulo 1 fall evenly, whatever the period in which a fleet's loads repeat. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** What a run will have to do, roughly, before it is begun. */
export interface ForeseenWork {
  readonly queries: number;
  /** Of the simulation: these, and looks of the autoscaler. */
  readonly events: number;
  /** Rows of the timeline, of all computes. */
  readonly timeline_rows: number;
  /** CPU seconds of one core. */
  readonly cpu_seconds: number;
}

/**
 * Estimates a run's work from its loads, without retries: within a tenth of the queries, save for fleets and for closed
 * loops under pressure, and within a factor of two or so of the time.
 */
export function foreseenWork(scenario: Scenario): ForeseenWork {
  const { duration_seconds, computes, load, seed, timeline_interval_seconds } = scenario;
  const share = MAX_LOADS / load.length;
  const looked = share >= 1 ? load : load.filter((_, index) => (index * GOLDEN_RATIO) % 1 < share);
  let queries = 0;
  for (const one of looked) {
    // The streams of the first replication: a rate that is random itself takes the same course there.
    queries += expectedQueries(one, duration_seconds, (purpose) => randomStream(seed, 0, one.name, purpose));
  }
  if (looked.length > 0) queries *= load.length / looked.length;
  const timeline_rows = computes.length * Math.ceil(duration_seconds / timeline_interval_seconds);
  const scaled = computes.filter(
    ({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) => min < max,
  );
  const looks = (scaled.length * duration_seconds) / LOAD_SAMPLE_SECONDS;
  return {
    queries,
    events: EVENTS_PER_QUERY * queries + looks,
    timeline_rows,
    cpu_seconds: queries * SECONDS_PER_QUERY + looks * SECONDS_PER_LOOK + timeline_rows * SECONDS_PER_ROW,
  };
}
