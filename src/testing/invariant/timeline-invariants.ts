import { sumOf } from '../../kernel/sums.js';
import { eachHistory, type StateInterval } from './compute-history.js';
import { agrees, atMost, checkedInvariant, firstProblem, type Invariant, largest } from './invariant.js';
import type { TimelineRecord } from './run-record.js';

/** INV-20: a compute's rows follow one another without gap or overlap from 0 to the end of the run. */
export const timelineIsContiguous = checkedInvariant('timelineIsContiguous', (record) => {
  return eachHistory(record, ({ name, timeline, duration_seconds }) => {
    let end = 0;
    const problem = firstProblem(timeline, ({ start_seconds, end_seconds }) => {
      if (start_seconds !== end || !(end_seconds > start_seconds)) {
        return `${name}: a row from ${start_seconds} to ${end_seconds} s follows one that ends at ${end} s`;
      }
      end = end_seconds;
      return undefined;
    });
    if (problem !== undefined) return problem;
    return end === duration_seconds
      ? undefined
      : `${name}: the timeline ends at ${end} s, the run at ${duration_seconds} s`;
  });
});

/** INV-21: counts and integrals of the rows add up to the totals of the run. */
export const timelineAddsUp = checkedInvariant('timelineAddsUp', (record) => {
  return eachHistory(record, ({ name, timeline, observations: one, duration_seconds }) => {
    const figures: readonly (readonly [string, (row: TimelineRecord) => number, number])[] = [
      ['arrived', (row) => row.arrived, one.arrived],
      ['completed', (row) => row.completed, one.completed],
      ['failed', (row) => row.failed, one.failed],
      ['refused', (row) => row.refused, one.connections.refused],
      ['bytes sent', (row) => row.sent_bytes, one.sent_bytes],
      ['attempts', (row) => row.attempts, one.attempts.made],
      ['connections cut', (row) => row.dropped, one.connections.dropped],
      ['wakes', (row) => row.wakes, one.wakes],
      ['delayed', (row) => row.delayed, one.delayed],
      ['latencies', (row) => row.latency.count, one.latency.count],
      ['seconds of latency', (row) => row.latency.sum, one.latency.sum],
      ['active seconds', (row) => row.active_seconds, one.active_seconds],
      ['CU-seconds', (row) => row.cu_seconds, one.cu_seconds],
      [
        'connection-seconds',
        (row) => row.connections_mean * (row.end_seconds - row.start_seconds),
        one.connections.mean * duration_seconds,
      ],
    ];
    return firstProblem(figures, ([figure, of, expected]) => {
      const sum = sumOf(timeline, of);
      return agrees(sum, expected) ? undefined : `${name}: ${sum} ${figure} in the rows, ${expected} in all`;
    });
  });
});

/** INV-22: a row's state and size match the decision log at its end. */
export const timelineMatchesDecisions = checkedInvariant('timelineMatchesDecisions', (record) => {
  return eachHistory(record, ({ name, timeline, stretches }) =>
    firstProblem(timeline, ({ end_seconds, state, cu }) =>
      intervalsAt(stretches, end_seconds, end_seconds).some((one) => one.state === state && one.cu === cu)
        ? undefined
        : `${name} at ${end_seconds} s: ${state} with ${cu} CU, not so by the decision log`,
    ),
  );
});

/** INV-23: no query completes in a row without active time, and none runs while the compute is not active. */
export const nothingIsServedWhileSuspended = checkedInvariant('nothingIsServedWhileSuspended', (record) => {
  return eachHistory(record, ({ name, timeline, decisions, stretches }) => {
    const row = firstProblem(timeline, ({ start_seconds, end_seconds, completed, load_mean }) => {
      const active = intervalsAt(stretches, start_seconds, end_seconds).some((one) => one.state === 'active');
      return active || (completed === 0 && load_mean === 0)
        ? undefined
        : `${name}: ${completed} completed from ${start_seconds} to ${end_seconds} s, while it was not active`;
    });
    if (row !== undefined) return row;
    return firstProblem(decisions, ({ state, running, connections, time_seconds }) =>
      state === 'active' || (running === 0 && connections === 0)
        ? undefined
        : `${name} at ${time_seconds} s: ${running} running and ${connections} connections while ${state}`,
    );
  });
});

/** INV-24: open connections never exceed the limit in force. */
export const connectionsStayWithinLimit = checkedInvariant('connectionsStayWithinLimit', (record) => {
  return eachHistory(record, ({ name, timeline, stretches, observations: { connections } }) => {
    const last = stretches[stretches.length - 1]!.limits.connections;
    if (connections.limit !== last) return `${name}: limit ${connections.limit}, ${last} by its settings`;
    const peak = largest(timeline, (row) => row.connections_max);
    if (connections.peak !== peak) {
      return `${name}: peak ${connections.peak}, ${peak} in the timeline`;
    }
    const decision = firstProblem(stretches, ({ decision, limits }) =>
      // The decision row of an edit precedes the cut of connections above its new limit.
      decision === undefined || decision.decision === 'update' || decision.connections <= limits.connections
        ? undefined
        : `${name} at ${decision.time_seconds} s: ${decision.connections} connections of ${limits.connections}`,
    );
    if (decision !== undefined) return decision;
    return firstProblem(timeline, (row) => {
      const { start_seconds, end_seconds, connections_max, connections_mean } = row;
      const inForce = intervalsAt(stretches, start_seconds, end_seconds);
      const most = largest(inForce, (one) => one.limits.connections);
      return connections_max <= most && atMost(connections_mean, connections_max)
        ? undefined
        : `${name} from ${start_seconds} s: ${connections_max} connections (mean ${connections_mean}) of ${most}`;
    });
  });
});

/** INV-25: a row's ratios are from 0 to 1, and its integrals fit its width. */
export const rowsArePlausible = checkedInvariant('rowsArePlausible', (record) => {
  return firstProblem(record.timeline, (row) => {
    const { compute, start_seconds, hit_ratio, active_seconds, latency, completed, load_mean } = row;
    const width = row.end_seconds - start_seconds;
    const wrong =
      (hit_ratio !== undefined && !(hit_ratio >= 0 && hit_ratio <= 1)) ||
      !(active_seconds >= 0 && atMost(active_seconds, width)) ||
      latency.count !== completed ||
      !(load_mean >= 0);
    return wrong ? `${compute} from ${start_seconds} s: ${JSON.stringify(row)}` : undefined;
  });
});

/** The invariants of the timeline, INV-20 to INV-25. */
export const TIMELINE_INVARIANTS: readonly Invariant[] = [
  { id: 'INV-20', name: 'the timeline has no gap', check: timelineIsContiguous },
  { id: 'INV-21', name: 'the timeline adds up to the run', check: timelineAddsUp },
  { id: 'INV-22', name: 'the timeline matches the decision log', check: timelineMatchesDecisions },
  { id: 'INV-23', name: 'no query is served while suspended', check: nothingIsServedWhileSuspended },
  { id: 'INV-24', name: 'connections stay within the limit', check: connectionsStayWithinLimit },
  { id: 'INV-25', name: 'rows of the timeline are plausible', check: rowsArePlausible },
];

/** The intervals that overlap or touch [from, to]: at the moment of a decision, both neighbours. */
function intervalsAt(
  stretches: readonly StateInterval[],
  from: number,
  to: number,
): readonly StateInterval[] {
  return stretches.filter((stretch) => stretch.from_seconds <= to && stretch.to_seconds >= from);
}
