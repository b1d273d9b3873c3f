import type { Distribution } from '../kernel/distribution.js';
import { compilePool } from './compile-connection.js';
import type { Diagnostic } from './diagnostic.js';
import type { DocumentPath, ScenarioDocument } from './scenario-document.js';
import type { LoadForm } from './schema/load-schema.js';
import type { Item } from './sections.js';
import { checkTraceRequest, processOf, sendsNothing, traceRequests } from './trace-requests.js';

/** What is wrong with the loads, each in itself. */
export function checkLoads(
  loads: readonly Item<LoadForm>[],
  document: ScenarioDocument,
): readonly Diagnostic[] {
  return loads.flatMap((item) => [
    ...checkProcess(item, document),
    ...checkPool(item, document),
    ...checkClosedLoop(item, document),
    ...checkEndlessness(item, document),
    ...traceRequests(item).flatMap((request) => checkTraceRequest(request, document)),
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

function isZero(law: Distribution | undefined): boolean {
  return law?.kind === 'constant' && law.value === 0;
}
