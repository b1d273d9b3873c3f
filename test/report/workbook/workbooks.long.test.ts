import { beforeAll, describe, expect, it } from 'vitest';
import { figureAt } from '../../command-rows.js';
import { expected } from '../../expected.js';
import { HAVE_SPREADSHEET } from '../../programs.js';
import type { OpenedWorkbook } from './opened-workbook.js';
import { BOOKS, type BookRow, RecalculatedBooks } from './recalculated-books.js';
import { changedFormulas, formulaCount } from './recalculation.js';
import { inputRow, rowOf } from './typed-into.js';

const [LAUNCH, SCALE, TYPED] = [0.106, 0.222, 0.8];
const LARGEST_CU = 1.25;
const WITH_MONTHS = ['run', 'plan', 'forecast'] as const;
const ANSWERS = [...WITH_MONTHS, 'compare'] as const;
const PRICE = 'Price of a CU-hour';
const BUDGET = 40;
/** By name, the edits of tests that compare two books. */
const EDITS: Readonly<Record<string, Pick<BookRow, 'book' | 'edit'>>> = {
  ...Object.fromEntries(
    ANSWERS.flatMap((book) => [
      [`${book} price`, { book, edit: { [PRICE]: TYPED } }],
      [`${book} launch`, { book, edit: { Plan: 'launch' } }],
    ]),
  ),
  'plan growth': { book: 'plan', edit: { 'Growth of the load a month': 0.2 } },
  'forecast growth': { book: 'forecast', edit: { 'Growth of the load a month, expected': 0.2 } },
  'price change dearer': { book: 'price change', edit: { [PRICE]: 0.212 } },
  'sweep dearer': { book: 'sweep', edit: { [PRICE]: 100 } },
  budget: { book: 'forecast', edit: { 'Budget of a month': BUDGET } },
  invoice: { book: 'forecast', edit: { 'Months!P6': 50 } },
  euro: { book: 'forecast', edit: { Currency: 'EUR', 'Units of that currency': 0.92 } },
  longer: { book: 'two', edit: { 'Hours of a month': 744 } },
  free: { book: 'two', edit: { Plan: 'free' } },
  'longer capped': { book: 'capped run', edit: { 'Hours of a month': 744 } },
  today: { book: 'plan', edit: { 'Answer!B9': 'Today' } },
};

