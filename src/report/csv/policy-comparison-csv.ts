import { POLICY_FIGURES } from '../../figures/policy-figures.js';
import type { PolicyComparison, PolicyRow } from '../../planner/policies/policy-comparison.js';
import type { FrontPoint } from '../../planner/policies/wake-front.js';
import type { PolicySide } from '../../scenario/policy/own-policies.js';
import { type Column, texts } from '../text/csv.js';
import { type WholeTable, wholeTable } from './whole-table.js';

type Row = PolicyRow & {
  readonly side: PolicySide;
  /** What a wake is worth in the regret; `null` for sizes. */
  readonly wake_cost_seconds: number | null;
  readonly least_cost_from_seconds: number | null;
  readonly least_cost_to_seconds: number | null;
};

/** What a policy costs above the oracle stands beside its cost. */
const FIGURES = POLICY_FIGURES.flatMap((figure) =>
  figure === 'cost_usd'
    ? ([figure, 'regret_cu_hours_share', 'regret_hours_per_day'] as const)
    : ([figure] as const),
);

/** Columns of `policies.csv`. */
export const POLICIES_COLUMNS: readonly Column<Row>[] = [
  ...texts<Row>('side', 'policy'),
  { header: 'own', kind: 'text', cell: (row) => (row.own ? 'yes' : 'no') },
  { header: 'foresight', kind: 'text', cell: (row) => (row.foresight ? 'yes' : 'no') },
  ...FIGURES.map((figure): Column<Row> => ({ header: figure, cell: (row) => row[figure] })),
  { header: 'wake_cost_seconds', cell: (row) => row.wake_cost_seconds },
  { header: 'least_cost_from_seconds', cell: (row) => row.least_cost_from_seconds },
  { header: 'least_cost_to_seconds', cell: (row) => row.least_cost_to_seconds },
];

/** `policies.csv`: a row for each policy of each side and worth of a wake, every figure in full precision. */
export function policiesTable(comparison: PolicyComparison): WholeTable {
  return wholeTable(
    'policies',
    POLICIES_COLUMNS,
    comparison.sides.flatMap(({ side, wake_cost_seconds, rows }) =>
      rows.map((row) => ({
        ...row,
        side,
        wake_cost_seconds,
        ...rangeOf(row, wake_cost_seconds, comparison),
      })),
    ),
  );
}

/** Where the run of a row costs least. */
function rangeOf(
  { policy }: PolicyRow,
  told: number | null,
  { front }: PolicyComparison,
): Pick<FrontPoint, 'least_cost_from_seconds' | 'least_cost_to_seconds'> {
  const point = front?.points.find(
    (each) => each.policy === policy && (each.wake_cost_seconds ?? told) === told,
  );
  return point === undefined || told === null
    ? { least_cost_from_seconds: null, least_cost_to_seconds: null }
    : {
        least_cost_from_seconds: point.least_cost_from_seconds,
        least_cost_to_seconds: point.least_cost_to_seconds,
      };
}
