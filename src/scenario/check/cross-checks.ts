import { isMisspelt } from '../../kernel/nearest-name.js';
import { checkComputes, compileSettings } from '../compile/compile-computes.js';
import { compilePlan, resolvePlan, startDay } from '../compile/compile-plan.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { isMapping } from '../form/choice.js';
import { ruleBookOf } from '../model/model-schema.js';
import { checkMoment, checkWritten, problemsIn, type Surroundings } from '../schema/list-section.js';
import { EVENTS } from '../sections/events.js';
import { checkFaultTimes, FAULTS } from '../sections/faults.js';
import { LOAD, traceRequests } from '../sections/load/load.js';
import { DEFAULT_START_EPOCH_SECONDS, SCENARIO_KEYS } from '../sections/scenario-schema.js';
import type { Sections } from '../sections/sections.js';
import { checkFleet } from './check-fleet.js';
import { checkNames } from './check-names.js';
import { checkPlan } from './check-plan.js';
import { checkPolicies } from './check-policy.js';

const MISSING_DURATION =
  '"duration" is missing; expected a duration such as 7d, or a load with a trace to take it from';

/**
 * What spans several values; runs on the parts that could be read, so that all problems come at once.
 * @returns what is wrong under any plan and rules, and what the plan, the size table or other values rule out
 */
export function crossChecks(
  sections: Sections,
  document: ScenarioDocument,
): { readonly broken: readonly Diagnostic[]; readonly forbidden: readonly Diagnostic[] } {
  const written = isMapping(document.value) ? document.value : {};
  const misspelt = (key: string) => isMisspelt(key, Object.keys(written), SCENARIO_KEYS);
  const plan = resolvePlan(sections, document);
  // A plan that is there but cannot be read must not have its computes checked against another.
  const unreadPlan = sections.plan === undefined && (written['plan'] !== undefined || misspelt('plan'));
  const limits = unreadPlan ? undefined : plan.limits;
  const rules = { plan: limits, book: ruleBookOf(sections.model) };
  // A load that is there but cannot be read may have a trace.
  const unread =
    misspelt('load') || (Array.isArray(written['load']) && sections.load.length < written['load'].length);
  const traced = unread || sections.load.some((item) => traceRequests(item).length > 0);
  const missing =
    isMapping(document.value) && written['duration'] === undefined && !misspelt('duration') && !traced;
  const surroundings: Surroundings = {
    computes: sections.computes.map(compileSettings),
    rules,
    fleet: sections.fleet?.name,
  };
  const broken = [
    ...(missing ? [document.diagnostic(['duration'], MISSING_DURATION)] : []),
    ...plan.diagnostics,
    ...checkNames(document),
    ...checkWritten(LOAD, document),
    ...problemsIn([LOAD.name], document, (problem) => LOAD.check(sections.load, surroundings, problem)),
  ];
  const forbidden = [
    ...sections.computes.flatMap((item) => checkPolicies(item, { events: sections.events, document })),
    ...checkComputes(sections.computes, rules, startDay(sections), document),
    ...checkFleet(sections, rules, document),
    ...problemsIn([EVENTS.name], document, (problem) => EVENTS.check(sections.events, surroundings, problem)),
    ...problemsIn([FAULTS.name], document, (problem) => FAULTS.check(sections.faults, surroundings, problem)),
    ...(limits === undefined
      ? []
      : checkPlan(sections, compilePlan(sections.plan), timeOf(sections), document)),
    ...(sections.duration === undefined ? [] : checkTimes(sections, sections.duration, document)),
  ];
  return { broken, forbidden };
}

function timeOf({ start, duration }: Sections) {
  return { start_epoch_seconds: start ?? DEFAULT_START_EPOCH_SECONDS, duration_seconds: duration };
}

/** Events and faults that do not lie within the run. */
export function checkTimes(
  sections: Pick<Sections, 'events' | 'faults' | 'api_faults'>,
  duration_seconds: number,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  return [
    ...problemsIn(
      [EVENTS.name],
      document,
      (problem) => {
        for (const event of sections.events) checkMoment(event, duration_seconds, problem);
      },
      [['duration']],
    ),
    ...problemsIn(
      [FAULTS.name],
      document,
      (problem) => checkFaultTimes(sections.faults, duration_seconds, problem),
      [['duration']],
    ),
    ...sections.api_faults.flatMap(({ index, form: { after_ms = 0 } }) =>
      after_ms / 1000 < duration_seconds
        ? []
        : [
            document.diagnostic(
              ['api_faults', index, 'at'],
              'expected a moment before the end of the run',
              'value',
              [['duration']],
            ),
          ],
    ),
  ];
}
