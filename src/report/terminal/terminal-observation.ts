import { duration, money, number } from '../figures/figure-text.js';
import type { ObservedSummary } from '../figures/observed-summary.js';
import { tableLines } from '../text/fitted-table.js';
import { line, plainText, titleLines, wrapped } from '../text/text-block.js';

/** Columns: what stands above them, the figure, and its format. */
const COLUMNS = [
  ['active', 'active_seconds', duration],
  ['suspended', 'suspended_seconds', duration],
  ['starting', 'starting_seconds', duration],
  ['restarting', 'restarting_seconds', duration],
  ['wakes', 'wakes', String],
  ['suspends', 'suspends', String],
  ['restarts', 'restarts', String],
  ['CU-hours', 'cu_hours', number],
] as const;

/** What was observed, in a few lines: a row per compute, what it cost, and what is not known. */
export function terminalObservation(summary: ObservedSummary, width: number): string {
  const { observed } = summary;
  const rows = summary.computes.map((compute) => [
    compute?.name ?? '',
    ...COLUMNS.map(([, name, text]) => {
      const value = compute?.[name];
      return typeof value === 'number' ? text(value) : '-';
    }),
  ]);
  const finished = observed.operations.filter(({ duration_ms }) => duration_ms !== undefined);
  const title = `${summary.scenario}: ${duration(summary.duration_seconds)} observed, every ${duration(observed.poll_seconds)}`;
  return plainText([
    ...titleLines(title, width),
    line(''),
    ...tableLines({ head: ['compute', ...COLUMNS.map(([head]) => head)], rows }, width),
    line(''),
    ...wrapped('Cost', costText(summary), width),
    ...wrapped('Operations', `${observed.operations.length} seen, ${finished.length} finished`, width),
    ...summary.warnings.flatMap((warning) => wrapped('Not seen', warning, width)),
  ]);
}

function costText({ total, observed, plan }: ObservedSummary): string {
  const price = `at ${money(plan.price.usd_per_cu_hour)} per CU-hour of plan ${plan.name}`;
  const { cost_usd_at_least: least, cost_usd_at_most: most } = observed;
  if (typeof total?.cost_usd === 'number') {
    const [low, high] = [money(least), money(most)];
    if (low === high) return `${money(total.cost_usd)} ${price}`;
    return `about ${money(total.cost_usd)} ${price}, ${low} to ${high}: some changes came at an unknown moment between two looks`;
  }
  return `between ${money(least)} and ${money(most)} ${price}: the API does not report the size between the limits`;
}
