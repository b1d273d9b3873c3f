import { POLICY_FIGURES } from '../../figures/policy-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { PolicyComparison, PolicyRow, SideComparison } from '../../study/policies/policy-comparison.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { markedName } from '../answers/policy-comparison-columns.js';
import { runWords } from '../figures/candidate.js';
import type { Verdict } from '../text/verdict.js';
import { Book } from './cells/book.js';
import { formula } from './cells/cell.js';
import type { ChartSpecification } from './cells/charts.js';
import { column, namedColumn, type SheetColumn } from './cells/table.js';
import { ANSWER, addAnswer } from './inputs/answer-sheet.js';
import { controlTotal } from './inputs/checks-sheet.js';
import { input } from './inputs/inputs.js';
import { moneyColumn, moneyText, monthlyFormula } from './inputs/pricing.js';

const WAKE_WORTH = 'wake_worth_seconds';
const SIDES = { size: 'Sizes', suspend: 'Suspension' } as const;
/** Figures that have a column of their own, or follow from one. */
const IN_FRONT: ReadonlySet<string> = new Set(['cu_hours', 'cost_usd_per_month', 'delayed_probability']);
/** Points that a chart names, each in its legend. */
const NAMED_POINTS = 12;

/** A side that has something to decide: its table's id, and the name of its sheet. */
interface Side extends SideComparison {
  readonly id: string;
  readonly name: string;
}

/**
 * The bytes of the workbook of a comparison of policies: their costs follow the inputs, and so does what a wake is worth;
 * everything else is as simulated.
 */
export function policiesWorkbook(
  comparison: PolicyComparison,
  scenario: Scenario,
  verdict: Verdict,
): Uint8Array {
  const { scenario: title, start, sides } = comparison;
  const book = new Book({ title, subject: 'Policies' });
  const answer = book.sheet(ANSWER);
  const decided = sides
    .filter(({ rows }) => rows.length > 0)
    .map((each, index): Side => {
      const several = sides.filter(({ side }) => side === each.side).length > 1;
      const name = several ? `${SIDES[each.side]} ${each.wake_cost_seconds} s` : SIDES[each.side];
      return { ...each, id: `Side${index}`, name };
    });
  const worth = decided.find(({ wake_cost_seconds }) => wake_cost_seconds !== null)?.wake_cost_seconds ?? 0;
  for (const side of decided) {
    const note = 'costs and the worth of wakes follow the inputs; everything else is as simulated';
    book.sheet(side.name).listing(side.id, note, columnsOf(side, comparison), side.rows, 1);
  }
  addAnswer(book, answer, {
    title: `${title}: policies`,
    about: `${runWords(comparison)}, all with the same arrivals`,
    headline: decided.map(cheapest).join('&" "&') || '"There is nothing to decide."',
    alerts: [],
    verdict,
    last: 4,
    scenario,
    price: priceAtStart(scenario),
    further: [
      input(
        'What a wake is worth, seconds of running',
        WAKE_WORTH,
        'input_number',
        worth,
        'of the column Running and wakes; the policies themselves used the value of the run',
      ),
    ],
    checks: decided.map(({ id, name, rows }) => {
      const hours = rows.map(({ cu_hours }) => cu_hours);
      return controlTotal(`CU-hours: ${name}`, `${id}[cu_hours]`, hours);
    }),
    notes: sides.flatMap(({ side, nothing_to_decide }) =>
      nothing_to_decide === null ? [] : [`${SIDES[side]}: ${nothing_to_decide}`],
    ),
    warnings: [],
    charts: decided.map(chartOf),
  });
  return book.toBytes(start);
}

/** The cheapest policy of a side at the prices in use; how many wait with it is beside it. */
function cheapest({ id, name }: Side): string {
  const least = `MIN(${id}[month])`;
  const of = (key: string) => `INDEX(${id}[${key}],MATCH(${least},${id}[month],0))`;
  return `"${name}: cheapest is "&${of('name')}&", "&${moneyText(least)}&" a month; "&TEXT(${of('delayed_probability')},"0.0%")&" of queries wait."`;
}

function columnsOf(
  { side }: Side,
  { duration_seconds }: PolicyComparison,
): readonly SheetColumn<PolicyRow>[] {
  const days = duration_seconds / 86_400;
  const hours = String(duration_seconds / 3600);
  const isSize = side === 'size';
  const shown = POLICY_FIGURES.filter((figure) => !IN_FRONT.has(figure));
  const worth = ({ active_seconds, wakes }: PolicyRow) =>
    formula(`(${active_seconds}+${WAKE_WORTH}*${wakes})/3600/${days}`);
  const regret = (row: PolicyRow) => row.regret_hours_per_day ?? row.regret_cu_hours_share;
  return [
    column('name', 'Policy (* today, † looks ahead)', 'general', (row) => markedName(row), 34),
    namedColumn('cu_hours', ({ cu_hours }) => cu_hours),
    moneyColumn('month', 'Cost per month', (row) =>
      formula(monthlyFormula('[@cu_hours]', hours, undefined, row.running_time)),
    ),
    column('worth', 'Running and wakes, h a day', 'number', worth, 18),
    isSize
      ? column('regret', 'CU-hours above the oracle', 'percent', regret, 16)
      : column('regret', 'Above the oracle, h a day', 'number', regret, 16),
    namedColumn('delayed_probability', ({ delayed_probability }) => delayed_probability),
    ...shown.map((figure) => namedColumn<PolicyRow>(figure, (row) => row[figure])),
  ];
}

function chartOf({ id, name, rows }: Side): ChartSpecification {
  const point = (at: string) => ({ x: `${id}[month${at}]`, y: `${id}[delayed_probability${at}]` });
  return {
    kind: 'points',
    title: `${name}: cost per month against queries that waited`,
    x: { name: `=${id}[#month]`, format: '#,##0.00' },
    y: { name: 'share of queries that waited', format: '0.0##%' },
    series:
      rows.length > NAMED_POINTS
        ? [{ name: 'policies', ...point('') }]
        : rows.map((_, at) => ({ name: `=${id}[name@${at}]`, ...point(`@${at}..${at}`) })),
  };
}
