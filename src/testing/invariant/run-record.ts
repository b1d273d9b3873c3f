import { parseScenario } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { DecisionRow, RunObservations, TimelineRow } from '../../simulation/run/observation.js';
import { simulate } from '../../simulation/simulation.js';
import { checkArguments } from '../arguments/arguments.js';

/** A row of the timeline that may be retained; its latencies are reduced to totals. */
export interface TimelineRecord extends Omit<TimelineRow, 'latency'> {
  readonly latency: { readonly count: number; readonly sum: number; readonly max: number };
}

/** All results of a run. Grows with its length: for tests, not for long runs. */
export interface RunRecord {
  readonly scenario: Scenario;
  readonly replication: number;
  /** The document that the scenario was compiled from, if any; replays the run. */
  readonly document: unknown;
  readonly observations: RunObservations;
  readonly timeline: readonly TimelineRecord[];
  readonly decisions: readonly DecisionRow[];
}

/** Options of recording a run. */
export interface RecordOptions {
  /** Number of the replication; 0 by default. */
  readonly replication?: number;
  /** The document the scenario was compiled from, for messages. */
  readonly document?: unknown;
}

/**
 * Runs a scenario to its end and keeps its observations, timeline and decisions.
 * @throws InvariantError if the simulator reaches an invalid state; PolicyError if a custom policy returns an invalid
 * decision
 */
export function recordRun(scenario: Scenario, options: RecordOptions = {}): RunRecord {
  checkArguments('recordRun', { compiled: scenario, options });
  const { replication = 0, document } = options;
  const timeline: TimelineRecord[] = [];
  const decisions: DecisionRow[] = [];
  const observations = simulate(scenario, {
    replication,
    observer: {
      timeline(row) {
        // The simulator reuses the histogram after the call.
        const { count, sum, max } = row.latency;
        timeline.push({ ...row, latency: { count, sum, max } });
      },
      decision(row) {
        decisions.push(row);
      },
    },
  });
  return { scenario, replication, document, observations, timeline, decisions };
}

/**
 * Compiles a scenario document (a plain object, as parsed from a JSON file) and records its run.
 * @throws ScenarioError if the document is not a valid scenario
 */
export async function recordDocument(document: unknown, replication = 0): Promise<RunRecord> {
  checkArguments('recordDocument', { document, replication });
  const scenario = await parseScenario(JSON.stringify(document));
  return recordRun(scenario, { replication, document });
}
