import type { z } from 'zod';
import type { Distribution } from '../../../kernel/distribution.js';
import type { ProcessSpecification } from '../../../workload/load-specification.js';
import type { PlayedTrace } from '../../../workload/trace/trace.js';
import { traceProcess } from '../../../workload/trace/trace-process.js';
import { type DocumentPath, quoted } from '../../document/scenario-document.js';
import { timeZone } from '../../form/clock.js';
import { record } from '../../form/record.js';
import { isMapping } from '../../form/shown.js';
import { entityName, text, trueOrFalse } from '../../form/text-schema.js';
import type { ScenarioAssumption } from '../../model/assumption.js';
import type { ModelConstants } from '../../model/model-constants.js';
import {
  type ComputeReference,
  type Item,
  type ListSection,
  type Problem,
  type Written,
  within,
} from '../list-section.js';
import { checkPool, completeConnection, connection, connectTimeout, poolAssumptions } from './connection.js';
import { checkInside, process, type RateFollowing } from './process.js';
import { completeQuery, query, queryAssumptions } from './query.js';
import { completeRate, type RateContext, rate, tracesIn } from './rate.js';
import { NO_RETRY, retry } from './retry.js';
import { routeReferences, routeSchema } from './route.js';
import { checkTrace, type TraceItem, type TraceMention } from './trace.js';

const KEYS = {
  name: entityName('load', 'Name of the load; unique.'),
  description: text('a sentence', 1000, 'Who or what sends the queries.').optional(),
  compute: entityName('compute', 'Name of the compute that gets the queries; or give a route.').optional(),
  route: routeSchema.optional(),
  timezone: timeZone(
    "Time zone of its days, weeks and cron expressions; the scenario's by default.",
  ).optional(),
  wakes: trueOrFalse(
    'false: work inside the database, such as pg_cron. It runs only while the compute is active, and wakes nothing.',
  ).optional(),
  process: process.optional(),
  rate: rate.optional(),
  query: query.optional(),
  connection: connection.prefault({}),
  retry: retry.optional(),
};

const item = record(KEYS, { description: 'One source of queries.' });

/** A load as read: values that depend on the model, the start or a trace file are not filled in. */
export type LoadItem = z.output<typeof item>;

export const LOAD: ListSection<LoadItem> = {
  name: 'load',
  description: 'Sources of queries.',
  item,
  references,
  checkWritten(written, problem) {
    checkTarget(written, problem);
    checkQuery(written, problem);
  },
  check(items, { fleet }, problem) {
    for (const { index, form } of items) {
      const report = within(problem, index);
      checkProcess(form, report);
      checkPool(form.connection, report);
      checkClosedLoop(form, report);
      checkEndlessness(form, report);
      checkInside(form, report);
      const load = {
        cpu_seconds: form.query?.cpu_seconds,
        ofFleet: fleet !== undefined && form.compute === fleet,
      };
      for (const mention of tracesOf(form)) checkTrace(mention, load, report);
    }
  },
};

/** Whether a load only consists of connections, without queries, process or rate. */
function sendsNothing({ connection: { kind } }: LoadItem): boolean {
  return kind === 'listen' || kind === 'replication';
}

/**
 * How a load follows its rate: a trace is replayed unless another process is named, any other rate is Poisson.
 * `undefined` for a process that sets its times independently.
 */
export function rateFollowing({ process: own, rate: moved }: LoadItem): RateFollowing | undefined {
  if (own === undefined) return moved?.kind === 'trace' ? 'trace' : 'poisson';
  return own.kind === 'by_rate' ? own.follows : undefined;
}

/** The traces of a load, in the order of the file, with paths within the load. */
function tracesOf(form: LoadItem): readonly TraceMention[] {
  if (form.rate === undefined) return [];
  const replayed = form.rate.kind === 'trace' && rateFollowing(form) === 'trace';
  return tracesIn(form.rate, ['rate'], replayed ? 'process' : 'rate');
}

export interface TraceRequest extends TraceMention {
  readonly load: LoadItem;
}

