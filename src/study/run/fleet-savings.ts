import { TIMEOUTS_SECONDS } from '../../compute/idle-lengths.js';
import { isAlwaysActive } from '../../compute/lifecycle/suspend-timeout.js';
import { WAKE_COST } from '../../compute/policy/suspend/wake-cost.js';
import { bestTimeout, bestWithoutFurtherWakes } from '../../cost/best-timeout.js';
import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { type IdleSaving, type IdleSeen, idleSaving } from '../../cost/idle-saving.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { planLimits } from '../../vendors/plan-limits.js';

/** Monthly saving of a choice of timeouts, and its additional wakes: estimates, negative for a loss. */
export interface TimeoutSaving {
  readonly saving_usd_per_month: number;
  readonly saving_wakes_per_month: number;
}

/** Savings of a fleet with other suspend timeouts, estimated from the idle periods of its tenants. */
export interface FleetSaving extends TimeoutSaving {
  /** The shortest suspend timeout that the plan allows, applied to all tenants. */
  readonly suspend_timeout_seconds: number;
  readonly idle_usd_per_month: number;
  /** The same with each timeout of a list that the plan allows, ascending. */
  readonly by_timeout: readonly (TimeoutSaving & { readonly suspend_timeout_seconds: number })[];
  /** With the cheapest timeout for each tenant, if a wake costs as much as this many seconds of idle running. */
  readonly each_best: TimeoutSaving & { readonly wake_cost_seconds: number };
  /** With a timeout for each tenant, as much as can be saved without further wakes over all tenants. */
  readonly each_same_wakes: TimeoutSaving;
}

/** Estimated savings of a tenant with other suspend timeouts. */
export interface TenantSaving extends TimeoutSaving {
  readonly idle_usd_per_month: number;
  /** The timeout that costs least with a value of a wake, what it saves, and the wakes that it brings. */
  readonly best_suspend_timeout_seconds: number | null;
  readonly best_saving_usd_per_month: number;
  readonly best_wakes_per_month: number;
  /** Its timeout where the fleet is to have no further wakes; `null` where no idle period is there to judge by. */
  readonly same_wakes_suspend_timeout_seconds: number | null;
}

export interface FleetSavings {
  readonly fleet: FleetSaving;
  readonly tenants: readonly TenantSaving[];
}

/** A tenant's cost with other timeouts. @param settings of its compute */
export function tenantIdleSaving(
  settings: Pick<ComputeSpecification, 'autoscaling_limit_min_cu' | 'autoscaling_limit_max_cu'>,
  seen: IdleSeen,
  usd_per_cu_hour: number,
): IdleSaving {
  const min_cu = settings.autoscaling_limit_min_cu;
  return idleSaving(seen, { min_cu, always_active: isAlwaysActive(settings) }, usd_per_cu_hour);
}

/**
 * Estimates what other timeouts would save, in a month of {@link HOURS_PER_MONTH}.
 * @param savings one a tenant
 * @param observed_seconds for which each was seen: the length of the run, times the replications
 */
export function fleetSavings(
  scenario: Pick<Scenario, 'plan' | 'start'>,
  savings: readonly IdleSaving[],
  observed_seconds: number,
): FleetSavings {
  const months = observed_seconds / 3600 / HOURS_PER_MONTH;
  const places = allowedPlaces(scenario);
  const shortest = places[0]!;
  const own = savings.map((one) => bestTimeout(one, places, WAKE_COST.default * one.usd_per_second));
  const sameWakes = bestWithoutFurtherWakes(savings, places);
  const sum = (choice: (tenant: number) => number | undefined): TimeoutSaving =>
    added(chosen(savings, choice, months));
  const tenants = savings.map((one, tenant): TenantSaving => {
    const best = at(one, own[tenant], months);
    return {
      idle_usd_per_month: one.idle_usd / months,
      // Where the shortest timeout saves nothing it is not chosen.
      ...at(one, one.saving_usd[shortest]! > 0 ? shortest : undefined, months),
      best_suspend_timeout_seconds: timeoutAt(own[tenant]),
      best_saving_usd_per_month: best.saving_usd_per_month,
      best_wakes_per_month: best.saving_wakes_per_month,
      same_wakes_suspend_timeout_seconds: timeoutAt(sameWakes[tenant]),
    };
  });
  return {
    tenants,
    fleet: {
      suspend_timeout_seconds: TIMEOUTS_SECONDS[shortest]!,
      idle_usd_per_month: tenants.reduce((all, { idle_usd_per_month }) => all + idle_usd_per_month, 0),
      ...added(tenants),
      by_timeout: places.map((place) => ({
        suspend_timeout_seconds: TIMEOUTS_SECONDS[place]!,
        ...sum(() => place),
      })),
      each_best: { wake_cost_seconds: WAKE_COST.default, ...sum((tenant) => own[tenant]) },
      each_same_wakes: sum((tenant) => sameWakes[tenant]),
    },
  };
}

/** The places of the timeouts that the plan allows; of all if the plan is unknown. */
function allowedPlaces({ plan, start }: Pick<Scenario, 'plan' | 'start'>): readonly number[] {
  const limits = planLimits(plan, start.slice(0, 10));
  const least = limits?.min_suspend_timeout_seconds ?? TIMEOUTS_SECONDS[0]!;
  const most = limits?.max_suspend_timeout_seconds ?? Number.POSITIVE_INFINITY;
  return TIMEOUTS_SECONDS.flatMap((timeout, place) => (timeout >= least && timeout <= most ? [place] : []));
}

/** Nothing if the timeout does not change. */
function at(
  { saving_usd, further_wakes }: IdleSaving,
  place: number | undefined,
  months: number,
): TimeoutSaving {
  if (place === undefined) return { saving_usd_per_month: 0, saving_wakes_per_month: 0 };
  return {
    saving_usd_per_month: saving_usd[place]! / months,
    saving_wakes_per_month: further_wakes[place]! / months,
  };
}

/** One after the other: of very many tenants those of every timeout are not held. */
function* chosen(
  savings: readonly IdleSaving[],
  choice: (tenant: number) => number | undefined,
  months: number,
): Generator<TimeoutSaving, void, undefined> {
  for (let tenant = 0; tenant < savings.length; tenant++) yield at(savings[tenant]!, choice(tenant), months);
}

function added(savings: Iterable<TimeoutSaving>): TimeoutSaving {
  let [saving_usd_per_month, saving_wakes_per_month] = [0, 0];
  for (const one of savings) {
    saving_usd_per_month += one.saving_usd_per_month;
    saving_wakes_per_month += one.saving_wakes_per_month;
  }
  return { saving_usd_per_month, saving_wakes_per_month };
}

function timeoutAt(place: number | undefined): number | null {
  return place === undefined ? null : TIMEOUTS_SECONDS[place]!;
}
