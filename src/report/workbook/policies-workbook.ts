import { FIGURE_LABELS } from '../../figures/run-figures.js';
import { sum } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { PolicyComparison, PolicyRow, SideComparison } from '../../study/policies/policy-comparison.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { policyTags } from '../answers/policy-comparison-columns.js';
import type { Report } from '../document/report.js';
import { formula } from './cells/cell.js';
import { column, moneyColumn, type SheetColumn } from './cells/table.js';
import { answerWorkbook } from './inputs/answer-sheet.js';
import { moneyText, monthlyFormula } from './inputs/pricing.js';

const SIDES = { size: 'Sizes', suspend: 'Suspension' } as const;

/** A side that has something to decide: its table's id, and the name of its sheet. */
interface Side extends SideComparison {
  readonly id: string;
  readonly name: string;
}

/** The bytes of the workbook of a comparison of policies: their costs follow the inputs, everything else is as simulated. */
export function policiesWorkbook(
  { sides, duration_seconds }: PolicyComparison,
  scenario: Scenario,
  report: Report,
): Uint8Array {
  const decided = sides
    .filter(({ rows }) => rows.length > 0)
    .map((each, index): Side => {
      const several = sides.filter(({ side }) => side === each.side).length > 1;
      const name = several ? `${SIDES[each.side]} ${each.wake_cost_seconds} s` : SIDES[each.side];
      return { ...each, id: `Side${index}`, name };
    });
  return answerWorkbook(report, {
    sheets: (book) =>
      decided.map((side) => {
        const note = 'costs follow the inputs; everything else is as simulated';
        book.sheet(side.name).listing(side.id, note, columnsOf(side, duration_seconds), side.rows, 1);
        const months = side.rows.map(({ cost_usd_per_month }) => cost_usd_per_month);
        return [`SUM(${side.id}[month])`, sum(months)] as const;
      }),
    headline: decided.map(cheapest).join('&" "&') || '"There is nothing to decide."',
    alerts: [],
    as_of: scenario.plan.as_of,
    price: priceAtStart(scenario),
    further: [],
    notes: sides.flatMap(({ side, nothing_to_decide }) =>
      nothing_to_decide === null ? [] : [`${SIDES[side]}: ${nothing_to_decide}`],
    ),
  });
}

/** The cheapest policy of a side at the prices in use, with the number of queries that wait. */
function cheapest({ id, name }: Side): string {
  const least = `MIN(${id}[month])`;
  const of = (key: string) => `INDEX(${id}[${key}],MATCH(${least},${id}[month],0))`;
  return `"${name}: cheapest is "&${of('name')}&", "&${moneyText(least)}&" a month; "&TEXT(${of('waits')},"0.0%")&" of queries wait."`;
}

function columnsOf({ side }: Side, duration_seconds: number): readonly SheetColumn<PolicyRow>[] {
  const hours = String(duration_seconds / 3600);
  return [
    column('name', 'Policy', 'general', nameOf, 34),
    column('cu_hours', FIGURE_LABELS.cu_hours, 'hours', ({ cu_hours }) => cu_hours),
    moneyColumn('month', FIGURE_LABELS.cost_usd_per_month, ({ running_time }) =>
      formula(monthlyFormula('[@cu_hours]', hours, undefined, running_time)),
    ),
    side === 'size'
      ? column('regret', 'CU-hours above the oracle', 'percent', (row) => row.regret_cu_hours_share, 16)
      : column('regret', 'Above the oracle, h a day', 'number', (row) => row.regret_hours_per_day, 16),
    column('waits', FIGURE_LABELS.delayed_probability, 'share', (row) => row.delayed_probability, 16),
  ];
}

function nameOf(row: PolicyRow): string {
  return [row.policy, ...policyTags(row).map((tag) => `(${tag})`)].join(' ');
}