/** Every trace that a load mentions, in the order of the file. */
export function traceRequests({ index, form }: Item<LoadItem>): readonly TraceRequest[] {
  return tracesOf(form).map((mention) => ({
    ...mention,
    load: form,
    path: [LOAD.name, index, ...mention.path],
  }));
}

// Checks of what is written

function references({ compute, route }: Written): readonly ComputeReference[] {
  return [{ path: ['compute'], name: compute }, ...(isMapping(route) ? routeReferences(route) : [])];
}

/** Reports a load without a target, or with two. */
function checkTarget(load: Written, problem: Problem): void {
  const { compute, route } = load;
  if (compute === undefined && route === undefined) {
    if (hasUnknownKey(load)) return;
    problem(
      ['compute'],
      '"compute" is missing; expected the name of a compute, 1 to 64 characters, or a route over several',
    );
  } else if (compute !== undefined && route !== undefined) {
    const message = 'compute and route both select where the queries go; leave one of them out';
    problem(['route'], message, { part: 'key', related: [['compute']] });
  }
}

/** Whether a load has an unknown key, which may be a misspelling of the missing one. */
function hasUnknownKey(load: Written): boolean {
  return Object.keys(load).some((key) => !Object.hasOwn(KEYS, key));
}

const OF_QUERIES = ['process', 'rate', 'query'] as const;

/** Reports a load without a query, or queries of connections that do not send any. */
function checkQuery(load: Written, problem: Problem): void {
  const kind = isMapping(load['connection']) ? load['connection']['kind'] : undefined;
  if (kind !== 'listen' && kind !== 'replication') {
    if (load['query'] !== undefined || hasUnknownKey(load)) return;
    const message =
      '"query" is missing; expected a mapping with the CPU time of a query, such as { cpu: 5ms }';
    problem(['query'], message);
    return;
  }
  for (const key of OF_QUERIES.filter((each) => load[each] !== undefined)) {
    const message = `connections of kind ${kind} send no queries; leave ${key} out`;
    problem([key], message, { part: 'key', related: [['connection', 'kind']] });
  }
}

// Checks of what was read

/** Reports a process and a rate that contradict each other. */
function checkProcess(form: LoadItem, problem: Problem): void {
  if (sendsNothing(form)) return;
  const follows = rateFollowing(form);
  const related: readonly DocumentPath[] = [['process']];
  if (follows === undefined) {
    if (form.rate === undefined) return;
    problem(['rate'], 'this process sets its own times; leave rate out', { part: 'key', related });
  } else if (form.rate === undefined) {
    const expected = follows === 'trace' ? '{ trace: { file, kind } }' : 'a rate such as 40/s';
    problem(['rate'], `"rate" is missing; expected ${expected}, or a process that sets its own times`);
  } else if (follows === 'trace' && form.rate.kind !== 'trace') {
    const message = 'process: trace replays a file; expected rate: { trace: { file, kind } }';
    problem(['rate'], message, { related });
  }
}

/** Reports a closed loop of sessions, since both have think times. */
function checkClosedLoop({ process: own, connection: held }: LoadItem, problem: Problem): void {
  if (own?.kind !== 'closed' || held.kind !== 'session') return;
  const message =
    'a closed loop thinks between queries, and so does a session; expected kind: per_query or pool, or another process';
  problem(['connection', 'kind'], message, { related: [['process']] });
}

/** Reports clients whose queries take no time and never end: simulated time would never advance. */
function checkEndlessness(
  { connection: held, query: asked, process: own }: LoadItem,
  problem: Problem,
): void {
  if (asked === undefined || !isZero(asked.cpu_seconds) || !isZero(asked.wait_seconds)) return;
  const endless = (path: DocumentPath, expected: string) =>
    problem(path, `queries that take no time with no time between them never end; expected ${expected}`);
  if (held.kind === 'session') {
    if (own?.kind !== 'closed' && held.queries === undefined && isZero(held.think_seconds)) {
      endless(['connection', 'think'], 'a think above 0s, or queries');
    }
  } else if (own?.kind === 'closed' && isZero(own.think_seconds)) {
    endless(['process', 'closed', 'think'], 'a think above 0s');
  }
}

