import type { Distribution } from '../../kernel/distribution.js';
import { compilePool } from '../compile/compile-connection.js';
import { checkTraceRequest, processOf, sendsNothing, traceRequests } from '../compile/trace-requests.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { isMapping } from '../form/choice.js';
import type { LoadForm } from '../schema/load-schema.js';
import type { Item } from '../schema/sections.js';

/** What is wrong with the loads, each in itself. */
export function checkLoads(
  loads: readonly Item<LoadForm>[],
  document: ScenarioDocument,
  fleet: string | undefined,
): readonly Diagnostic[] {
  return loads.flatMap((item) => [
    ...checkProcess(item, document),
    ...checkPool(item, document),
    ...checkClosedLoop(item, document),
    ...checkEndlessness(item, document),
    ...traceRequests(item).flatMap((request) => checkTraceRequest(request, document, fleet)),
  ]);
}

/** A process and a rate that do not go together. */
function checkProcess({ index, form }: Item<LoadForm>, document: ScenarioDocument): readonly Diagnostic[] {
  if (sendsNothing(form)) return [];
  const process = processOf(form);
  const path = ['load', index, 'rate'];
  if (process === undefined) {
    if (form.rate === undefined) return [];
    return [
      document.diagnostic(path, 'this process sets its own times; leave rate out', 'key', [
        ['load', index, 'process'],
      ]),
    ];
  }
  if (form.rate === undefined) {
    const expected = process === 'trace' ? '{ trace: { file, kind } }' : 'a rate such as 40/s';
    return [
      document.diagnostic(
        path,
        `"rate" is missing; expected ${expected}, or a process that sets its own times`,
      ),
    ];
  }
  if (process === 'trace' && form.rate.kind !== 'trace') {
    const message = 'process: trace replays a file; expected rate: { trace: { file, kind } }';
    return [document.diagnostic(path, message, 'value', [['load', index, 'process']])];
  }
  return [];
}

/** A pool that is to keep more idle connections than it has. */
function checkPool({ index, form }: Item<LoadForm>, document: ScenarioDocument): readonly Diagnostic[] {
  if (form.connection.kind !== 'pool') return [];
  const { size, min_idle } = compilePool(form.connection);
  if (min_idle <= size) return [];
  const path = ['load', index, 'connection'];
  const message = `expected at most ${size}, which is the size of the pool, got ${min_idle}`;
  return [document.diagnostic([...path, 'min_idle'], message, 'value', [[...path, 'size']])];
}

/** A closed loop of sessions: both would think between queries. */
function checkClosedLoop({ index, form }: Item<LoadForm>, document: ScenarioDocument): readonly Diagnostic[] {
  if (closedLoopOf(form) === undefined || form.connection.kind !== 'session') return [];
  const message =
    'a closed loop thinks between queries, and so does a session; expected kind: per_query or pool, or another process';
  return [
    document.diagnostic(['load', index, 'connection', 'kind'], message, 'value', [
      ['load', index, 'process'],
    ]),
  ];
}

/** Clients without an end to their queries that take no time: they would go on without time going on. */
function checkEndlessness(
  { index, form }: Item<LoadForm>,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const { connection, query } = form;
  const closed = closedLoopOf(form);
  const path = ['load', index];
  const refuse = (place: DocumentPath, expected: string) => {
    const message = `queries that take no time with no time between them never end; expected ${expected}`;
    return [document.diagnostic(place, message)];
  };
  if (query === undefined || !isZero(query.cpu) || !isZero(query.wait)) return [];
  if (connection.kind === 'session') {
    const endless = closed === undefined && connection.queries === undefined && isZero(connection.think);
    return endless ? refuse([...path, 'connection', 'think'], 'a think above 0s, or queries') : [];
  }
  return closed !== undefined && isZero(closed.think_seconds)
    ? refuse([...path, 'process', 'closed', 'think'], 'a think above 0s')
    : [];
}

function closedLoopOf({ process }: LoadForm) {
  return process?.kind === 'complete' && process.process.kind === 'closed' ? process.process : undefined;
}

function isZero(distribution: Distribution | undefined): boolean {
  return distribution?.kind === 'constant' && distribution.value === 0;
}

/** Keys of a load that only say something about queries. */
const OF_QUERIES = ['process', 'rate', 'query'] as const;

/**
 * Which keys go together in a load: one of compute and route, and a query unless the load consists of
 * connections only. Looks at what is written, so that a load with a mistake elsewhere is checked as well.
 */
export function checkLoadKeys(document: ScenarioDocument): readonly Diagnostic[] {
  const loads: unknown = isMapping(document.value) ? document.value['load'] : undefined;
  if (!Array.isArray(loads)) return [];
  return loads.flatMap((load: unknown, index) =>
    isMapping(load)
      ? [...checkTarget(load, ['load', index], document), ...checkQuery(load, ['load', index], document)]
      : [],
  );
}

type Place = readonly ['load', number];

function checkTarget(
  load: Readonly<Record<string, unknown>>,
  place: Place,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const compute = [...place, 'compute'];
  if (load['compute'] === undefined && load['route'] === undefined) {
    const message =
      '"compute" is missing; expected the name of a compute, 1 to 64 characters, or a route over several';
    return [document.diagnostic(compute, message)];
  }
  if (load['compute'] === undefined || load['route'] === undefined) return [];
  const message = 'compute and route both say where the queries go; leave one of them out';
  return [document.diagnostic([...place, 'route'], message, 'key', [compute])];
}

function checkQuery(
  load: Readonly<Record<string, unknown>>,
  place: Place,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const connection = load['connection'];
  const kind = isMapping(connection) ? connection['kind'] : undefined;
  if (kind !== 'listen' && kind !== 'replication') {
    if (load['query'] !== undefined) return [];
    const message =
      '"query" is missing; expected a mapping with the CPU time of a query, such as { cpu: 5ms }';
    return [document.diagnostic([...place, 'query'], message)];
  }
  return OF_QUERIES.filter((key) => load[key] !== undefined).map((key) =>
    document.diagnostic(
      [...place, key],
      `connections of kind ${kind} send no queries; leave ${key} out`,
      'key',
      [[...place, 'connection', 'kind']],
    ),
  );
}
