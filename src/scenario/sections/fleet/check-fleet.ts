import { namedSettings } from '../../../compute/lifecycle/settings.js';
import { type SettingsRules, settingsProblems } from '../../../compute/lifecycle/settings-problem.js';
import type { PlanLimits } from '../../../vendors/plan-limits.js';
import type { Diagnostic } from '../../document/diagnostic.js';
import type { ScenarioDocument } from '../../document/scenario-document.js';
import type { Sections } from '../../reading/read-sections.js';
import { type ComputeItem, completeSettings } from '../computes.js';
import { checkUpdates, EVENTS } from '../events.js';
import { type Problem, problemsIn } from '../list-section.js';
import { columnTrace, type LoadItem, rateFollowing } from '../load/load.js';
import { ruleBookOf } from '../model.js';
import { resolvePlan } from '../plan.js';
import type { CompleteFleet } from './complete-fleet.js';
import { classesOf, type FleetItem } from './fleet.js';

/** The rules for a fleet's settings; the plan also limits the hours of a project. */
type FleetRules = SettingsRules & { readonly plan: PlanLimits | undefined };

/**
 * Reports what a fleet does not support: settings of a class that violate the size table or the plan, a plan with hours
 * for one project, recorded arrivals for each of many tenants, two clocks. Paths are those of the file.
 */
export function checkFleet(
  { fleet, computes, load, quota, previews, timezone }: Sections,
  rules: FleetRules,
  problem: Problem,
): void {
  const [template] = computes;
  if (fleet === undefined || template === undefined) return;
  checkClasses(fleet, template, rules, problem);
  if (quota !== undefined) {
    const message =
      'a quota limits one project, and each tenant of a fleet is a project; leave it out, or simulate one tenant as a compute';
    problem(['quota'], message, { part: 'key' });
  } else if (rules.plan?.quota_cu_hours !== undefined) {
    const { plan, quota_cu_hours } = rules.plan;
    const message = `the ${plan} plan has ${quota_cu_hours} CU-hours per month for each project, and a fleet is billed as one account; expected a plan without this limit, such as launch or scale`;
    problem(['plan'], message);
  }
  if (previews !== undefined) {
    const message = 'previews belong to one project; leave them out of a fleet';
    problem(['previews'], message, { part: 'key' });
  }
  const twoClocks = 'time_zones of the fleet are hours from UTC; leave one of the two out';
  const isZoned = fleet.time_zones !== undefined;
  if (isZoned && timezone !== undefined) problem(['timezone'], twoClocks, { part: 'key' });
  for (const { index, form } of load.filter((item) => item.form.compute === fleet.name)) {
    if (isRecorded(form)) {
      const message = `recorded arrivals belong to one tenant and cannot be repeated for each ${fleet.name}; expected a process that follows a rate, such as process: poisson, which reads a trace as a rate`;
      problem(['load', index, 'process'], message, { related: [['load', index, 'rate']] });
    }
    if (isZoned && form.timezone !== undefined)
      problem(['load', index, 'timezone'], twoClocks, { part: 'key' });
  }
}

function isRecorded(form: LoadItem): boolean {
  // A trace with a column for each tenant is not multiplied.
  if (columnTrace(form) !== undefined) return false;
  return rateFollowing(form) === 'trace' || form.process?.kind === 'arrivals';
}

function checkClasses(fleet: FleetItem, template: ComputeItem, rules: FleetRules, problem: Problem): void {
  const base = completeSettings(template);
  // Problems of the template are reported there.
  if (settingsProblems(base, rules).length > 0) return;
  for (const { name, form } of classesOf(fleet)) {
    const own = namedSettings(form);
    const place = ['computes', 'mix', name];
    if (form.suspend_timeout_seconds !== undefined && template.form.suspend_timer !== undefined) {
      const message = "the template's suspend_timer decides when to suspend; leave one of them out";
      problem([...place, 'suspend_timeout_seconds'], message, { part: 'key' });
    }
    for (const { setting, message } of settingsProblems({ ...base, ...own }, rules)) {
      const written = setting in own ? setting : (Object.keys(own)[0] ?? setting);
      problem([...place, written], message, { related: [['computes', template.index, setting]] });
    }
  }
}

/** Reports updates that leave a tenant, with the settings drawn for it, in violation of the size table or the plan. */
export function checkFleetEvents(
  sections: Sections,
  { specification: { name, tenants }, settings }: CompleteFleet,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const { computes, events, model } = sections;
  if (!events.some(({ form }) => form.kind === 'update')) return [];
  const base = completeSettings(computes[0]!);
  const each = events.flatMap(({ index, form }) =>
    (form.compute === name ? tenants.map(({ compute }) => compute) : [form.compute]).map((compute) => ({
      index,
      form: { ...form, compute },
    })),
  );
  const computesOfTenants = tenants.map((tenant) => ({
    ...base,
    ...settings.get(tenant.class),
    name: tenant.compute,
  }));
  const rules = { plan: resolvePlan(sections, document).limits, book: ruleBookOf(model) };
  const found = problemsIn([EVENTS.name], document, (problem) =>
    checkUpdates(each, { computes: computesOfTenants, rules }, problem),
  );
  return [...new Map(found.map((one) => [`${one.path} ${one.message}`, one])).values()];
}
