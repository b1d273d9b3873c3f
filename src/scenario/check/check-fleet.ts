import { namedSettings } from '../../compute/lifecycle/settings.js';
import { type SettingsRules, settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import type { PlanLimits } from '../../vendors/plan-limits.js';
import { compileSettings } from '../compile/compile-computes.js';
import { resolvePlan } from '../compile/compile-plan.js';
import type { TraceLibrary } from '../compile/read-traces.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import type { CompiledFleet } from '../fleet/compile-fleet.js';
import { classesOf } from '../fleet/draw-tenants.js';
import { ruleBookOf } from '../model/model-schema.js';
import type { FleetForm } from '../schema/fleet-schema.js';
import { problemsIn } from '../schema/list-section.js';
import { checkUpdates, EVENTS } from '../sections/events.js';
import { type LoadItem, rateFollowing, type TraceRequest } from '../sections/load/load.js';
import type { ComputeItem, Sections } from '../sections/sections.js';

/** What a fleet's settings are checked against; a plan that is known also says how many hours a project has. */
type FleetRules = SettingsRules & { readonly plan: PlanLimits | undefined };

/**
 * What is wrong with a fleet beside its shape: settings of a class that the size table or the plan forbids, a plan
 * whose hours are those of one project, recorded arrivals for each of many tenants.
 */
export function checkFleet(
  { fleet, computes, load, quota, previews, timezone }: Sections,
  rules: FleetRules,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const [template] = computes;
  if (fleet === undefined || template === undefined) return [];
  const recorded = load
    .filter(({ form }) => form.compute === fleet.name && isRecorded(form))
    .map(({ index }) => {
      const message = `single arrivals are of one tenant and cannot be multiplied for each of ${fleet.name}; expected a process that follows a rate, such as process: poisson, for which a trace is a rate as well`;
      return document.diagnostic(['load', index, 'process'], message, 'value', [['load', index, 'rate']]);
    });
  return [
    ...checkClasses(fleet, template, rules, document),
    ...checkQuota(rules, quota, document),
    ...checkPreviews(previews, document),
    ...recorded,
    ...checkClocks(fleet, timezone, load, document),
  ];
}

/** Tenants whose clocks are told as hours from UTC, and a load that tells its own. */
function checkClocks(
  fleet: FleetForm,
  timezone: string | undefined,
  load: Sections['load'],
  document: ScenarioDocument,
): readonly Diagnostic[] {
  if (fleet.time_zones === undefined) return [];
  const message = 'time_zones of the fleet are hours from UTC; leave one of the two out';
  const own = load.filter(({ form }) => form.compute === fleet.name && form.timezone !== undefined);
  return [
    ...(timezone === undefined ? [] : [document.diagnostic(['timezone'], message, 'key')]),
    ...own.map(({ index }) => document.diagnostic(['load', index, 'timezone'], message, 'key')),
  ];
}

function isRecorded(form: LoadItem): boolean {
  const { process, rate } = form;
  // A trace with a column for each tenant is multiplied for none.
  if (rate?.kind === 'trace' && rate.trace.values !== undefined) return false;
  return rateFollowing(form) === 'trace' || process?.kind === 'arrivals';
}

function checkClasses(
  fleet: FleetForm,
  template: ComputeItem,
  rules: FleetRules,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const base = compileSettings(template);
  // What is wrong with the template is told there.
  if (settingsProblems(base, rules).length > 0) return [];
  return classesOf(fleet).flatMap(({ name, form }) => {
    const own = namedSettings(form);
    const place = ['computes', 'mix', name];
    const timed = form.suspend_timeout_seconds !== undefined && template.form.suspend_timer !== undefined;
    const message = "the template's suspend_timer decides when to suspend; leave one of them out";
    return [
      ...(timed ? [document.diagnostic([...place, 'suspend_timeout_seconds'], message, 'key')] : []),
      ...settingsProblems({ ...base, ...own }, rules).map(({ setting, message: problem }) => {
        const written = setting in own ? setting : (Object.keys(own)[0] ?? setting);
        return document.diagnostic([...place, written], problem, 'value', [
          ['computes', template.index, setting],
        ]);
      }),
    ];
  });
}

function checkPreviews(previews: Sections['previews'], document: ScenarioDocument): readonly Diagnostic[] {
  if (previews === undefined) return [];
  const message = 'branches that come and go are those of one project; leave them out of a fleet';
  return [document.diagnostic(['previews'], message, 'key')];
}

function checkQuota(
  { plan: limits }: FleetRules,
  quota: Sections['quota'],
  document: ScenarioDocument,
): readonly Diagnostic[] {
  if (quota !== undefined) {
    const message =
      'a quota is a project’s, and each tenant of a fleet is one; leave it out, or simulate one tenant as a compute';
    return [document.diagnostic(['quota'], message, 'key')];
  }
  if (limits?.quota_cu_hours === undefined) return [];
  const message = `the ${limits.plan} plan has ${limits.quota_cu_hours} CU-hours a month for each project, and a fleet is billed as one account; expected a plan without such an end, such as launch or scale`;
  return [document.diagnostic(['plan'], message)];
}

/** Traces whose columns are not as many as the tenants that they are of. */
export function checkColumns(
  requests: readonly TraceRequest[],
  traces: TraceLibrary,
  tenants: number,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  return requests.flatMap(({ trace, path }) => {
    const columns = traces.get(trace)?.length ?? tenants;
    if (trace.values === undefined || columns === tenants) return [];
    const message = `the trace has ${columns} columns of values, and the fleet has ${tenants} tenants, one a column; expected computes.count: ${columns}, or as many names as tenants`;
    return [document.diagnostic([...path, 'values'], message, 'value', [['computes', 'count']])];
  });
}

/**
 * Edits that would leave a tenant with settings that the size table or the plan forbids, by the settings that were
 * drawn for it.
 */
export function checkFleetEvents(
  sections: Sections,
  { specification: { name, tenants }, settings }: CompiledFleet,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const { computes, events, model } = sections;
  if (!events.some(({ form }) => form.kind === 'update')) return [];
  const base = compileSettings(computes[0]!);
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
  const different = new Map(found.map((one) => [`${one.path} ${one.message}`, one]));
  return [...different.values()];
}
