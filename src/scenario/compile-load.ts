import type {
  ConnectionSpecification,
  DemandSpecification,
  LoadSpecification,
  ProcessSpecification,
  RetrySpecification,
} from '../workload/load-specification.js';
import { DEFAULT_POPULARITY } from './assumption-catalogue.js';
import { compileRate, type RateContext } from './compile-rate.js';
import { traceProcess } from './compile-trace.js';
import type { Diagnostic } from './diagnostic.js';
import type { ScenarioDocument } from './scenario-document.js';
import type { LoadForm } from './schema/load-schema.js';
import type { Item } from './sections.js';
import { checkTraceRequest, processOf, traceRequests } from './trace-requests.js';

/** What is wrong with the loads, each in itself. */
export function checkLoads(
  loads: readonly Item<LoadForm>[],
  document: ScenarioDocument,
): readonly Diagnostic[] {
  return loads.flatMap((item) => [
    ...checkProcess(item, document),
    ...checkSession(item, document),
    ...traceRequests(item).flatMap((request) => checkTraceRequest(request, document)),
  ]);
}

/** A process and a rate that do not go together. */
function checkProcess({ index, form }: Item<LoadForm>, document: ScenarioDocument): readonly Diagnostic[] {
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

/** A session without an end to its queries that take no time: it would run them without time going on. */
function checkSession({ index, form }: Item<LoadForm>, document: ScenarioDocument): readonly Diagnostic[] {
  const { connection, query } = form;
  if (connection.kind !== 'session' || connection.queries !== undefined) return [];
  const instant = [connection.think, query.cpu, query.wait].every(
    (law) => law?.kind === 'constant' && law.value === 0,
  );
  if (!instant) return [];
  const message =
    'queries that take no time with no time between them never end; expected a think above 0s, or queries';
  return [document.diagnostic(['load', index, 'connection', 'think'], message)];
}

/** A load with every default filled in; its traces have been read. */
export function compileLoad(form: LoadForm, context: Omit<RateContext, 'load'>): LoadSpecification {
  return {
    name: form.name,
    route: { by: 'weight', targets: [{ compute: form.compute, weight: 1 }] },
    process: compileProcess(form, { ...context, load: form }),
    query: compileQuery(form.query),
    connection: compileConnection(form.connection),
    retry: compileRetry(form.retry),
  };
}

function compileProcess(form: LoadForm, context: RateContext): ProcessSpecification {
  if (form.process?.kind === 'complete') return form.process.process;
  if (form.process?.kind === 'cron')
    return { ...form.process, start_epoch_seconds: context.start_epoch_seconds };
  const rate = form.rate!;
  if (processOf(form) === 'trace' && rate.kind === 'trace') {
    return traceProcess(context.traces.get(rate.trace)!, rate.trace, form);
  }
  const compiled = compileRate(rate, context);
  return processOf(form) === 'regular'
    ? { kind: 'regular', rate: compiled, offset_seconds: 0 }
    : { kind: 'poisson', rate: compiled };
}

function compileQuery(query: LoadForm['query']): DemandSpecification {
  return {
    cpu_seconds: query.cpu,
    wait_seconds: query.wait,
    pages: query.pages,
    working_set_bytes: query.working_set,
    popularity_exponent: query.popularity ?? DEFAULT_POPULARITY.schema.parse(DEFAULT_POPULARITY.default),
    memory_bytes: query.memory,
    temp_bytes: query.temp,
    statement_timeout_seconds: undefined,
  };
}

function compileConnection(connection: LoadForm['connection']): ConnectionSpecification {
  const shared = { via: connection.via, user: 'app', database: 'app' };
  switch (connection.kind) {
    case 'per_query':
      return { kind: 'per_query', ...shared };
    case 'pool':
      return {
        kind: 'pool',
        ...shared,
        preset: undefined,
        size: connection.size,
        min_idle: 0,
        idle_timeout_seconds: undefined,
        max_lifetime_seconds: undefined,
        acquire_timeout_seconds: connection.acquire_timeout,
        max_waiting: connection.max_waiting,
        stale: 'noticed',
      };
    case 'session':
      return {
        kind: 'session',
        ...shared,
        hold_seconds: connection.hold,
        queries: connection.queries,
        think_seconds: connection.think,
        in_transaction: false,
      };
  }
}

function compileRetry(retry: LoadForm['retry']): RetrySpecification {
  return {
    attempts: retry?.attempts ?? 1,
    budget: undefined,
    give_up_seconds: undefined,
    first_seconds: retry?.first ?? 0,
    factor: retry?.factor ?? 1,
    max_seconds: retry?.max ?? 0,
    jitter: retry?.jitter ?? 'none',
    connect_timeout_seconds: retry?.connect_timeout,
  };
}
