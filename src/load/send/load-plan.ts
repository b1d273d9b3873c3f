import { PAGE_BYTES } from '../../compute/page-popularity.js';
import { mean } from '../../kernel/distribution-moments.js';
import { randomStream } from '../../kernel/random-stream.js';
import type { Scenario } from '../../scenario/scenario.js';
import { expectedQueries } from '../../workload/arrival/expected-queries.js';
import { type LoadSpecification, readsPages } from '../../workload/load-specification.js';
import { LoadRefused } from '../database/load-error.js';

/** Options of sending a load. */
export interface LoadChoices {
  /** The compute whose loads are sent; required if loads go to several. */
  readonly compute?: string | undefined;
  /** Whether a table may be created for queries that read pages. */
  readonly tables: boolean;
  /** Whether the address of a pooler is given. */
  readonly pooler: boolean;
}

/** The expected effects of sending a load. */
export interface LoadPlan {
  readonly compute: string;
  /** The compute's loads that are sent, in the order of the scenario. */
  readonly loads: readonly LoadSpecification[];
  readonly duration_seconds: number;
  /** Expected number of queries; within 10 %, except for closed loops. */
  readonly queries: number;
  /** Total CPU demand of these queries. */
  readonly cpu_seconds: number;
  /** Maximum connections of pools and listeners; `null` if a load opens a connection per query or session. */
  readonly connections: number | null;
  /** Pages of the table that is created, 0 for none. */
  readonly table_pages: number;
  /** A message per part of the scenario that is not sent. */
  readonly left_out: readonly string[];
}

/** Maximum duration of a load: a day. */
const MAX_SECONDS = 86_400;

/**
 * Plans to send the loads of one compute of a scenario.
 * @throws LoadRefused for what cannot be sent
 */
export function planLoad(scenario: Scenario, choices: LoadChoices): LoadPlan {
  const { duration_seconds, seed } = scenario;
  const compute = chosenCompute(scenario, choices.compute);
  const loads = scenario.load.filter(
    ({ route, wakes }) => wakes !== false && route.targets[0]!.compute === compute,
  );
  if (loads.length === 0) throw new LoadRefused(`no load of the scenario goes to ${compute}`);
  const sent = loads.filter(({ connection }) => connection.kind !== 'replication');
  for (const load of sent) refuseUnsendable(load, choices);
  if (duration_seconds > MAX_SECONDS) {
    throw new LoadRefused(
      'the scenario lasts longer than a day, and a load is sent in real time; shorten it, such as --set duration=10m',
    );
  }
  const counts = sent.map((load) =>
    expectedQueries(load, duration_seconds, (purpose) => randomStream(seed, 0, load.name, purpose)),
  );
  return {
    compute,
    loads: sent,
    duration_seconds,
    queries: counts.reduce((sum, each) => sum + each, 0),
    cpu_seconds: sent.reduce((sum, { query }, index) => sum + counts[index]! * mean(query.cpu_seconds), 0),
    connections: countConnections(sent),
    table_pages: choices.tables ? Math.max(0, ...sent.map(pageCount)) : 0,
    left_out: omittedParts(scenario, loads, choices),
  };
}

function chosenCompute(scenario: Scenario, asked: string | undefined): string {
  const names = [...new Set(scenario.load.flatMap(({ route }) => route.targets.map((each) => each.compute)))];
  if (names.length === 0) throw new LoadRefused('the scenario has no load to send');
  if (asked === undefined && names.length > 1) {
    throw new LoadRefused(
      `the loads go to ${names.length} computes (${names.join(', ')}), and one database is named; choose one with --compute ${names[0]}`,
    );
  }
  const compute = asked ?? names[0]!;
  if (!names.includes(compute)) {
    throw new LoadRefused(`no load goes to a compute "${compute}"; expected one of ${names.join(', ')}`);
  }
  const routed = scenario.load.find(
    ({ route: { targets } }) => targets.length > 1 && targets.some((each) => each.compute === compute),
  );
  if (routed !== undefined) {
    throw new LoadRefused(
      `load ${routed.name} is routed over ${routed.route.targets.length} computes, and one database is named; give it one target`,
    );
  }
  return compute;
}

function refuseUnsendable({ name, connection }: LoadSpecification, { pooler }: LoadChoices): void {
  if (connection.via === 'pooler' && !pooler) {
    throw new LoadRefused(
      `load ${name} goes over the pooler; name the pooler's address with --pooler-url, or set load.${name}.connection.via=direct`,
    );
  }
  if (connection.kind !== 'pool') return;
  if (connection.instances !== undefined) {
    throw new LoadRefused(
      `load ${name} has several instances, each with a pool; expected one pool: leave connection.instances out`,
    );
  }
  const { acquire_timeout_seconds: timeout } = connection;
  if (timeout !== undefined && timeout.kind !== 'constant') {
    throw new LoadRefused(
      `load ${name} draws the acquire_timeout of its pool, and the driver's pool has one; expected a duration`,
    );
  }
}

/** Number of pages in a load's working set, 0 if it reads none. */
export function pageCount({ query }: LoadSpecification): number {
  return readsPages(query) ? Math.max(1, Math.floor(query.working_set_bytes / PAGE_BYTES)) : 0;
}

function countConnections(loads: readonly LoadSpecification[]): number | null {
  let sum = 0;
  for (const { connection } of loads) {
    if (connection.kind === 'pool') sum += connection.size;
    else if (connection.kind === 'listen') sum += connection.clients;
    else return null;
  }
  return sum;
}

function omittedParts(
  { events, faults }: Scenario,
  loads: readonly LoadSpecification[],
  { tables }: LoadChoices,
): readonly string[] {
  const named = (which: (load: LoadSpecification) => boolean, words: string): readonly string[] => {
    const names = loads.filter(which).map(({ name }) => name);
    return names.length === 0 ? [] : [`${names.join(', ')}: ${words}`];
  };
  return [
    ...(events.length === 0 ? [] : ['events of the scenario: neap observe without --load executes them']),
    ...(faults.length === 0 ? [] : ['faults of the scenario: only a simulation has them']),
    ...named(({ connection }) => connection.kind === 'replication', 'subscribers of logical replication'),
    ...named(
      (load) => !tables && pageCount(load) > 0,
      'pages read; --tables makes a table as large as the working set',
    ),
    ...named(({ query }) => mean(query.temp_bytes) > 0, 'temporary files'),
    ...named(
      ({ connection }) => connection.kind === 'pool' && connection.min_idle > 0,
      'connections kept idle: the driver opens one when a query needs it',
    ),
    ...named(
      ({ connection }) => connection.kind === 'pool' && connection.keepalive_seconds !== undefined,
      'tests of idle connections',
    ),
    ...named(
      ({ connection }) => connection.kind === 'pool' && connection.stale === 'handed_out',
      'stale connections handed out: the driver notices that they were cut',
    ),
  ];
}
