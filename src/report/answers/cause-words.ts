import type { LoadAlternative } from '../../study/causes/without-each.js';
import type { CauseSummary } from '../causes/cause-summary.js';
import { count, duration, money, number, percent } from '../figures/figure-text.js';
import { type CostPeriod, costPeriod } from '../figures/month-basis.js';
import { signedText } from '../figures/named-figure.js';
import type { Summary } from '../figures/summary.js';
import type { TextTable } from '../text/text-table.js';

/** What stands above the table of who keeps the computes awake. */
const HEAD = ['Kept awake by', 'Share', 'Active', 'Of it idle', 'Wakes', 'CU-hours'] as const;

/** Its columns in the order in which a narrow terminal leaves them out: idle time first, then CU-hours. */
const LEAST_USEFUL = [3, 5, 2];

/** The same with `--without-each`: a terminal has no room for both. */
const SAVINGS_HEAD = ['Kept awake by', 'Share', 'Wakes'] as const;

/** Rows of it; of more, those that cost most. */
const MAX_ROWS = 12;

/**
 * Who keeps the computes awake, the most expensive first, and what a month costs less without each, or the run where it
 * carries no month; no rows where a single load is the cause of everything.
 */
export function causeTable(summary: Pick<Summary, 'loads' | 'total' | 'duration_seconds'>): TextTable {
  const { loads = [], total } = summary;
  const asked = loads.some(({ without }) => without !== undefined);
  const period = costPeriod(summary);
  const cost = period.carried ? 'Cost a month' : 'Cost';
  const head = asked ? [...SAVINGS_HEAD, cost, 'Without it'] : [...HEAD, cost];
  const told = loads
    .filter((one) => one.kind === 'load' || one.active_seconds > 0 || one.cu_hours > 0 || one.wakes > 0)
    .toSorted((a, b) => b.cu_hours - a.cu_hours);
  if (told.length < 2 && !asked) return { head, rows: [] };
  const row = asked ? savingsRow : causeRow;
  const rows = told.slice(0, MAX_ROWS).map((one) => row(one, total.cu_hours, period));
  const more = told.length - MAX_ROWS;
  return {
    head,
    rows: more > 0 ? [...rows, [`and ${count(more)} more`, ...head.slice(1).map(() => '')]] : rows,
    ...(!asked && { least_useful: LEAST_USEFUL }),
  };
}

/** A cause as it is called in a sentence. */
export function causeName({ name, kind }: Pick<CauseSummary, 'name' | 'kind'>): string {
  if (kind === 'load') return name;
  return PLATFORM_WORDS[name] ?? name.replaceAll('_', ' ');
}

const PLATFORM_WORDS: Readonly<Record<string, string>> = {
  scenario_start: '(state at the start)',
  management_calls: '(management calls)',
  suspend_policy: '(suspension policy)',
  availability_checks: '(availability checks)',
  autovacuum: '(autovacuum)',
  faults: '(faults)',
  not_attributed: '(not attributed: hybrid)',
};

function causeRow(one: CauseSummary, cu_hours: number, { usd }: CostPeriod): readonly string[] {
  const { active_seconds, idle_seconds, wakes, cost_usd_per_month } = one;
  return [
    causeName(one),
    share(one.cu_hours, cu_hours),
    duration(active_seconds),
    share(Math.min(idle_seconds, active_seconds), active_seconds),
    count(wakes),
    number(one.cu_hours),
    money(usd(cost_usd_per_month)),
  ];
}

function savingsRow(one: CauseSummary, cu_hours: number, period: CostPeriod): readonly string[] {
  const { wakes, cost_usd_per_month, without } = one;
  return [
    causeName(one),
    share(one.cu_hours, cu_hours),
    count(wakes),
    money(period.usd(cost_usd_per_month)),
    without === undefined ? '-' : saving(without, period),
  ];
}

function share(part: number, whole: number): string {
  return percent(whole > 0 ? part / whole : 0);
}

/** What it costs less; with a sign, since less of a load may cost more. */
function saving({ saving_usd_per_month, saving_ci }: LoadAlternative, { usd }: CostPeriod): string {
  const saved = usd(saving_usd_per_month);
  if (saved === 0) return 'the same';
  return signedText('usd', -saved, saving_ci && { ...saving_ci, half_width: usd(saving_ci.half_width) });
}
