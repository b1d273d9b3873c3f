import type { DecisionRow, Observer } from '../../../src/simulation/run/observation.js';

/** An observer that keeps the decisions of a run. */
export interface DecisionRecord extends Observer {
  readonly rows: readonly DecisionRow[];
  /** The times at which decisions of a kind were made, in seconds since the scenario's start. */
  times(decision: DecisionRow['decision']): readonly number[];
}

export function recordDecisions(): DecisionRecord {
  const rows: DecisionRow[] = [];
  return {
    rows,
    times: (decision) => rows.filter((row) => row.decision === decision).map((row) => row.time_seconds),
    decision: (row) => {
      rows.push(row);
    },
    timeline: () => {},
  };
}