function isZero(distribution: Distribution | undefined): boolean {
  return distribution?.kind === 'constant' && distribution.value === 0;
}

// The specification

export interface LoadContext {
  readonly start_epoch_seconds: number;
  /** Time zone of the scenario, which a load can override. */
  readonly timezone: string | undefined;
  readonly traces: ReadonlyMap<TraceItem, readonly PlayedTrace[]>;
  readonly model: Pick<ModelConstants, 'round_trip_latency'>;
}

/** A load with every default filled in; its traces have been read. */
export function completeLoad(form: LoadItem, context: LoadContext) {
  const { connection: held, retry: tried = NO_RETRY } = form;
  const round_trip_seconds = 'round_trip_seconds' in held ? held.round_trip_seconds : undefined;
  return {
    name: form.name,
    route: form.route ?? { by: 'weight' as const, targets: [{ compute: form.compute!, weight: 1 }] },
    process: completeProcess(form, rateContext(form, context)),
    query: completeQuery(form.query),
    round_trip_seconds: form.wakes === false ? 0 : (round_trip_seconds ?? context.model.round_trip_latency),
    ...(form.wakes === false && { wakes: false as const }),
    connection: completeConnection(held),
    retry: {
      ...tried,
      attempts: tried.attempts ?? 1,
      connect_timeout_seconds: connectTimeout(tried.connect_timeout_seconds, held),
    },
  };
}

/** One source of queries, with every default filled in. */
export interface Load extends Readonly<ReturnType<typeof completeLoad>> {}

function completeProcess(form: LoadItem, rates: RateContext): ProcessSpecification {
  if (sendsNothing(form)) return { kind: 'none' };
  const { process: own } = form;
  if (own?.kind === 'cron') return { ...own, ...rates.clock };
  if (own !== undefined && own.kind !== 'by_rate') return own;
  const moved = form.rate!;
  const follows = rateFollowing(form);
  if (moved.kind === 'trace' && follows === 'trace')
    return traceProcess(rates.played(moved.trace), moved.trace, rates.cpu_seconds);
  const rate = completeRate(moved, rates);
  return follows === 'regular' ? { kind: 'regular', rate, offset_seconds: 0 } : { kind: 'poisson', rate };
}

function rateContext(form: LoadItem, { traces, start_epoch_seconds, timezone }: LoadContext): RateContext {
  const zone = form.timezone ?? timezone;
  return {
    clock: { start_epoch_seconds, ...(zone === undefined ? {} : { timezone: zone }) },
    cpu_seconds: form.query?.cpu_seconds,
    played: (trace) => traces.get(trace)![0]!,
  };
}

/** The trace of a load on a fleet that has a column for each tenant. */
export function columnTrace({ rate: moved }: LoadItem): TraceItem | undefined {
  return moved?.kind === 'trace' && moved.trace.values !== undefined ? moved.trace : undefined;
}

/** By load, the arrivals of each tenant for traces with a column for each. */
export function recordedProcesses(
  loads: readonly Item<LoadItem>[],
  context: LoadContext,
): ReadonlyMap<string, readonly ProcessSpecification[]> {
  return new Map(
    loads.flatMap(({ form }) => {
      const trace = columnTrace(form);
      if (trace === undefined) return [];
      const rates = rateContext(form, context);
      const columns = context.traces.get(trace)!;
      return [
        [form.name, columns.map((one) => completeProcess(form, { ...rates, played: () => one }))] as const,
      ];
    }),
  );
}

// Assumptions

/** Assumed values that the loads do not replace: popularity of pages, then defaults of pools. */
export function loadAssumptions(loads: readonly Item<LoadItem>[]): readonly ScenarioAssumption[] {
  return [
    ...loads.flatMap(({ form }) => queryAssumptions(form.query, `load.${quoted(form.name)}.query`)),
    ...loads.flatMap(({ form }) =>
      poolAssumptions(form.connection, `load.${quoted(form.name)}`, form.retry?.connect_timeout_seconds),
    ),
  ];
}
