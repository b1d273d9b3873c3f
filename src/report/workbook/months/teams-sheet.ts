import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { column, moneyColumn, type SheetColumn } from '../cells/table.js';
import type { ComputeUse } from './present-runs.js';

const SHEET = 'Teams and tenants';
const NOTE =
  'the cost of all months by share of CU-hours, which are those of a run of the present load: shares do not follow the growth, costs follow every input';

/**
 * Adds the sheet that charges the cost of all months to teams and tenants, in proportion to their CU-hours: a table of
 * teams, and one row per tenant that a pivot table can be made of.
 * @param months how many they are
 */
export function addTeams(book: Book, uses: readonly ComputeUse[], months: number): void {
  const sheet = book.sheet(SHEET);
  const sorted = uses.toSorted((a, b) => b.cu_hours - a.cu_hours);
  sheet.head(SHEET, NOTE, 1);
  sheet.table('Teams', TEAM_COLUMNS, [...new Set(sorted.map(({ team }) => team))].sort());
  const title = uses.some((each) => each.class !== undefined) ? 'Tenants' : 'Computes';
  // Without any use everyone has an even share.
  const share = `IF(SUM([cu_hours])=0,1/${sorted.length},[@cu_hours]/SUM([cu_hours]))`;
  const columns: readonly SheetColumn<ComputeUse>[] = [
    column('name', 'Tenant or compute', 'general', ({ name }) => name, 30),
    column('team', 'Team or class', 'text', ({ team }) => team, 20),
    column('class', 'Class', 'text', (use) => use.class, 12),
    column('cu_hours', 'CU-hours of the run', 'hours', ({ cu_hours }) => cu_hours, 18),
    column('share', 'Share', 'share', formula(share), 12),
    moneyColumn('cost', 'Cost of all months', formula('[@share]*period_cost'), 18),
    moneyColumn('month', 'A calendar month, on average', formula(`[@cost]/${months}`), 18),
  ];
  sheet.table('Shares', columns, sorted, { title });
}

// Names may begin with a sign that a criterion of SUMIFS would take for an operator, or differ by case only.
const ofTeam = (of: string) => formula(`SUMPRODUCT(EXACT(Shares[team],[@team])*${of})`);

const TEAM_COLUMNS: readonly SheetColumn<string>[] = [
  column('team', 'Team or class', 'general', (team) => team, { width: 30, total: 'All' }),
  column('gap', '', 'general', undefined, 20),
  column('tenants', 'Tenants', 'count', ofTeam('1'), { width: 12, total: 'sum' }),
  column('cu_hours', 'CU-hours of the run', 'hours', ofTeam('Shares[cu_hours]'), {
    width: 18,
    total: 'sum',
  }),
  column('share', 'Share', 'share', ofTeam('Shares[share]'), { width: 12, total: '' }),
  moneyColumn('cost', 'Cost of all months', ofTeam('Shares[cost]'), { width: 18, total: 'sum' }),
  moneyColumn('month', 'A calendar month, on average', ofTeam('Shares[month]'), {
    width: 18,
    total: 'sum',
  }),
];
