import { checkComputes, compileSettings } from '../compile/compile-computes.js';
import { checkEvents, checkEventTimes } from '../compile/compile-events.js';
import { checkFaultTimes, checkOverlaps } from '../compile/compile-faults.js';
import { resolvePlan } from '../compile/compile-plan.js';
import { traceRequests } from '../compile/trace-requests.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { isMapping } from '../form/choice.js';
import { ruleBookOf } from '../model/model-schema.js';
import type { Sections } from '../schema/sections.js';
import { checkApiFaultTimes } from './check-api-faults.js';
import { checkFleet } from './check-fleet.js';
import { checkLoadKeys, checkLoads } from './check-loads.js';
import { checkNames } from './check-names.js';
import { checkPolicies } from './check-policy.js';

/** What spans several values; runs on the parts that could be read, so that all problems come at once. */
export function crossChecks(sections: Sections, document: ScenarioDocument): readonly Diagnostic[] {
  const written = isMapping(document.value) ? document.value : {};
  const plan = resolvePlan(sections.plan, document);
  // A plan that is there but cannot be read must not have its computes checked against another.
  const limits = sections.plan === undefined && written['plan'] !== undefined ? undefined : plan.limits;
  const rules = { plan: limits, book: ruleBookOf(sections.model) };
  const traced = sections.load.some((item) => traceRequests(item).length > 0);
  const missing = isMapping(document.value) && written['duration'] === undefined && !traced;
  return [
    ...(missing
      ? [
          document.diagnostic(
            ['duration'],
            '"duration" is missing; expected a duration such as 7d, or a load with a trace to take it from',
          ),
        ]
      : []),
    ...plan.diagnostics,
    ...checkNames(document),
    ...checkComputes(sections.computes, rules, document),
    ...checkFleet(sections, rules, document),
    ...sections.computes.flatMap((item) => checkPolicies(item, { events: sections.events, document })),
    ...checkLoadKeys(document),
    ...checkLoads(sections.load, document, sections.fleet?.name),
    ...checkEvents(sections.events, sections.computes.map(compileSettings), rules, document),
    ...checkOverlaps(sections.faults, document),
    ...(sections.duration === undefined ? [] : checkTimes(sections, sections.duration, document)),
  ];
}

/** Events and faults that do not lie within the run. */
export function checkTimes(
  sections: Pick<Sections, 'events' | 'faults' | 'api_faults'>,
  duration_seconds: number,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  return [
    ...checkEventTimes(sections.events, duration_seconds, document),
    ...checkFaultTimes(sections.faults, duration_seconds, document),
    ...checkApiFaultTimes(sections.api_faults, duration_seconds, document),
  ];
}
