import { isMisspelt } from '../../kernel/nearest-name.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { isMapping } from '../form/shown.js';
import { checkComputes, completeSettings } from '../sections/computes.js';
import { EVENTS } from '../sections/events.js';
import { FAULTS } from '../sections/faults.js';
import { checkFleet } from '../sections/fleet/check-fleet.js';
import {
  type Item,
  type ListSection,
  problemsIn,
  type Surroundings,
  within,
  writtenItems,
} from '../sections/list-section.js';
import { columnTrace, LOAD, traceRequests } from '../sections/load/load.js';
import { ruleBookOf } from '../sections/model.js';
import { resolvePlan, startDay } from '../sections/plan.js';
import { checkPlan } from '../sections/plan-limits.js';
import { checkPolicies } from '../sections/policies.js';
import { checkRecurrence, occurrences, type RunClock } from '../sections/recurrence.js';
import { DEFAULT_START_EPOCH_SECONDS } from '../sections/settings.js';
import { checkNames } from './check-names.js';
import type { Sections } from './read-sections.js';
import { LISTS, SCENARIO_KEYS } from './scenario-schema.js';

const MISSING_DURATION =
  '"duration" is missing; expected a duration such as 7d, or a load with a trace to take it from';

/**
 * Checks rules that involve several values, on the parts that could be read, so that all problems are reported together.
 * @returns problems under any plan and rules, and values that the plan, the size table or other values rule out
 */
export function crossChecks(
  sections: Sections,
  document: ScenarioDocument,
): { readonly broken: readonly Diagnostic[]; readonly forbidden: readonly Diagnostic[] } {
  const written = isMapping(document.value) ? document.value : {};
  const misspelt = (key: string) => isMisspelt(key, Object.keys(written), SCENARIO_KEYS);
  const plan = resolvePlan(sections, document);
  // If there is an unreadable plan, its computes must not be checked against another plan.
  const unreadPlan = sections.plan === undefined && (written['plan'] !== undefined || misspelt('plan'));
  const limits = unreadPlan ? undefined : plan.limits;
  const rules = { plan: limits, book: ruleBookOf(sections.model) };
  // An unreadable load may have a trace.
  const unread =
    misspelt('load') || (Array.isArray(written['load']) && sections.load.length < written['load'].length);
  const traced = unread || sections.load.some((item) => traceRequests(item).length > 0);
  const missing =
    isMapping(document.value) && written['duration'] === undefined && !misspelt('duration') && !traced;
  const { computes, duration } = sections;
  const clock = runClock(sections, duration ?? Number.POSITIVE_INFINITY);
  const events = occurrences(sections.events, clock);
  const surroundings: Surroundings = {
    computes: computes.map(completeSettings),
    rules,
    fleet: sections.fleet?.name,
  };
  const checked = <Form>(list: ListSection<Form>, items: readonly Item<Form>[]) =>
    problemsIn([list.name], document, (problem) => list.check?.(items, surroundings, problem));
  const namesTenants = sections.load.some(({ form }) => columnTrace(form) !== undefined);
  const day = startDay(sections);
  const broken = [
    ...(missing ? [document.diagnostic(['duration'], MISSING_DURATION)] : []),
    ...plan.diagnostics,
    ...checkNames(document, namesTenants ? 'unread' : undefined),
    ...problemsIn([LOAD.name], document, (problem) => {
      for (const [index, load] of writtenItems(LOAD.name, document).entries())
        if (load !== undefined) LOAD.checkWritten?.(load, within(problem, index));
    }),
    ...checked(LOAD, sections.load),
    ...problemsIn([EVENTS.name], document, (problem) => checkRecurrence(sections.events, clock, problem)),
  ];
  const forbidden = [
    ...problemsIn(['computes'], document, (problem) => {
      for (const item of computes) checkPolicies(item, events, problem);
      checkComputes(computes, rules, day, problem);
    }),
    ...checked(EVENTS, events),
    ...checked(FAULTS, sections.faults),
    ...problemsIn([], document, (problem) => {
      checkFleet(sections, rules, problem);
      if (limits !== undefined) checkPlan(sections, problem);
    }),
    ...(duration === undefined ? [] : checkTimes({ ...sections, events }, duration, document)),
  ];
  return { broken, forbidden };
}

/** The clock of recurring events. @param duration_seconds Infinity if it is not known yet */
export function runClock({ start, timezone }: Sections, duration_seconds: number): RunClock {
  return { start_epoch_seconds: start ?? DEFAULT_START_EPOCH_SECONDS, timezone, duration_seconds };
}

/** Reports events and faults outside the run. */
export function checkTimes(
  sections: Sections,
  duration_seconds: number,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const checked = <Form>({ name, checkTimes: check }: ListSection<Form>, items: readonly Item<Form>[]) =>
    problemsIn([name], document, (problem) => check?.(items, duration_seconds, problem), [['duration']]);
  return [
    ...checked(EVENTS, sections.events),
    ...checked(FAULTS, sections.faults),
    ...checked(LISTS.api_faults, sections.api_faults),
  ];
}