describe.skipIf(!HAVE_SPREADSHEET)('a workbook, recalculated by a spreadsheet', () => {
  let books: RecalculatedBooks;
  beforeAll(async () => {
    books = await RecalculatedBooks.open(EDITS);
  }, 600_000);

  const computed = (name: string) => books.book(name).computed;
  const cell = (name: string, at: string) => valueAt(computed(name), at);
  const json = (book: string) => books.answer(BOOKS.books[book]!);
  const months = (name: string) =>
    computed(name)
      .table('Months', 5)
      .filter((row) => typeof row['First day']?.value === 'number')
      .map((row) => Object.fromEntries(Object.entries(row).map(([head, { value }]) => [plain(head), value])));
  const costs = (name: string) => months(name).map((month) => Number(month['Cost']));
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

  it.each(Object.keys(BOOKS.books))(
    '%s: has the stored values, which equal those of the simulator',
    (name) => {
      const { stored } = books.book(name);
      expect(formulaCount(stored)).toBeGreaterThan(20);
      expect(changedFormulas(stored, computed(name))).toEqual([]);
      expect(cell(name, 'Answer!B7')).toBe('equal to the simulator');
    },
  );

  it.each(BOOKS.rows.map((row) => [row.rule, row] as const))('%s', (rule, row) => {
    const answer = books.answer(row.as ?? BOOKS.books[row.book]!);
    const { times = 1, decimals = 2 } = row;
    const found = computed(rule);
    for (const [at, wanted] of Object.entries(row.cells ?? {})) {
      const [, path] = typeof wanted === 'string' ? (/^=(.*)/.exec(wanted) ?? []) : [];
      const value = path === undefined ? expected(wanted) : times * (figureAt(answer, path) as number);
      if (path === undefined) expect(valueAt(found, at), at).toEqual(value);
      else expect(valueAt(found, at), at).toBeCloseTo(value as number, decimals);
    }
    for (const [sheet, columns] of Object.entries(row.columns ?? {})) {
      for (const [column, path] of Object.entries(columns)) {
        const values = (figureAt(answer, path) as readonly (number | undefined)[]).filter(
          (value) => value !== undefined,
        );
        expect(values.length).toBeGreaterThan(1);
        expect(columnOf(found, sheet, column).slice(0, values.length)).toEqual(
          values.map((value) => expect.closeTo(times * value, decimals)),
        );
      }
    }
  });

  const amounts = (name: string) =>
    [...String(cell(name, 'Answer!A3')).matchAll(/\$([\d,]+\.\d\d)/g)].map(([, amount]) =>
      Number(amount!.replaceAll(',', '')),
    );

  it.each(ANSWERS)('%s: the headline follows price and plan', (answer) => {
    const before = amounts(answer);
    expect(before.length).toBeGreaterThan(0);
    for (const [name, price] of [
      [`${answer} price`, TYPED],
      [`${answer} launch`, LAUNCH],
    ] as const) {
      // The budget of a run does not change.
      const factors = before.map((_, index) => (answer === 'run' && index > 0 ? 1 : price / SCALE));
      expect(amounts(name).map((amount, index) => amount / before[index]!)).toEqual(
        factors.map((factor) => expect.closeTo(factor, 2)),
      );
    }
    expect(cell(`${answer} price`, 'Answer!B7')).toBe(
      'as simulated, with other inputs than those of the run',
    );
  });

  it.each(WITH_MONTHS)('%s: the months follow price and plan', (answer) => {
    for (const [name, price] of [
      [`${answer} price`, TYPED],
      [`${answer} launch`, LAUNCH],
    ] as const) {
      expect(costs(name)).toEqual(costs(answer).map((cost) => expect.closeTo((cost * price) / SCALE, 6)));
    }
  });

  it('no month costs more than the largest size all the time', () => {
    for (const [name, price] of [
      ...WITH_MONTHS.flatMap((answer) => [
        [answer, SCALE] as const,
        [`${answer} price`, TYPED] as const,
        [`${answer} launch`, LAUNCH] as const,
      ]),
      ['plan growth', SCALE] as const,
      ['forecast growth', SCALE] as const,
    ]) {
      for (const month of months(name)) {
        const most = LARGEST_CU * 24 * Number(month['Days']) * price;
        expect(month['Cost'], name).toBeLessThanOrEqual(most);
        expect(month['At most'], name).toBeCloseTo(most, 6);
      }
    }
  });

  it('growth interpolates the months between the simulated loads, and reports where the range ends', () => {
    for (const answer of ['plan', 'forecast'] as const) {
      expect(costs(`${answer} growth`).at(-1)).toBeGreaterThan(1.1 * costs(answer).at(-1)!);
    }
    const last = months('plan growth').at(-1)!;
    expect(last["Times today's load"]).toBeGreaterThan(2);
    expect(last['Remark']).toBe('not simulated: as at 2 times the load');
    const twice = json('plan').growth.find(({ factor }: { factor: number }) => factor === 2);
    const hours = twice.stays.figures.cu_hours.mean / 168;
    expect(last['Cost']).toBeCloseTo(hours * 24 * Number(last['Days']) * SCALE, 6);
    // A run has one load, and no cell for growth.
    expect(() => inputRow(books.book('run').stored, 'Growth')).toThrow();
  });

  it('months above the budget are marked', () => {
    const above = costs('forecast').map((cost) => Math.max(0, cost - BUDGET));
    const over = above.filter((usd) => usd > 0).length;
    expect(over).toBeGreaterThan(0);
    expect(months('budget').map((month) => month['Above the budget'])).toEqual(
      above.map((usd) => expect.closeTo(usd, 2)),
    );
    expect(cell('budget', 'Months above the budget')).toBe(over);
    expect(books.book('forecast').stored.part('xl/worksheets/sheet2.xml')).toMatch(
      /<conditionalFormatting sqref="J6:J11"><cfRule type="expression" dxfId="0"/,
    );
  });

  it('an invoice replaces the cost of its month', () => {
    const [first = 0, ...others] = costs('forecast');
    expect(months('invoice')[0]!['Actual less cost']).toBeCloseTo(50 - first, 2);
    const row = rowOf(computed('invoice'), 'Months', 'All months, with');
    expect(cell('invoice', `Months!J${row}`)).toBeCloseTo(50 + sum(others), 2);
  });

  it.each(['forecast', 'euro', 'forecast growth'])('%s: teams are charged all of the cost', (name) => {
    const [all] = Object.entries(computed(name).table('Teams and tenants', 4).at(-1)!).filter(([head]) =>
      head.startsWith('Cost'),
    );
    expect(all![1].value).toBeCloseTo(sum(costs(name)), 6);
  });

  it('a plan has the months of the chosen settings', () => {
    const { candidates } = json('plan');
    for (const [name, chosen] of [
      ['plan', candidates.find(({ fate }: { fate: string }) => fate === 'recommended')],
      ['today', candidates.find((each: { today: boolean }) => each.today)],
    ] as const) {
      const hours = chosen.figures.cu_hours.mean / 168;
      const expectedCosts = months(name).map((month) => 24 * Number(month['Days']) * hours * SCALE);
      expect(costs(name)).toEqual(expectedCosts.map((cost) => expect.closeTo(cost, 2)));
    }
    expect(costs('plan')[0]).toBeLessThan(costs('today')[0]!);
  });

  it('an alteration of a figure of the simulator is shown in red', () => {
    for (const name of ['forecast', 'bill', 'plan']) {
      expect(books.book(name).stored.part('xl/worksheets/sheet1.xml')).toContain(
        '<formula>LEFT($B$7,7)=&quot;ALTERED&quot;</formula>',
      );
    }
  });

  it('candidates follow the price on the assumed plan, and those on another plan do not', () => {
    const [before, after] = ['sweep', 'sweep dearer'].map((name) => computed(name).table('Candidates', 3));
    const assumed = cell('sweep dearer', `Answer!D${inputRow(computed('sweep dearer'), 'Plan')}`);
    const plans = new Set<unknown>();
    before!.forEach((row, index) => {
      const cost = row['Cost of the run, USD']?.value;
      if (row['Plan'] === undefined || cost === undefined) return;
      plans.add(row['Plan'].value);
      const follows = expect(after![index]!['Cost of the run, USD']!.value);
      if (row['Plan'].value === assumed) follows.not.toBeCloseTo(Number(cost), 3);
      else follows.toBeCloseTo(Number(cost), 9);
    });
    expect(plans.size).toBe(2);
  });

  it('calendar months of a run have their own hours, and are cut short by a cap', () => {
    const { total, duration_seconds, running_time } = json('two');
    expect(running_time).toBeUndefined();
    for (const month of months('longer').slice(0, 12)) {
      const hours = 24 * Number(month['Days']);
      expect(month['Cost']).toBeCloseTo((hours * total.cu_hours * LAUNCH) / (duration_seconds / 3600), 8);
      expect(month['At most']).toBeCloseTo(hours * 4.5 * LAUNCH, 8);
    }
    const capped = months('longer capped').flatMap((month) => month['CU-hours'] ?? []);
    expect(capped.length).toBeGreaterThan(0);
    for (const hours of capped) expect(hours).toBeCloseTo(300, 6);
  });

  it('the loads of a run that a cap cuts short share its cost', () => {
    const { total, loads, running_time } = json('capped run');
    expect(total.cost_usd_per_month).toBeCloseTo(31.8, 6);
    expect(running_time).toEqual({ run_seconds: 300 * 3600, month_hours: expect.closeTo(300, 9) });
    const shares: readonly number[] = loads.map(
      (load: { cost_usd_per_month: number }) => load.cost_usd_per_month,
    );
    expect(sum(shares)).toBeCloseTo(31.8, 9);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  });

  it('the day when hours are used up is a date, and a typed price applies to a month with two prices', () => {
    const [first] = months('free');
    expect(first!['Used up on']).toBe(Number(first!['First day']) + 1);
    const [usage] = computed('price change dearer').table('Usage', 3);
    expect(cell('price change dearer', 'Cost of the run')).toBeCloseTo(
      0.212 * Number(usage!['CU-hours']!.value),
      9,
    );
  });
});

/** A cell by its address, by the label of its row on the first sheet, or by sheet and column of the first row. */
function valueAt(book: OpenedWorkbook, at: string): string | number | undefined {
  const [sheet = '', address] = at.split('!');
  if (address !== undefined) return book.cells(sheet).get(address)?.value;
  const [label = '', column] = at.split(' @ ');
  if (book.sheets.includes(label)) return columnOf(book, label, column!)[0];
  const row = rowOf(book, 'Answer', label);
  const heads = [...book.cells('Answer')].filter(([, { value }]) => value === column);
  const [place = 'B'] = heads.map(([head]) => head.replace(/\d+/, ''));
  return book.cells('Answer').get(`${place}${row}`)?.value;
}

/** The values of a column of a table, without its empty cells. */
function columnOf(book: OpenedWorkbook, sheet: string, column: string): readonly (string | number)[] {
  return book
    .table(sheet, sheet === 'Months' ? 5 : 3)
    .flatMap((row) => Object.entries(row).find(([head]) => plain(head) === column)?.[1].value ?? []);
}

/** A header without its currency. */
function plain(head: string): string {
  return head.replace(/, [A-Z]{3}$/, '');
}
