import type { Book } from '../cells/book.js';
import { cellName, columnRange, live } from '../cells/live.js';
import { column, type SheetColumn, titled } from '../cells/sheet.js';
import { type Check, controlTotal } from '../inputs/checks-sheet.js';
import { moneyColumn, shareFormula } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from './planning-names.js';
import type { ComputeUse } from './use-of-computes.js';

const FIRST_TEAM = 4;
/** Columns of both tables that money stands in. */
const [HOURS, SHARE, COST, MONTH] = [3, 4, 5, 6] as const;

/** What the tenants' shares are shares of. */
export interface ChargedCost {
  /** Of all months, as they are in the workbook at first. */
  readonly cost: number;
  readonly months: number;
}

/**
 * Adds the sheet that charges the cost of all months to teams and tenants, in proportion to their CU-hours: a table of
 * teams, and one row per tenant that a pivot table can be made of.
 * @returns what can be checked
 */
export function addTeams(book: Book, uses: readonly ComputeUse[], charged: ChargedCost): readonly Check[] {
  const sheet = book.sheet(SHEETS.teams);
  const sorted = uses.toSorted((a, b) => b.cu_hours - a.cu_hours);
  const teams = [...new Set(sorted.map(({ team }) => team))].sort();
  const first = FIRST_TEAM + teams.length + 4;
  const rows = { first, last: first + sorted.length - 1 };
  const note =
    'the cost of all months by share of CU-hours, which are those of a run of the present load: shares do not follow the growth, costs follow every input';
  sheet.head(SHEETS.teams, note);
  const range = (of: number) => columnRange(rows, of);
  const all = sorted.reduce((sum, { cu_hours }) => sum + cu_hours, 0);
  const hours = `SUM(${range(HOURS)})`;
  sheet.table(FIRST_TEAM - 1, teamColumns(sorted, range, charged), teams);
  const sum = FIRST_TEAM + teams.length;
  sheet.put(sum, 0, 'All', 'text_total');
  for (const [of, value, style] of [
    [2, sorted.length, 'count_total'],
    [HOURS, all, 'hours_total'],
    [COST, charged.cost, 'money_total'],
    [MONTH, charged.cost / charged.months, 'money_total'],
  ] as const) {
    const own = columnRange({ first: FIRST_TEAM, last: sum - 1 }, of);
    sheet.put(sum, of, live(`SUM(${own})`, value), style);
  }
  sheet.put(first - 2, 0, uses.some((each) => each.class !== undefined) ? 'Tenants' : 'Computes', 'section');
  const columns = tenantColumns(first, hours, all, sorted.length, charged);
  sheet.table(first - 1, columns, sorted);
  sheet.filter(first - 1, columns.length, sorted.length);
  sheet.freeze(FIRST_TEAM, 1);
  sheet.print(Math.min(rows.last, first + 200), columns.length - 1);
  return [
    controlTotal(
      'CU-hours of tenants',
      columnRange(rows, HOURS, SHEETS.teams),
      sorted.map(({ cu_hours }) => cu_hours),
    ),
    {
      label: 'Charged to teams less the cost of all months',
      formula: `${cellName(sum, COST, SHEETS.teams)}-${PLANNING.total}`,
      written: 0,
      of_inputs: false,
    },
  ];
}

function teamColumns(
  uses: readonly ComputeUse[],
  range: (of: number) => string,
  { cost, months }: ChargedCost,
): readonly SheetColumn<string>[] {
  const own = (team: string) => uses.filter((each) => each.team === team);
  const hours = (team: string) => own(team).reduce((sum, { cu_hours }) => sum + cu_hours, 0);
  const all = uses.reduce((sum, { cu_hours }) => sum + cu_hours, 0);
  const share = (team: string) => (all === 0 ? own(team).length / uses.length : hours(team) / all);
  const name = (index: number) => cellName(FIRST_TEAM + index, 0);
  const sum = (of: number, index: number) => `SUMIFS(${range(of)},${range(1)},${name(index)})`;
  return [
    titled('Team or class', 'general', 30, (team) => team),
    titled('', 'general', 20, () => undefined),
    column(
      'tenants',
      (team, index) => live(`COUNTIF(${range(1)},${name(index)})`, own(team).length),
      'count',
      12,
    ),
    titled('CU-hours of the run', 'hours', 18, (team, index) => live(sum(HOURS, index), hours(team))),
    titled('Share', 'share', 12, (team, index) => live(sum(SHARE, index), share(team))),
    moneyColumn('Cost of all months', 18, (team, index) => live(sum(COST, index), share(team) * cost)),
    moneyColumn('A calendar month, on average', 18, (team, index) =>
      live(sum(MONTH, index), (share(team) * cost) / months),
    ),
  ];
}

function tenantColumns(
  first: number,
  hours: string,
  all: number,
  count: number,
  { cost, months }: ChargedCost,
): readonly SheetColumn<ComputeUse>[] {
  const at = (index: number, of: number) => cellName(first + index, of);
  const share = ({ cu_hours }: ComputeUse) => (all === 0 ? 1 / count : cu_hours / all);
  return [
    titled('Tenant or compute', 'general', 30, ({ name }) => name),
    titled('Team or class', 'text', 20, ({ team }) => team),
    titled('Class', 'text', 12, (use) => use.class),
    titled('CU-hours of the run', 'hours', 18, ({ cu_hours }) => cu_hours),
    titled('Share', 'share', 12, (use, index) =>
      live(shareFormula('1', at(index, HOURS), hours, count), share(use)),
    ),
    moneyColumn('Cost of all months', 18, (use, index) =>
      live(`${at(index, SHARE)}*${PLANNING.total}`, share(use) * cost),
    ),
    moneyColumn('A calendar month, on average', 18, (use, index) =>
      live(`${at(index, COST)}/${months}`, (share(use) * cost) / months),
    ),
  ];
}
