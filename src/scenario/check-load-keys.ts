import type { Diagnostic } from './diagnostic.js';
import type { ScenarioDocument } from './scenario-document.js';
import { isMapping } from './schema/choice.js';

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
