import { POLICY_FIGURES } from '../../figures/policy-figures.js';
import type { PolicyComparison, PolicyRow } from '../../planner/policies/policy-comparison.js';
import type { PolicySide } from '../../scenario/policy/own-policies.js';
import { type Column, csvTable } from '../text/csv.js';

type Row = PolicyRow & { readonly side: PolicySide };

/** What a policy costs above the oracle stands beside its cost. */
const FIGURES = POLICY_FIGURES.flatMap((figure) =>
  figure === 'cost_usd'
    ? ([figure, 'regret_cu_hours_share', 'regret_hours_per_day'] as const)
    : ([figure] as const),
);

/** Columns of `policies.csv`. */
const POLICIES_COLUMNS: readonly Column<Row>[] = [
  { header: 'side', cell: (row) => row.side },
  { header: 'policy', cell: (row) => row.policy },
  { header: 'own', cell: (row) => (row.own ? 'yes' : 'no') },
  { header: 'foresight', cell: (row) => (row.foresight ? 'yes' : 'no') },
  ...FIGURES.map((figure): Column<Row> => ({ header: figure, cell: (row) => row[figure] })),
];

/** The text of `policies.csv`: a row for each policy of each side, every figure in full precision. */
export function policiesCsv(comparison: PolicyComparison): string {
  return csvTable(
    POLICIES_COLUMNS,
    comparison.sides.flatMap(({ side, rows }) => rows.map((row) => ({ ...row, side }))),
  );
}
