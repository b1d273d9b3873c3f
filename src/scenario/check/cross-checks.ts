import { isMisspelt } from '../../kernel/nearest-name.js';
import { checkComputes, compileSettings } from '../compile/compile-computes.js';
import { checkEvents } from '../compile/compile-events.js';
import { checkOverlaps } from '../compile/compile-faults.js';
import { compilePlan, resolvePlan, startDay } from '../compile/compile-plan.js';
import { traceRequests } from '../compile/trace-requests.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { isMapping } from '../form/choice.js';
import { formatDuration } from '../form/quantity.js';
import { ruleBookOf } from '../model/model-schema.js';
import { DEFAULT_START_EPOCH_SECONDS, SCENARIO_KEYS } from '../schema/scenario-schema.js';
import type { Item, Sections } from '../schema/sections.js';
import { checkFleet } from './check-fleet.js';
import { checkLoadKeys, checkLoads } from './check-loads.js';
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
  const broken = [
    ...(missing ? [document.diagnostic(['duration'], MISSING_DURATION)] : []),
    ...plan.diagnostics,
    ...checkNames(document),
    ...checkLoadKeys(document),
    ...checkLoads(sections.load, document, sections.fleet?.name),
  ];
  const forbidden = [
    ...sections.computes.flatMap((item) => checkPolicies(item, { events: sections.events, document })),
    ...checkComputes(sections.computes, rules, startDay(sections), document),
    ...checkFleet(sections, rules, document),
    ...checkEvents(sections.events, sections.computes.map(compileSettings), rules, document),
    ...checkOverlaps(sections.faults, document),
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
  const end = `the end of the run, which lasts ${formatDuration(duration_seconds)}`;
  // Rounding must not refuse a fault that lasts exactly until the end.
  const latest = duration_seconds * (1 + 1e-12);
  const outside = (list: string, index: number, key: 'at' | 'for', message: string) => [
    document.diagnostic([list, index, key], message, 'value', [['duration']]),
  ];
  const late = (list: string, { index, form: { at_seconds } }: Item<{ readonly at_seconds: number }>) =>
    at_seconds < duration_seconds
      ? undefined
      : outside(list, index, 'at', `${formatDuration(at_seconds)} is not before ${end}`);
  return [
    ...sections.events.flatMap((event) => late('events', event) ?? []),
    ...sections.faults.flatMap((fault) => {
      const ends = fault.form.at_seconds + fault.form.for_seconds;
      const message = `the fault ends at ${formatDuration(ends)}, after ${end}`;
      return late('faults', fault) ?? (ends <= latest ? [] : outside('faults', fault.index, 'for', message));
    }),
    ...sections.api_faults.flatMap(({ index, form: { after_ms = 0 } }) =>
      after_ms / 1000 < duration_seconds
        ? []
        : outside('api_faults', index, 'at', 'expected a moment before the end of the run'),
    ),
  ];
}
