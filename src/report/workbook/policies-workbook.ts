import { POLICY_FIGURES } from '../../figures/policy-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { PolicyComparison, PolicyRow, SideComparison } from '../../study/policies/policy-comparison.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { markedName } from '../answers/policy-comparison-columns.js';
import { runWords } from '../figures/candidate.js';
import type { Verdict } from '../text/verdict.js';
import { Book } from './cells/book.js';
import { formula } from './cells/cell.js';
import { CHART_ROWS } from './cells/charts.js';
import type { Sheet } from './cells/sheet.js';
import { column, keyed, type SheetColumn, type Table } from './cells/table.js';
import { ANSWER, addAnswerHead, addNotes, BELOW_HEAD } from './inputs/answer-head.js';
import { addChecks, controlTotal } from './inputs/checks-sheet.js';
import { addInputs, type Input } from './inputs/inputs.js';
import { IN_USE, moneyColumn, moneyText, monthlyFormula } from './inputs/pricing.js';

const WAKE_WORTH = 'wake_worth_seconds';
const SIDES = { size: 'Sizes', suspend: 'Suspension' } as const;
const LAST = 4;
/** Points that a chart names, each in its legend. */
const NAMED_POINTS = 12;

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
  const sheet = book.sheet(ANSWER);
  const decided = sides.filter(({ rows }) => rows.length > 0);
  const worth = decided.find(({ wake_cost_seconds }) => wake_cost_seconds !== null)?.wake_cost_seconds ?? 0;
  const worthOfWake: Input = {
    label: 'What a wake is worth, seconds of running',
    name: WAKE_WORTH,
    given: worth,
    style: 'input_number',
    note: 'of the column Running and wakes; the policies themselves used the value of the run',
  };
  const tables = decided.map((side) => addSide(book, side, comparison));
  addAnswerHead(book, sheet, {
    title: `${title}: policies`,
    about: `${runWords(comparison)}, all with the same arrivals`,
    headline: tables.map(cheapest).join('&" "&') || '"There is nothing to decide."',
    alerts: [],
    verdict,
    last: LAST,
  });
  const below = addInputs(book, sheet, BELOW_HEAD, scenario, {
    price: priceAtStart(scenario),
    further: [worthOfWake],
  });
  addChecks(
    book,
    tables.map((table, index) =>
      controlTotal(
        `CU-hours: ${table.sheet}`,
        table.range('cu_hours'),
        decided[index]!.rows.map(({ cu_hours }) => cu_hours),
      ),
    ),
  );
  const nothing = sides.flatMap(({ side, nothing_to_decide }) =>
    nothing_to_decide === null ? [] : [`${SIDES[side]}: ${nothing_to_decide}`],
  );
  const row = addNotes(sheet, below + 1, nothing, LAST) + 1;
  tables.forEach((table, index) => {
    drawSide(sheet, row + index * CHART_ROWS, table, decided[index]!.rows.length);
  });
  sheet.print(row + CHART_ROWS * tables.length, LAST + 2);
  return book.toBytes(start);
}

/** The cheapest policy of a side at the prices in use; how many wait with it is beside it. */
function cheapest(table: Table): string {
  const [names, months, delayed] = ['name', 'month', 'delayed_probability'].map((key) => table.range(key));
  const place = `MATCH(MIN(${months}),${months},0)`;
  return `"${table.sheet}: cheapest is "&INDEX(${names},${place})&", "&${moneyText(`MIN(${months})`)}&" a month; "&TEXT(INDEX(${delayed},${place}),"0.0%")&" of queries wait."`;
}

function addSide(
  book: Book,
  { side, wake_cost_seconds, rows }: SideComparison,
  { duration_seconds, sides }: PolicyComparison,
): Table {
  const several = sides.filter((each) => each.side === side).length > 1;
  const sheet = book.sheet(several ? `${SIDES[side]} ${wake_cost_seconds} s` : SIDES[side]);
  const days = duration_seconds / 86_400;
  const hours = String(duration_seconds / 3600);
  const shown = POLICY_FIGURES.filter((figure) => figure !== 'cu_hours' && figure !== 'delayed_probability');
  const columns: readonly SheetColumn<PolicyRow>[] = [
    keyed('name', 'Policy (* today, † looks ahead)', 'general', (row) => markedName(row), 34),
    column('cu_hours', ({ cu_hours }) => cu_hours),
    moneyColumn('month', 'Cost per month', (row, at) =>
      formula(monthlyFormula(at('cu_hours'), hours, IN_USE, row.running_time)),
    ),
    keyed(
      'worth',
      'Running and wakes, h a day',
      'number',
      ({ active_seconds, wakes }) => formula(`(${active_seconds}+${WAKE_WORTH}*${wakes})/3600/${days}`),
      18,
    ),
    keyed(
      'regret',
      side === 'size' ? 'CU-hours above the oracle' : 'Above the oracle, h a day',
      side === 'size' ? 'percent' : 'number',
      (row) => row.regret_hours_per_day ?? row.regret_cu_hours_share,
      16,
    ),
    column('delayed_probability', ({ delayed_probability }) => delayed_probability),
    ...shown.map((figure) => column<PolicyRow>(figure, (row) => row[figure])),
  ];
  return sheet.listing(
    'costs and the worth of wakes follow the inputs; everything else is as simulated',
    columns,
    rows,
    1,
  );
}

function drawSide(sheet: Sheet, row: number, table: Table, count: number): void {
  const [x, y] = [table.charted('month'), table.charted('delayed_probability')];
  const point = (cells: typeof x, at: number) => ({
    ...cells,
    first: cells.first + at,
    last: cells.first + at,
  });
  sheet.chart(row, 0, {
    kind: 'points',
    title: `${table.sheet}: cost per month against queries that waited`,
    x: { name: `=${table.header('month')}`, format: '#,##0.00' },
    y: { name: 'share of queries that waited', format: '0.0##%' },
    series:
      count > NAMED_POINTS
        ? [{ name: 'policies', x, y }]
        : Array.from({ length: count }, (_, at) => ({
            name: `=${table.cell(at, 'name')}`,
            x: point(x, at),
            y: point(y, at),
          })),
  });
}
