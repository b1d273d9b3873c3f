import { Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';

/**
 * A proxy holds a caller, or goes on holding it. When its connect timeout is over, counted from when the attempt
 * began, it gives up.
 */
export function hold({ queries, limits, loads }: RunContext, query: number): void {
  queries.enter(query, Stage.held);
  limits.begin(query, loads.connectTimeout[queries.load[query]!]!);
}
