import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import { type ComputeSettings, settingsOf } from '../../compute/lifecycle/settings.js';
import { configuredMaxConnections, tempDiskBytes } from '../../compute/size.js';
import type { ModelConstants } from '../../scenario/scenario.js';
import type { ComputeObservations, DecisionRow } from '../../simulation/run/observation.js';
import { firstProblem } from './invariant.js';
import type { RunRecord, TimelineRecord } from './run-record.js';

/** The limits in force at a moment. */
export interface Limits {
  readonly min_cu: number;
  readonly max_cu: number;
  /** Connection slots that clients may use. */
  readonly connections: number;
  readonly temp_bytes: number;
}

/** An interval between two decisions, with constant state, size and limits. */
export interface StateInterval {
  readonly from_seconds: number;
  readonly to_seconds: number;
  readonly state: ComputeState;
  readonly cu: number;
  readonly limits: Limits;
  /** The decision at its beginning; `undefined` at the beginning of the run. */
  readonly decision: DecisionRow | undefined;
}

/** A run's results for one compute, and its history from the decision log. */
export interface ComputeHistory {
  readonly name: string;
  readonly observations: ComputeObservations;
  readonly timeline: readonly TimelineRecord[];
  readonly decisions: readonly DecisionRow[];
  readonly initial_state: 'init' | 'active' | 'idle';
  readonly model: ModelConstants;
  readonly duration_seconds: number;
  readonly stretches: readonly StateInterval[];
}

/** The history of every compute of a run, in the order of the scenario. */
export function computeHistories(record: RunRecord): readonly ComputeHistory[] {
  const { scenario, observations } = record;
  return scenario.computes.map((specification, index) => {
    const { name, initial_state } = specification;
    const decisions = record.decisions.filter((row) => row.compute === name);
    return {
      name,
      observations: observations.computes[index]!,
      timeline: record.timeline.filter((row) => row.compute === name),
      decisions,
      initial_state,
      model: scenario.model,
      duration_seconds: scenario.duration_seconds,
      stretches: stretchesOf(record, name, decisions),
    };
  });
}

export function eachHistory(
  record: RunRecord,
  check: (history: ComputeHistory) => string | undefined,
): string | undefined {
  return firstProblem(computeHistories(record), check);
}

/**
 * Every edit that no fault prevents is one row of the log. Rows are in the order of the scenario's events, so the nth
 * row is the nth such edit.
 */
function stretchesOf(
  record: RunRecord,
  compute: string,
  decisions: readonly DecisionRow[],
): readonly StateInterval[] {
  const { scenario } = record;
  const specification = scenario.computes.find((one) => one.name === compute)!;
  const refused = (at_seconds: number): boolean =>
    decisions.some(
      (row) =>
        row.time_seconds === at_seconds && row.decision === 'refuse' && row.reason.startsWith('update call'),
    );
  const edits = scenario.events.filter(
    (event) => event.kind === 'update' && event.compute === compute && !refused(event.at_seconds),
  );
  let settings = settingsOf(specification);
  let edited = 0;
  const stretches: StateInterval[] = [];
  let before: Omit<StateInterval, 'to_seconds'> = {
    from_seconds: 0,
    state: specification.initial_state === 'init' ? 'init' : 'idle',
    cu: 0,
    limits: limitsOf(settings, scenario.model),
    decision: undefined,
  };
  for (const decision of decisions) {
    if (decision.decision === 'update') {
      const edit = edits[edited];
      edited += 1;
      if (edit?.kind === 'update') settings = { ...settings, ...edit.set };
    }
    stretches.push({ ...before, to_seconds: decision.time_seconds });
    before = {
      from_seconds: decision.time_seconds,
      state: decision.state,
      cu: decision.cu_after,
      limits: limitsOf(settings, scenario.model),
      decision,
    };
  }
  stretches.push({ ...before, to_seconds: scenario.duration_seconds });
  return stretches;
}

function limitsOf(settings: ComputeSettings, model: ModelConstants): Limits {
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = settings;
  const slots = configuredMaxConnections(settings, model);
  return {
    min_cu,
    max_cu,
    connections: Math.max(0, slots - model.reserved_connections),
    temp_bytes: tempDiskBytes(max_cu),
  };
}
