import type { Distribution } from '../../kernel/distribution.js';
import { isMisspelt } from '../../kernel/nearest-name.js';
import { compilePool } from '../compile/compile-connection.js';
import { checkTraceRequest, processOf, sendsNothing, traceRequests } from '../compile/trace-requests.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { isMapping } from '../form/choice.js';
import { type LoadForm, loadSchema } from '../schema/load-schema.js';
import type { Item } from '../schema/sections.js';

/** Tells what is wrong at some key of a load. @param beside another key that may have to change instead */
type Problem = (
  keys: DocumentPath,
  message: string,
  part?: 'key' | 'value',
  beside?: DocumentPath,
) => readonly Diagnostic[];

function problemOf(index: number, document: ScenarioDocument): Problem {
  return (keys, message, part, beside) => {
    const related = beside && [['load', index, ...beside]];
    return [document.diagnostic(['load', index, ...keys], message, part, related)];
  };
}

/** What is wrong with the loads, each in itself. */
export function checkLoads(
  loads: readonly Item<LoadForm>[],
  document: ScenarioDocument,
  fleet: string | undefined,
): readonly Diagnostic[] {
  return loads.flatMap((item) => {
    const problem = problemOf(item.index, document);
    return [
      ...[checkProcess, checkPool, checkClosedLoop, checkEndlessness].flatMap((check) =>
        check(item.form, problem),
      ),
      ...traceRequests(item).flatMap((request) => checkTraceRequest(request, document, fleet)),
    ];
  });
}

/** A process and a rate that do not go together. */
function checkProcess(form: LoadForm, problem: Problem): readonly Diagnostic[] {
  if (sendsNothing(form)) return [];
  const process = processOf(form);
  if (process === undefined) {
    if (form.rate === undefined) return [];
    return problem(['rate'], 'this process sets its own times; leave rate out', 'key', ['process']);
  }
  if (form.rate === undefined) {
    const expected = process === 'trace' ? '{ trace: { file, kind } }' : 'a rate such as 40/s';
    return problem(['rate'], `"rate" is missing; expected ${expected}, or a process that sets its own times`);
  }
  if (process !== 'trace' || form.rate.kind === 'trace') return [];
  const message = 'process: trace replays a file; expected rate: { trace: { file, kind } }';
  return problem(['rate'], message, 'value', ['process']);
}

/** A pool that is to keep more idle connections than it has. */
function checkPool({ connection }: LoadForm, problem: Problem): readonly Diagnostic[] {
  if (connection.kind !== 'pool') return [];
  const { size, min_idle } = compilePool(connection);
  if (min_idle <= size) return [];
  const message = `expected at most ${size}, which is the size of the pool, got ${min_idle}`;
  return problem(['connection', 'min_idle'], message, 'value', ['connection', 'size']);
}

/** A closed loop of sessions: both would think between queries. */
function checkClosedLoop(form: LoadForm, problem: Problem): readonly Diagnostic[] {
  if (closedLoopOf(form) === undefined || form.connection.kind !== 'session') return [];
  const message =
    'a closed loop thinks between queries, and so does a session; expected kind: per_query or pool, or another process';
  return problem(['connection', 'kind'], message, 'value', ['process']);
}

/** Clients without an end to their queries that take no time: they would go on without time going on. */
function checkEndlessness(form: LoadForm, problem: Problem): readonly Diagnostic[] {
  const { connection, query } = form;
  const closed = closedLoopOf(form);
  const endless = (keys: DocumentPath, expected: string) =>
    problem(keys, `queries that take no time with no time between them never end; expected ${expected}`);
  if (query === undefined || !isZero(query.cpu) || !isZero(query.wait)) return [];
  if (connection.kind === 'session') {
    const isEndless = closed === undefined && connection.queries === undefined && isZero(connection.think);
    return isEndless ? endless(['connection', 'think'], 'a think above 0s, or queries') : [];
  }
  const isEndless = closed !== undefined && isZero(closed.think_seconds);
  return isEndless ? endless(['process', 'closed', 'think'], 'a think above 0s') : [];
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
  return loads.flatMap((load: unknown, index) => {
    if (!isMapping(load)) return [];
    const problem = problemOf(index, document);
    return [...checkTarget(load, problem), ...checkQuery(load, problem)];
  });
}

const LOAD_KEYS = Object.keys(loadSchema.shape);

type Written = Readonly<Record<string, unknown>>;

function checkTarget(load: Written, problem: Problem): readonly Diagnostic[] {
  const { compute, route } = load;
  if (compute === undefined && route === undefined) {
    if (isMisspelt('compute', Object.keys(load), LOAD_KEYS)) return [];
    if (isMisspelt('route', Object.keys(load), LOAD_KEYS)) return [];
    const message =
      '"compute" is missing; expected the name of a compute, 1 to 64 characters, or a route over several';
    return problem(['compute'], message);
  }
  if (compute === undefined || route === undefined) return [];
  const message = 'compute and route both say where the queries go; leave one of them out';
  return problem(['route'], message, 'key', ['compute']);
}

function checkQuery(load: Written, problem: Problem): readonly Diagnostic[] {
  const { connection, query } = load;
  const kind = isMapping(connection) ? connection['kind'] : undefined;
  if (kind !== 'listen' && kind !== 'replication') {
    if (query !== undefined || isMisspelt('query', Object.keys(load), LOAD_KEYS)) return [];
    const message =
      '"query" is missing; expected a mapping with the CPU time of a query, such as { cpu: 5ms }';
    return problem(['query'], message);
  }
  return OF_QUERIES.filter((key) => load[key] !== undefined).flatMap((key) => {
    const message = `connections of kind ${kind} send no queries; leave ${key} out`;
    return problem([key], message, 'key', ['connection', 'kind']);
  });
}
