import { duration, money, number } from './figure-text.js';
import type { ObservedSummary } from './observed-summary.js';
import { plainTable } from './plain-table.js';

/** What was observed, in a few lines: a row per compute, what it cost, and what is not known. */
export function terminalObservation(summary: ObservedSummary): string {
  const { observed } = summary;
  const rows = summary.computes.map((compute) => [
    compute?.name ?? '',
    seconds(compute?.active_seconds),
    seconds(compute?.suspended_seconds),
    seconds(compute?.starting_seconds),
    seconds(compute?.restarting_seconds),
    count(compute?.wakes),
    count(compute?.suspends),
    count(compute?.restarts),
    figure(compute?.cu_hours),
  ]);
  const finished = observed.operations.filter(({ duration_ms }) => duration_ms !== undefined);
  return `${[
    `${summary.scenario}: ${duration(summary.duration_seconds)} observed, every ${duration(observed.poll_seconds)}`,
    '',
    ...plainTable(
      [
        'compute',
        'active',
        'suspended',
        'starting',
        'restarting',
        'wakes',
        'suspends',
        'restarts',
        'CU-hours',
      ],
      rows,
      1,
    ),
    '',
    `Cost         ${costText(summary)}`,
    `Operations   ${observed.operations.length} seen, ${finished.length} finished`,
    ...summary.warnings.map((warning) => `Not seen     ${warning}`),
  ].join('\n')}\n`;
}

function costText({ total, observed, plan }: ObservedSummary): string {
  const price = `at ${money(plan.price.usd_per_cu_hour)} per CU-hour of plan ${plan.name}`;
  if (typeof total?.cost_usd === 'number') return `${money(total.cost_usd)} ${price}`;
  const { cost_usd_at_least: least, cost_usd_at_most: most } = observed;
  return `between ${money(least)} and ${money(most)} ${price}: the API does not tell the size between the limits`;
}

function seconds(value: number | null | undefined): string {
  return typeof value === 'number' ? duration(value) : '-';
}

function count(value: number | null | undefined): string {
  return typeof value === 'number' ? String(value) : '-';
}

function figure(value: number | null | undefined): string {
  return typeof value === 'number' ? number(value) : '-';
}
