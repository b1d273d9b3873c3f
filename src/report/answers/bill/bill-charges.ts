import type { Charges, TeamCharge, TenantCharge } from '../../../cost/bill/charges.js';
import { type Column, column } from '../../document/column.js';
import { notesOn, type Part, table } from '../../document/report.js';

/** Maximum number of tenants by form; charges.csv and the workbook have all. */
const MAX_TENANTS = { screen: 10, markdown: 100, page: 2000 };

const CU_HOURS = {
  meaning: 'CU-hours of the run.',
} as const;
const AMOUNT = {
  meaning: 'Part of the bill to the cent: compute by CU-hours, public transfer by queries, the rest evenly.',
} as const;

/** The bill by team and by tenant of a fleet. */
export function chargesParts(charges: Charges): readonly Part[] {
  const { teams } = charges;
  return [
    ...(teams === undefined
      ? []
      : [
          table<TeamCharge>({
            id: 'teams',
            title: 'Charged to teams',
            in: ['screen', 'markdown', 'page', 'workbook'],
            rows: teams,
            columns: [
              { name: 'team', head: 'Team', of: ({ team }) => ({ name: team }) },
              column('tenants', 'Tenants', 'count', ({ tenants }) => tenants),
              column('cu_hours', 'CU-hours of the run', 'cu_hours', ({ cu_hours }) => cu_hours),
              column('amount_usd', 'Amount', 'dollars', ({ amount_usd }) => amount_usd),
            ],
          }),
        ]),
    chargesTable(charges),
  ];
}

/** `charges.csv`: a row for each tenant. */
export function chargesTable({ tenants, teams }: Charges) {
  const team: Column<TenantCharge> = {
    name: 'team',
    head: 'Team',
    meaning: 'The team that the tenant belongs to, if the fleet has `teams`; empty otherwise.',
    of: (row) => (row.team === undefined ? undefined : { name: row.team }),
    ...(teams === undefined && { in: ['csv'] }),
  };
  return table<TenantCharge>({
    id: 'charges',
    title: 'Charged to tenants',
    rows: tenants,
    max_rows: MAX_TENANTS,
    rest: 'that cost less; charges.csv (--out) has all',
    below: notesOn('', ['compute is charged by CU-hours, public transfer by queries, and the rest evenly']),
    columns: [
      { name: 'tenant', head: 'Tenant', meaning: 'The tenant.', of: (row) => ({ name: row.tenant }) },
      { name: 'class', head: 'Class', meaning: 'Its class.', of: (row) => ({ name: row.class }), minor: 1 },
      team,
      column('cu_hours', 'CU-hours of the run', 'cu_hours', ({ cu_hours }) => cu_hours, CU_HOURS),
      column('amount_usd', 'Amount', 'dollars', ({ amount_usd }) => amount_usd, AMOUNT),
    ],
  });
}
