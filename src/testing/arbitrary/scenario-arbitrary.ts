import fc from 'fast-check';
import { RULE_BOOKS } from '../../compute/rule-book.js';
import { checkArguments } from '../arguments/arguments.js';
import { computeDocuments, PLANS } from './compute-arbitrary.js';
import { type JsonMapping, millisecondsText } from './distribution-arbitrary.js';
import { eventDocuments } from './event-arbitrary.js';
import { faultDocuments } from './fault-arbitrary.js';
import { loadDocuments } from './load-arbitrary.js';
import { modelDocuments } from './model-arbitrary.js';

/** A scenario file as plain data: `parseScenario(JSON.stringify(document))` accepts it. */
export type ScenarioInput = JsonMapping & {
  readonly computes: readonly JsonMapping[];
  readonly load: readonly JsonMapping[];
  readonly events: readonly JsonMapping[];
  readonly faults: readonly JsonMapping[];
  readonly model: JsonMapping;
};

/** Constraints on random scenarios; an omitted one does not constrain. */
export interface ScenarioConstraints {
  /** Computes at most; 3 unless given. */
  readonly computes?: number;
  /** Loads at most; 3 unless given. */
  readonly loads?: number;
  /** Queries a load has on average, at most; 60 unless given. */
  readonly queries?: number;
  /** Events at most; 6 unless given, 0 for none. */
  readonly events?: number;
  /** Maximum number of faults; 3 by default, 0 for none, and none without events. */
  readonly faults?: number;
  /**
   * Only loads whose queries arrive whatever became of the ones before, at one compute each: no closed loops,
   * no routes, no connections without queries.
   */
  readonly open?: boolean;
  /** Plans to choose from; all unless given. */
  readonly plans?: readonly string[];
}

/**
 * Random scenario documents: several computes with replicas, every arrival process and connection kind,
 * closed loops, routes, retries, timeouts, the pooler, every distribution of durations, edits, restarts, starts and
 * suspends, faults, and any constant of the model. A run covers half a minute to two hours and takes
 * milliseconds.
 */
export function scenarioDocuments(constraints: ScenarioConstraints = {}): fc.Arbitrary<ScenarioInput> {
  checkArguments('scenarioDocuments', { constraints });
  const { computes = 3, loads = 3, queries = 60, events = 6, plans = PLANS, open = false } = constraints;
  const { faults = events === 0 ? 0 : 3 } = constraints;
  return fc
    .record({
      plan: fc.constantFrom(...plans),
      rules: fc.constantFrom(...RULE_BOOKS),
      // Whole milliseconds; the odd lengths make the last row of the timeline a short one.
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

/** One row for the whole run, a few, or up to about sixty. */
function timelineIntervals(duration_ms: number): fc.Arbitrary<string> {
  return fc
    .constantFrom(0.5, 1, 3, 7.3, 60)
    .map((rows) => millisecondsText(Math.max(1, Math.round(duration_ms / rows))));
}
