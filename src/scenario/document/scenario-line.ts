import { effectiveSuspendTimeout, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { DEFAULT_SUSPEND_POLICY } from '../../compute/policy/suspend-policies.js';
import { sum } from '../../kernel/sums.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import type { RateSpecification } from '../../workload/rate/rate-specification.js';
import { formatDuration, formatRate } from '../form/quantity.js';
import type { ComputeSpecification, FleetSpecification, Scenario } from '../scenario.js';

/** A scenario in one line: `weekday-saas, 7d on launch; primary 0.25-2 CU, …; web poisson …`. */
export function scenarioLine(scenario: Scenario): string {
  const { name, duration_seconds, plan, computes, fleet, load, events, faults, slo } = scenario;
  const parts = [
    `${name}, ${formatDuration(duration_seconds)} on ${plan.name}`,
    fleet === undefined ? list(computes.map(computeText), 'computes') : fleetText(fleet, computes),
    load.length === 0 ? 'no load' : list(load.map(loadText), 'loads'),
  ];
  const counted = { event: events.length, fault: faults.length, objective: slo.length };
  for (const [noun, count] of Object.entries(counted))
    if (count > 0) parts.push(`${count} ${noun}${count === 1 ? '' : 's'}`);
  return parts.join('; ');
}

function fleetText(
  { classes, tenants }: FleetSpecification,
  computes: readonly ComputeSpecification[],
): string {
  const counts = classes.map(
    ({ name }) => `${tenants.filter((tenant) => tenant.class === name).length} ${name}`,
  );
  const settings = new Set(computes.map(settingsText));
  return `${tenants.length} ${tenants.length === 1 ? 'tenant' : 'tenants'} (${counts.join(', ')}), ${list([...settings], 'settings')}`;
}

/** The first three, and the number of the others. */
function list(items: readonly string[], plural: string): string {
  const first = items.slice(0, 3).join(', ');
  return items.length > 3 ? `${first} and ${items.length - 3} more ${plural}` : first;
}

function computeText(compute: ComputeSpecification): string {
  return `${compute.name} ${settingsText(compute)}`;
}

function settingsText(compute: ComputeSpecification): string {
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = compute;
  const size = min_cu === max_cu ? `${min_cu} CU` : `${min_cu}-${max_cu} CU`;
  const { name } = compute.size_policy;
  const sized = name === DEFAULT_SIZE_POLICY.name ? size : `${size} by ${name}`;
  return `${sized} ${suspendText(compute)}`;
}

function suspendText(compute: ComputeSpecification): string {
  const { name } = compute.suspend_policy;
  if (name !== DEFAULT_SUSPEND_POLICY.name) return `suspending by ${name}`;
  if (compute.suspend_timer !== undefined) return 'suspending after a random time';
  if (compute.suspend_timeout_seconds === NEVER_SUSPEND) return 'never suspending';
  return `suspending after ${formatDuration(effectiveSuspendTimeout(compute.suspend_timeout_seconds))}`;
}

function loadText(load: LoadSpecification): string {
  return `${load.name} ${processText(load)} to ${load.route.targets.map(({ compute }) => compute).join(' and ')}`;
}

function processText({ process, connection }: LoadSpecification): string {
  switch (process.kind) {
    case 'poisson':
    case 'regular':
      return `${process.kind} ${rateText(process.rate)}`;
    case 'cron':
      return `cron "${process.schedule}"`;
    case 'counts':
      return `replaying ${Math.round(sum(process.counts))} queries in ${process.counts.length} intervals`;
    case 'arrivals':
      return `replaying ${process.times_seconds.length} arrivals`;
    case 'renewal':
      return `renewal with ${process.gap.kind} gaps`;
    case 'closed':
      return `${process.clients} clients in a closed loop`;
    case 'none':
      return connectionsText(connection);
  }
}

function connectionsText(connection: LoadSpecification['connection']): string {
  switch (connection.kind) {
    case 'listen':
      return `${connection.clients} listening`;
    case 'replication':
      return `${connection.clients} subscribed`;
    default:
      return 'without queries';
  }
}

function rateText(rate: RateSpecification): string {
  if (rate.kind === 'constant') return formatRate(rate.per_second);
  if (rate.kind === 'seasonal') return `${formatRate(rate.base_per_second)} seasonal`;
  return `by ${{ log_ou: 'log-OU drift', mmpp: 'Markov states', series: 'a trace' }[rate.kind as string] ?? rate.kind}`;
}
