import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import { sumOf } from '../../kernel/sums.js';
import type { DecisionRow } from '../../simulation/run/observation.js';
import { checkArguments } from '../arguments/arguments.js';
import { eachHistory, type StateInterval } from './compute-history.js';
import { agrees, atMost, checkedInvariant, firstProblem, type Invariant } from './invariant.js';

type Decision = DecisionRow['decision'];

/** The states that allow a decision, and the state it leads to; other decisions keep the state. */
const TRANSITIONS: Partial<
  Record<Decision, { readonly from: readonly ComputeState[]; readonly to: ComputeState }>
> = {
  wake: { from: ['idle'], to: 'starting' },
  start: { from: ['idle', 'init'], to: 'starting' },
  active: { from: ['starting', 'init', 'idle'], to: 'active' },
  suspend: { from: ['active', 'starting', 'init', 'restarting'], to: 'idle' },
  restarted: { from: ['restarting'], to: 'active' },
  resize: { from: ['active'], to: 'active' },
};

/** Whether a restart call was granted: it is refused unless the compute is active, and therefore has a size. */
export function isGrantedRestart(row: DecisionRow): boolean {
  checkArguments('isGrantedRestart', { row });
  return row.decision === 'restart' && row.cu_before > 0;
}

/** INV-9: decisions are in order of time, within the run. */
export const decisionsAreMonotone = checkedInvariant('decisionsAreMonotone', (record) => {
  const { duration_seconds } = record.scenario;
  let before = 0;
  return firstProblem(record.decisions, ({ time_seconds, decision }) => {
    if (!(time_seconds >= before && time_seconds <= duration_seconds)) {
      return `${decision} at ${time_seconds} s comes after one at ${before} s in a run of ${duration_seconds} s`;
    }
    before = time_seconds;
    return undefined;
  });
});

/** INV-10: a compute moves only along the transitions of its lifecycle. */
export const lifecycleIsLegal = checkedInvariant('lifecycleIsLegal', (record) => {
  return eachHistory(record, ({ name, stretches }) =>
    firstProblem(pairs(stretches), ([before, after]) => {
      const problem = transitionProblem(before.state, after.decision!);
      return problem === undefined ? undefined : `${name} at ${after.from_seconds} s: ${problem}`;
    }),
  );
});

/** INV-11: starts and suspends alternate. */
export const startsAndSuspendsAlternate = checkedInvariant('startsAndSuspendsAlternate', (record) => {
  return eachHistory(record, ({ name, decisions, initial_state }) => {
    let suspended = initial_state !== 'init';
    return firstProblem(decisions, ({ decision, time_seconds, state }) => {
      const starts = decision === 'wake' || decision === 'start' || (decision === 'active' && suspended);
      if (decision === 'start' && state === 'init') return undefined;
      if (!starts && decision !== 'suspend') return undefined;
      if (starts !== suspended) return `${name}: ${decision} at ${time_seconds} s follows one of its kind`;
      suspended = !starts;
      return undefined;
    });
  });
});

/** INV-12: the counters of wakes, suspends, restarts and resizes match the decision log. */
export const countersMatchDecisions = checkedInvariant('countersMatchDecisions', (record) => {
  return eachHistory(record, ({ name, decisions, observations, initial_state }) => {
    const count = (accepts: (row: DecisionRow) => boolean) => decisions.filter(accepts).length;
    // A compute that runs from the beginning, or for the first time after creation, has not been woken.
    const first = decisions.find((row) => row.decision === 'active' || row.decision === 'suspend');
    const unwoken = initial_state !== 'idle' && first?.decision === 'active' ? 1 : 0;
    const runs = count((row) => row.decision === 'active') - unwoken;
    const expected = {
      wakes: count((row) => row.decision === 'wake' || (row.decision === 'start' && row.state !== 'init')),
      suspends: count((row) => row.decision === 'suspend'),
      restarts: count(isGrantedRestart),
      resizes: count((row) => row.decision === 'resize'),
    };
    if (observations.wake_latency.count !== runs) {
      return `${name}: ${runs} wakes came to an end, ${observations.wake_latency.count} wake latencies`;
    }
    return firstProblem(['wakes', 'suspends', 'restarts', 'resizes'] as const, (key) =>
      observations[key] === expected[key]
        ? undefined
        : `${name}: ${observations[key]} ${key}, ${expected[key]} in the decision log`,
    );
  });
});

