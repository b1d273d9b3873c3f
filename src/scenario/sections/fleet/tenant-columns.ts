import type { PlayedTrace } from '../../../workload/trace/trace.js';
import type { Problem } from '../list-section.js';
import type { TraceRequest } from '../load/load.js';
import type { TraceLibrary } from '../load/read-traces.js';
import type { FleetItem } from './fleet.js';

const withColumns = (requests: readonly TraceRequest[]) =>
  requests.filter(({ trace }) => trace.values !== undefined);

const namesOf = (columns: readonly PlayedTrace[]) => columns.map(({ name }) => name!);

/**
 * The names of the tenants, in the order of the first trace with a column for each, and the traces with the columns of
 * all others in that order.
 */
export function namedColumns(
  requests: readonly TraceRequest[],
  traces: TraceLibrary,
): { readonly names: readonly string[] | undefined; readonly traces: TraceLibrary } {
  const [first, ...others] = withColumns(requests);
  const columns = first && traces.get(first.trace);
  if (columns === undefined) return { names: undefined, traces };
  const names = namesOf(columns);
  const ordered = new Map(traces);
  for (const { trace } of others) {
    const byName = new Map(traces.get(trace)?.map((column) => [column.name, column]));
    ordered.set(
      trace,
      names.flatMap((name) => byName.get(name) ?? []),
    );
  }
  return { names, traces: ordered };
}

/** Reports traces whose columns are not the tenants of the fleet. */
export function checkColumns(
  requests: readonly TraceRequest[],
  traces: TraceLibrary,
  { name: fleet, count }: FleetItem,
  problem: Problem,
): void {
  const all = withColumns(requests);
  const [first] = all;
  const names = new Set(namesOf((first && traces.get(first.trace)) ?? []));
  if (names.has(fleet)) {
    const message = `one of the tenants is called "${fleet}" as well; expected another name for the fleet`;
    problem(['computes', 'name'], message);
  }
  for (const { trace, path } of all) {
    const columns = traces.get(trace);
    if (columns === undefined) continue;
    const unknown = namesOf(columns).find((name) => !names.has(name));
    if (columns.length !== count) {
      const message = `the trace has ${columns.length} columns of values, and the fleet has ${count} tenants, one per column; expected computes.count: ${columns.length}, or as many names as tenants`;
      problem([...path, 'values'], message, { related: [['computes', 'count']] });
    } else if (unknown !== undefined && names.size === count) {
      const message = `column "${unknown}" is not a tenant of load ${first!.load.name}; expected the same names, in any order`;
      problem([...path, 'values'], message);
    }
  }
}
