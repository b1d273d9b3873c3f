import { checkLoadKeys } from './check-load-keys.js';
import { checkLoads } from './check-loads.js';
import { checkNames } from './check-names.js';
import { checkComputes, compileSettings } from './compile-computes.js';
import { checkEvents, checkEventTimes } from './compile-events.js';
import { checkFaultTimes, checkOverlaps } from './compile-faults.js';
import { DEFAULT_PLAN, resolvePlan } from './compile-plan.js';
import type { Diagnostic } from './diagnostic.js';
import { checkFleet } from './fleet/check-fleet.js';
import { checkPolicies } from './policy/check-policy.js';
import type { ScenarioDocument } from './scenario-document.js';
import { isMapping } from './schema/choice.js';
import type { Sections } from './sections.js';
import { traceRequests } from './trace-requests.js';

/** What spans several values; runs on the parts that could be read, so that all problems come at once. */
export function crossChecks(sections: Sections, document: ScenarioDocument): readonly Diagnostic[] {
  const written = isMapping(document.value) ? document.value : {};
  const plan = resolvePlan(sections.plan ?? DEFAULT_PLAN, document);
  // A plan that is there but cannot be read must not have its computes checked against another.
  const limits = sections.plan === undefined && written['plan'] !== undefined ? undefined : plan.limits;
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
    ...checkComputes(sections.computes, limits, document),
    ...checkFleet(sections, limits, document),
    ...sections.computes.flatMap((item) => checkPolicies(item, { events: sections.events, document })),
    ...checkLoadKeys(document),
    ...checkLoads(sections.load, document),
    ...checkEvents(sections.events, sections.computes.map(compileSettings), limits, document),
    ...checkOverlaps(sections.faults, document),
    ...(sections.duration === undefined ? [] : checkTimes(sections, sections.duration, document)),
  ];
}

/** Events and faults that do not lie within the run. */
export function checkTimes(
  sections: Pick<Sections, 'events' | 'faults'>,
  duration_seconds: number,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  return [
    ...checkEventTimes(sections.events, duration_seconds, document),
    ...checkFaultTimes(sections.faults, duration_seconds, document),
  ];
}