/** INV-13: the times in all states add up to the run and match the decision log. */
export const stateSecondsAddUp = checkedInvariant('stateSecondsAddUp', (record) => {
  return eachHistory(record, (history) => {
    const { name, observations: one, duration_seconds } = history;
    const seconds = [
      ['active', one.active_seconds, ['active']],
      ['suspended', one.suspended_seconds, ['idle']],
      ['starting', one.starting_seconds, ['starting', 'init']],
      ['restarting', one.restarting_seconds, ['restarting']],
    ] as const;
    const sum = sumOf(seconds, ([, value]) => value);
    if (!agrees(sum, duration_seconds)) return `${name}: ${sum} s in all states of ${duration_seconds} s`;
    return firstProblem(seconds, ([state, value, states]) => {
      const logged = sumOf(history.stretches, (stretch) =>
        (states as readonly ComputeState[]).includes(stretch.state)
          ? stretch.to_seconds - stretch.from_seconds
          : 0,
      );
      return agrees(value, logged)
        ? undefined
        : `${name}: ${value} s ${state}, ${logged} s by the decision log`;
    });
  });
});

/** INV-14: the compute is unavailable for at most the length of the run, and never while suspended. */
export const unavailabilityIsBounded = checkedInvariant('unavailabilityIsBounded', (record) => {
  const { quota_exhausted_seconds } = record.observations;
  return eachHistory(record, ({ name, observations: one }) => {
    const faults = one.unavailable_by_cause['fault'] ?? 0;
    const awake = one.active_seconds + one.starting_seconds + one.restarting_seconds;
    const most = awake + quota_exhausted_seconds + faults;
    return one.unavailable_seconds >= 0 && atMost(one.unavailable_seconds, most)
      ? undefined
      : `${name}: unavailable for ${one.unavailable_seconds} s, at most ${most} s are possible`;
  });
});

/** The invariants of a compute's lifecycle, INV-9 to INV-14. */
export const LIFECYCLE_INVARIANTS: readonly Invariant[] = [
  { id: 'INV-9', name: 'decisions are in order of time', check: decisionsAreMonotone },
  { id: 'INV-10', name: 'a compute keeps to its lifecycle', check: lifecycleIsLegal },
  { id: 'INV-11', name: 'starts and suspends alternate', check: startsAndSuspendsAlternate },
  { id: 'INV-12', name: 'counters match the decision log', check: countersMatchDecisions },
  { id: 'INV-13', name: 'state seconds add up to the run', check: stateSecondsAddUp },
  { id: 'INV-14', name: 'unavailability is bounded', check: unavailabilityIsBounded },
];

function transitionProblem(before: ComputeState, row: DecisionRow): string | undefined {
  const { decision, state } = row;
  if (decision === 'restart') {
    const granted = before === 'active';
    const expected = granted ? 'restarting' : before;
    return state === expected ? undefined : `a restart leads from ${before} to ${state}`;
  }
  const transition = TRANSITIONS[decision];
  if (transition === undefined) {
    return state === before ? undefined : `${decision} leads from ${before} to ${state}`;
  }
  if (!transition.from.includes(before)) return `${decision} while ${before}`;
  // A compute that the scenario creates starts in the state `init`.
  const reached = decision === 'start' && before === 'init' ? 'init' : transition.to;
  return state === reached ? undefined : `${decision} leads from ${before} to ${state}`;
}

function pairs(stretches: readonly StateInterval[]): readonly (readonly [StateInterval, StateInterval])[] {
  return stretches.slice(1).map((after, index) => [stretches[index]!, after]);
}
