import { costOfMonth, cuHoursOfMonth } from '../../cost/compute-cost.js';
import { POLICY_FIGURES } from '../../figures/policy-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { PolicyComparison, PolicyRow, SideComparison } from '../../study/policies/policy-comparison.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { markedName } from '../answers/policy-comparison-columns.js';
import { runWords } from '../figures/candidate.js';
import type { Verdict } from '../text/verdict.js';
import { Book } from './cells/book.js';
import { addChart, CHART_ROWS } from './cells/charts.js';
import { columnRange, LISTING_ROW, listedCell, live } from './cells/live.js';
import { column, type Sheet, type SheetColumn, titled } from './cells/sheet.js';
import { addChecks, type Check, controlTotal, putCheck } from './inputs/checks-sheet.js';
import { addInputs, type Input } from './inputs/inputs-sheet.js';
import { IN_USE, moneyColumn, monthlyFormula } from './inputs/pricing.js';

const WAKE_WORTH = 'wake_worth_seconds';
/** Columns of a side, counted from 0. */
const COLUMNS = { name: 0, hours: 1, month: 2, worth: 3, delayed: 5 } as const;
const SIDES = { size: 'Sizes', suspend: 'Suspension' } as const;

/**
 * The bytes of the workbook of a comparison of policies: their costs follow the inputs, and so does what a wake is worth;
 * everything else is as simulated.
 */
export function policiesWorkbook(
  comparison: PolicyComparison,
  scenario: Scenario,
  verdict: Verdict,
): Uint8Array {
  const { scenario: title, start, duration_seconds } = comparison;
  const book = new Book({ title, subject: 'Policies' });
  const sheet = book.sheet('Summary');
  for (const [at, width] of [46, 30, 20, 20, 20].entries()) sheet.widen(at, width);
  sheet.head(`${title}: policies`, `${runWords(comparison)}, all with the same arrivals`);
  sheet.verdict(2, 4, verdict);
  putCheck(sheet, 4);
  const price = priceAtStart(scenario);
  const decided = comparison.sides.filter(({ rows }) => rows.length > 0);
  const worth = decided.find(({ wake_cost_seconds }) => wake_cost_seconds !== null)?.wake_cost_seconds ?? 0;
  const worthOfWake: Input = {
    label: 'What a wake is worth, seconds of running',
    name: WAKE_WORTH,
    given: worth,
    style: 'input_number',
    note: 'of the column Running and wakes; the policies themselves were told what the run says',
  };
  addInputs(book, scenario, { price, further: [worthOfWake] });
  const perMonth = ({ cu_hours, running_time }: PolicyRow) =>
    costOfMonth(cuHoursOfMonth(cu_hours * 3600, { duration_seconds, running_time }), price);
  const checks = decided.map((side) => addSide(book, side, comparison, { perMonth, worth }));
  addChecks(
    book,
    checks.map(({ check }) => check),
  );
  let row = 6;
  comparison.sides.forEach(({ side, nothing_to_decide }) => {
    if (nothing_to_decide !== null) sheet.put(row++, 0, `${SIDES[side]}: ${nothing_to_decide}`, 'general');
  });
  checks.forEach(({ name, last }, index) => {
    drawSide(sheet, row + 1 + index * CHART_ROWS, name, last);
  });
  sheet.printOnOnePage(row + CHART_ROWS * checks.length, 4);
  return book.toBytes(start);
}

interface SidePlace {
  readonly name: string;
  readonly last: number;
  readonly check: Check;
}

function addSide(
  book: Book,
  { side, wake_cost_seconds, rows }: SideComparison,
  { duration_seconds, sides }: PolicyComparison,
  { perMonth, worth }: { readonly perMonth: (row: PolicyRow) => number; readonly worth: number },
): SidePlace {
  const several = sides.filter((each) => each.side === side).length > 1;
  const name = several ? `${SIDES[side]} ${wake_cost_seconds} s` : SIDES[side];
  const sheet = book.sheet(name);
  const days = duration_seconds / 86_400;
  const hours = String(duration_seconds / 3600);
  const shown = POLICY_FIGURES.filter((figure) => figure !== 'cu_hours' && figure !== 'delayed_probability');
  const columns: readonly SheetColumn<PolicyRow>[] = [
    titled('Policy (* today, † looks ahead)', 'general', 34, (row) => markedName(row)),
    column('cu_hours', ({ cu_hours }) => cu_hours),
    moneyColumn('Cost per month', 14, (row, index) =>
      live(monthlyFormula(listedCell(index, COLUMNS.hours), hours, IN_USE, row.running_time), perMonth(row)),
    ),
    titled('Running and wakes, h a day', 'number', 18, ({ active_seconds, wakes }) =>
      live(
        `(${active_seconds}+${WAKE_WORTH}*${wakes})/3600/${days}`,
        (active_seconds + worth * wakes) / 3600 / days,
      ),
    ),
    titled(
      side === 'size' ? 'CU-hours above the oracle' : 'Above the oracle, h a day',
      side === 'size' ? 'percent' : 'number',
      16,
      (row) => row.regret_hours_per_day ?? row.regret_cu_hours_share,
    ),
    column('delayed_probability', ({ delayed_probability }) => delayed_probability),
    ...shown.map((figure) => column<PolicyRow>(figure, (row) => row[figure])),
  ];
  const note = 'costs and the worth of wakes follow the inputs; everything else is as simulated';
  const written = sheet.listing(note, columns, rows, 1);
  return {
    name,
    last: written.last,
    check: controlTotal(
      `CU-hours: ${name}`,
      columnRange(written, COLUMNS.hours, name),
      rows.map(({ cu_hours }) => cu_hours),
    ),
  };
}

function drawSide(sheet: Sheet, row: number, name: string, last: number): void {
  const cells = (column: number) => ({ sheet: name, column, first: LISTING_ROW, last });
  addChart(sheet, row, 0, {
    kind: 'points',
    title: `${name}: cost per month against queries that waited`,
    x: { name: 'cost per month', format: '#,##0.00' },
    y: { name: 'share of queries that waited', format: '0.0##%' },
    series: [{ name: 'policies', x: cells(COLUMNS.month), y: cells(COLUMNS.delayed) }],
  });
}
