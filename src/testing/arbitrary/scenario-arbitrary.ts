import fc from 'fast-check';
import { RULE_BOOKS } from '../../compute/rule-book.js';
import { checkArguments } from '../arguments/arguments.js';
import { computeDocuments, PLANS } from './compute-arbitrary.js';
import { type JsonMapping, millisecondsText } from './distribution-arbitrary.js';
import { eventDocuments } from './event-arbitrary.js';
import { faultDocuments } from './fault-arbitrary.js';
import { loadDocuments } from './load-arbitrary.js';
import { modelDocuments } from './model-arbitrary.js';

/** A scenario file as plain data, valid for `parseScenario(JSON.stringify(document))`. */
export type ScenarioInput = JsonMapping & {
  readonly computes: readonly JsonMapping[];
  readonly load: readonly JsonMapping[];
  readonly events: readonly JsonMapping[];
  readonly faults: readonly JsonMapping[];
  readonly model: JsonMapping;
};

/** Constraints on random scenarios; all are optional. */
export interface ScenarioConstraints {
  /** Maximum number of computes; 3 by default. */
  readonly computes?: number;
  /** Maximum number of loads; 3 by default. */
  readonly loads?: number;
  /** Maximum mean number of queries per load; 60 by default. */
  readonly queries?: number;
  /** Maximum number of events; 6 by default, 0 for none. */
  readonly events?: number;
  /** Maximum number of faults; 3 by default, 0 for none, and none without events. */
  readonly faults?: number;
  /**
   * Only loads whose arrivals do not depend on earlier queries, each at one compute: no closed loops, no routes, no
   * connections without queries.
   */
  readonly open?: boolean;
  /** Plans to choose from; all by default. */
  readonly plans?: readonly string[];
}

/**
 * Random scenario documents: several computes with replicas, every arrival process and connection kind, closed loops,
 * routes, retries, timeouts, the pooler, every distribution of durations, edits, restarts, starts and suspends, faults,
 * and any constant of the model. A run covers half a minute to two hours and takes milliseconds.
 */
export function scenarioDocuments(constraints: ScenarioConstraints = {}): fc.Arbitrary<ScenarioInput> {
  checkArguments('scenarioDocuments', { constraints });
  const { computes = 3, loads = 3, queries = 60, events = 6, plans = PLANS, open = false } = constraints;
  const { faults = events === 0 ? 0 : 3 } = constraints;
  return fc
    .record({
      plan: fc.constantFrom(...plans),
      rules: fc.constantFrom(...RULE_BOOKS),
      // Whole milliseconds; odd lengths shorten the last row of the timeline.
      duration_ms: fc.oneof(
        fc.integer({ min: 30_000, max: 600_000 }),
        fc.integer({ min: 600_000, max: 7_200_000 }),
      ),
      queries: fc.integer({ min: 1, max: Math.max(1, queries) }),
    })
    .chain(({ plan, rules, duration_ms, queries: mean }) => {
      const scale = { duration_seconds: duration_ms / 1000, queries: mean };
      return computeDocuments(plan, computes, rules).chain((computeList) => {
        const names = computeList.map((compute) => String(compute['name']));
        return fc
          .record({
            seed: fc.nat({ max: 1_000_000 }),
            start: fc.constantFrom('2026-01-05T00:00:00Z', '2026-01-31T23:30:00Z', '2027-07-01T12:00:00Z'),
            load: loadDocuments(names, scale, loads, open),
            events: eventDocuments(computeList, { plan, rules, ...scale, most: events }),
            faults: faultDocuments(names, scale.duration_seconds, faults),
            model: modelDocuments(rules),
            timeline_interval: timelineIntervals(duration_ms),
          })
          .map((rest) => ({
            name: 'random',
            plan,
            duration: millisecondsText(duration_ms),
            computes: computeList,
            ...rest,
          }));
      });
    });
}

/** The timeline has a single row, a few, or up to about sixty. */
function timelineIntervals(duration_ms: number): fc.Arbitrary<string> {
  return fc
    .constantFrom(0.5, 1, 3, 7.3, 60)
    .map((rows) => millisecondsText(Math.max(1, Math.round(duration_ms / rows))));
}
