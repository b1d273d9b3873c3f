import { parseScenario } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { DecisionRow, RunObservations, TimelineRow } from '../../simulation/run/observation.js';
import { simulate } from '../../simulation/simulation.js';
import { checkArguments } from '../arguments/arguments.js';

/** A row of the timeline that may be kept: of its latencies, only what sums up. */
export interface TimelineRecord extends Omit<TimelineRow, 'latency'> {
  readonly latency: { readonly count: number; readonly sum: number; readonly max: number };
}

/** Everything a run has shown. Grows with the horizon: for tests, not for long runs. */
export interface RunRecord {
  readonly scenario: Scenario;
  readonly replication: number;
  /** The document the scenario was compiled from, if there is one; replays the run. */
  readonly document: unknown;
  readonly observations: RunObservations;
  readonly timeline: readonly TimelineRecord[];
  readonly decisions: readonly DecisionRow[];
}

/** How a run is recorded. */
export interface RecordOptions {
  /** Number of the replication; 0 unless given. */
  readonly replication?: number;
  /** The document the scenario was compiled from, for messages. */
  readonly document?: unknown;
}

/**
 * Runs a scenario to its end and keeps its observations, timeline and decisions.
 * @throws InvariantError when the simulator finds itself in a state it must not be in; PolicyError when a policy of the
 *   user's answers what it must not
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
        // The simulator uses the histogram again after the call.
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
 * Compiles a scenario document (a plain object, as a JSON file holds it) and records its run.
 * @throws ScenarioError when the document is not a valid scenario
 */
export async function recordDocument(document: unknown, replication = 0): Promise<RunRecord> {
  checkArguments('recordDocument', { document, replication });
  const scenario = await parseScenario(JSON.stringify(document));
  return recordRun(scenario, { replication, document });
}
