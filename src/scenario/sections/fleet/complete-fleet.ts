import { type ComputeUpdate, namedSettings } from '../../../compute/lifecycle/settings.js';
import { type ProcessSpecification, targets } from '../../../workload/load-specification.js';
import { processOfTenant } from '../../../workload/process-of-tenant.js';
import { drawTenants, type TenantSpecification } from '../../../workload/tenants.js';
import type { Sections } from '../../reading/read-sections.js';
import type { ComputeSpecification } from '../computes.js';
import type { ScenarioEvent } from '../events.js';
import type { Fault } from '../faults.js';
import { columnTrace, type Load } from '../load/load.js';
import { classesOf, type FleetItem } from './fleet.js';

/** Computes made from one template, one for each tenant. They are billed as one account. */
export interface FleetSpecification extends Readonly<Pick<FleetItem, 'name' | 'rows'>> {
  /** In the order of the file; the share is the probability that a tenant belongs to the class. */
  readonly classes: readonly { readonly name: string; readonly share: number }[];
  /** In the order of the computes. */
  readonly tenants: readonly TenantSpecification[];
  /** As written, under the fleet's name; a class may differ from it. */
  readonly template: ComputeSpecification;
}

export interface CompleteFleet {
  readonly specification: Omit<FleetSpecification, 'template'>;
  /** The settings of each class that differ from the template's. */
  readonly settings: ReadonlyMap<string, ComputeUpdate>;
}

/**
 * A fleet with its tenants.
 * @param known tenants that were drawn earlier, or the names of those to draw
 */
export function completeFleet(
  item: FleetItem,
  seed: string,
  known: {
    readonly drawn: readonly TenantSpecification[] | undefined;
    readonly names: readonly string[] | undefined;
  },
): CompleteFleet {
  const classes = classesOf(item);
  const teams = item.teams?.kind === 'shares' ? item.teams.shares : undefined;
  const tenants = known.drawn ?? drawTenants({ ...item, classes, teams }, seed, known.names);
  return {
    specification: {
      name: item.name,
      rows: item.rows,
      classes: classes.map(({ name, share }) => ({ name, share })),
      tenants,
    },
    settings: new Map(classes.map(({ name, form: own }) => [name, namedSettings(own)])),
  };
}

/** The same fleet with its tenants in the teams that they are assigned to. */
export function withTeams(
  { specification, settings }: CompleteFleet,
  teams: ReadonlyMap<string, string>,
): CompleteFleet {
  const tenants = specification.tenants.map((tenant) => ({ ...tenant, team: teams.get(tenant.compute)! }));
  return { specification: { ...specification, tenants }, settings };
}

/**
 * Whether all tenants of a fleet are treated alike: no load, event or fault names one of them, and no trace has a
 * column for each. Then some of them can be compiled without the others.
 */
export function treatsAlike({
  fleet,
  load,
  events,
  faults,
}: Pick<Sections, 'fleet' | 'load' | 'events' | 'faults'>): boolean {
  const isOfAll = (name: string | undefined): boolean => name === undefined || name === fleet?.name;
  return (
    load.every(({ form }) => form.compute === fleet?.name && columnTrace(form) === undefined) &&
    events.every(({ form }) => isOfAll(form.compute)) &&
    faults.every(({ form }) => isOfAll('compute' in form ? form.compute : undefined))
  );
}

export function firstOfEachClass({ specification, settings }: CompleteFleet): CompleteFleet {
  const first = new Map<string, TenantSpecification>();
  for (const tenant of specification.tenants) if (!first.has(tenant.class)) first.set(tenant.class, tenant);
  return { specification: { ...specification, tenants: [...first.values()] }, settings };
}

/** The template for each tenant, on its own branch, with the settings of its class. */
export function fleetComputes(
  { specification, settings }: CompleteFleet,
  template: ComputeSpecification,
): readonly ComputeSpecification[] {
  return specification.tenants.map((tenant) => ({
    ...template,
    ...settings.get(tenant.class),
    name: tenant.compute,
    branch: tenant.compute,
  }));
}

/** One compute of each class, under the fleet's name: all distinct settings. */
export function classComputes(
  { settings }: CompleteFleet,
  template: ComputeSpecification,
): readonly ComputeSpecification[] {
  return [...settings.values()].map((own) => ({ ...template, ...own }));
}

/**
 * The loads of a scenario. Those on the fleet are replaced by one for each tenant, in consecutive order.
 * @param recorded by load, recorded arrivals of each tenant, without factors and time zones
 */
export function fleetLoads(
  { specification: { name, tenants } }: CompleteFleet,
  loads: readonly Load[],
  recorded: ReadonlyMap<string, readonly ProcessSpecification[]>,
): readonly Load[] {
  const shared = loads.filter((load) => targets(load, name));
  const own = loads.filter((load) => !targets(load, name));
  const ofTenants = tenants.flatMap(
    ({ compute, key, rate_factor, working_set_factor, utc_offset_hours, phase }, tenant) =>
      shared.map(
        (load): Load => ({
          ...load,
          name: `${load.name}@${key ?? compute}`,
          route: { by: 'weight', targets: [{ compute, weight: 1 }] },
          process:
            recorded.get(load.name)?.[tenant] ??
            processOfTenant(load.process, { rate_factor, ahead_seconds: utc_offset_hours * 3600, phase }),
          query: { ...load.query, working_set_bytes: load.query.working_set_bytes * working_set_factor },
        }),
      ),
  );
  return [...own, ...ofTenants];
}

export function onEachTenant<Happening extends ScenarioEvent | Fault>(
  { specification: { name, tenants } }: CompleteFleet,
  happenings: readonly Happening[],
): readonly Happening[] {
  return happenings.flatMap((one) => {
    if (!('compute' in one) || one.compute !== name) return [one];
    return tenants.map(({ compute }) => ({ ...one, compute }));
  });
}
