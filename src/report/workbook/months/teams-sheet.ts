import { formula, withoutSheet } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed, type SheetColumn, type Table } from '../cells/table.js';
import { type Check, controlTotal } from '../inputs/checks-sheet.js';
import { moneyColumn, shareFormula } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from './planning-names.js';
import type { ComputeUse } from './use-of-computes.js';

const TOP = 3;

/**
 * Writes the sheet that charges the cost of all months to teams and tenants, in proportion to their CU-hours: a table of
 * teams, and one row per tenant that a pivot table can be made of.
 * @param months how many they are
 * @returns what can be checked
 */
export function addTeams(sheet: Sheet, uses: readonly ComputeUse[], months: number): readonly Check[] {
  const sorted = uses.toSorted((a, b) => b.cu_hours - a.cu_hours);
  const teams = [...new Set(sorted.map(({ team }) => team))].sort();
  const note =
    'the cost of all months by share of CU-hours, which are those of a run of the present load: shares do not follow the growth, costs follow every input';
  sheet.head(SHEETS.teams, note);
  const below = TOP + teams.length + 4;
  const by_team = sheet.table(
    TOP,
    teamColumns(() => tenants),
    teams,
  );
  const sum = by_team.last + 1;
  sheet.put(sum, 0, 'All', 'text_total');
  for (const [key, style] of [
    ['tenants', 'count_total'],
    ['cu_hours', 'hours_total'],
    ['share', 'text_total'],
    ['cost', 'money_total'],
    ['month', 'money_total'],
  ] as const) {
    const all = key === 'share' ? undefined : formula(`SUM(${withoutSheet(by_team.range(key))})`);
    sheet.put(sum, by_team.column(key), all, style);
  }
  sheet.put(below - 1, 0, uses.some((each) => each.class !== undefined) ? 'Tenants' : 'Computes', 'section');
  const columns = tenantColumns(() => tenants, sorted.length, months);
  const tenants = sheet.table(below, columns, sorted);
  sheet.filter(below, columns.length, sorted.length);
  sheet.keepHead(TOP + 1);
  sheet.print(Math.min(tenants.last, below + 200), columns.length - 1);
  return [
    controlTotal(
      'CU-hours of tenants',
      tenants.range('cu_hours'),
      sorted.map(({ cu_hours }) => cu_hours),
    ),
    {
      label: 'Charged to teams less the cost of all months',
      formula: `SUM(${by_team.range('cost')})-${PLANNING.total}`,
      written: 0,
      of_inputs: false,
    },
  ];
}

function teamColumns(tenants: () => Table): readonly SheetColumn<string>[] {
  const own = (key: string) => withoutSheet(tenants().range(key));
  // Names may begin with a sign that a criterion of SUMIFS would take for an operator.
  const sum =
    (key: string): SheetColumn<string>['cell'] =>
    (_, at) =>
      formula(`SUMPRODUCT((${own('team')}=${at('team')})*${own(key)})`);
  return [
    keyed('team', 'Team or class', 'general', (team) => team, 30),
    keyed('gap', '', 'general', () => undefined, 20),
    keyed(
      'tenants',
      'Tenants',
      'count',
      (_, at) => formula(`SUMPRODUCT((${own('team')}=${at('team')})*1)`),
      12,
    ),
    keyed('cu_hours', 'CU-hours of the run', 'hours', sum('cu_hours'), 18),
    keyed('share', 'Share', 'share', sum('share'), 12),
    moneyColumn('cost', 'Cost of all months', sum('cost'), 18),
    moneyColumn('month', 'A calendar month, on average', sum('month'), 18),
  ];
}

function tenantColumns(
  tenants: () => Table,
  count: number,
  months: number,
): readonly SheetColumn<ComputeUse>[] {
  const hours = () => `SUM(${withoutSheet(tenants().range('cu_hours'))})`;
  return [
    keyed('name', 'Tenant or compute', 'general', ({ name }) => name, 30),
    keyed('team', 'Team or class', 'text', ({ team }) => team, 20),
    keyed('class', 'Class', 'text', (use) => use.class, 12),
    keyed('cu_hours', 'CU-hours of the run', 'hours', ({ cu_hours }) => cu_hours, 18),
    keyed(
      'share',
      'Share',
      'share',
      (_, at) => formula(shareFormula('1', at('cu_hours'), hours(), count)),
      12,
    ),
    moneyColumn('cost', 'Cost of all months', (_, at) => formula(`${at('share')}*${PLANNING.total}`), 18),
    moneyColumn('month', 'A calendar month, on average', (_, at) => formula(`${at('cost')}/${months}`), 18),
  ];
}
