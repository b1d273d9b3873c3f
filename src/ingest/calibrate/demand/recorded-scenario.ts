import type { Distribution } from '../../../kernel/distribution.js';
import type { Load, Scenario } from '../../../scenario/scenario.js';
import type { Recording } from './recorded-queries.js';

const NOTHING: Distribution = { kind: 'constant', value: 0 };
/** Connections of a pool that is never full: what is measured in the server has had its connection. */
const ENOUGH_CONNECTIONS = 10_000;

/**
 * The scenario as it was recorded: only the loads of the recording, with their arrivals, on a running compute. Everything
 * that was not sent is left out (events, faults, temporary files, pages without a table). For a closed loop and sessions
 * arrivals are drawn, since they depend on the answers.
 *
 * A recording within the server has no clients: no round trip, no opening of connections, no pool, no waking.
 */
export function recordedScenario(
  scenario: Scenario,
  recording: Pick<Recording, 'queries' | 'duration_seconds' | 'span' | 'table_pages'>,
): Scenario {
  const { queries, duration_seconds, span, table_pages } = recording;
  const load = queries.map(({ load: name, arrivals }): Load => {
    const own = scenario.load.find((each) => each.name === name)!;
    const drawn = span === 'client' && (own.process.kind === 'closed' || own.connection.kind === 'session');
    return {
      ...own,
      process: drawn ? own.process : { kind: 'arrivals', times_seconds: arrivals },
      query: {
        ...own.query,
        temp_bytes: table_pages === undefined ? own.query.temp_bytes : NOTHING,
        pages: table_pages === 0 ? NOTHING : own.query.pages,
      },
      ...(span === 'server' ? IN_SERVER : {}),
    };
  });
  const computes = scenario.computes.map((compute) => ({
    ...compute,
    initial_state: 'active' as const,
    ...(span === 'server' ? { suspend_timeout_seconds: -1, suspend_timer: undefined } : {}),
  }));
  return {
    ...scenario,
    duration_seconds,
    // One row, because the timeline is not read.
    timeline_interval_seconds: duration_seconds,
    computes,
    load,
    events: [],
    faults: [],
    model:
      span === 'server'
        ? { ...scenario.model, wake_latency: NOTHING, connect_latency: NOTHING, fork_latency: 0 }
        : scenario.model,
  };
}

const IN_SERVER = {
  round_trip_seconds: 0,
  connection: {
    kind: 'pool',
    via: 'direct',
    user: 'neap',
    database: 'neap',
    preset: undefined,
    size: ENOUGH_CONNECTIONS,
    min_idle: 0,
    idle_timeout_seconds: undefined,
    max_lifetime_seconds: undefined,
    acquire_timeout_seconds: undefined,
    max_waiting: undefined,
    stale: 'noticed',
  },
} as const satisfies Pick<Load, 'round_trip_seconds' | 'connection'>;

/** The same scenario with these demands for CPU, in the order of its loads. */
export function withDemands(scenario: Scenario, cpu_seconds: readonly Distribution[]): Scenario {
  const load = scenario.load.map((each, index) => ({
    ...each,
    query: { ...each.query, cpu_seconds: cpu_seconds[index]! },
  }));
  return { ...scenario, load };
}
