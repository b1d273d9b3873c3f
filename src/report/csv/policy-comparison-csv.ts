import { POLICY_FIGURES } from '../../figures/policy-figures.js';
import type { PolicySide } from '../../scenario/policy/own-policies.js';
import type { PolicyComparison, PolicyRow } from '../../study/policies/policy-comparison.js';
import type { FrontPoint } from '../../study/policies/wake-front.js';
import { type Column, fields, texts } from '../text/csv.js';
import { type WholeTable, wholeTable, yesOrNo } from './whole-table.js';

/** The worths of a wake between which a policy costs least. */
type Range = Pick<FrontPoint, 'least_cost_from_seconds' | 'least_cost_to_seconds'>;

type Row = PolicyRow & {
  readonly side: PolicySide;
  /** What a wake is worth in the regret; `null` for sizes. */
  readonly wake_cost_seconds: number | null;
} & Range;

/** What a policy costs above the oracle stands beside its cost. */
const FIGURES = POLICY_FIGURES.flatMap((figure) =>
  figure === 'cost_usd'
    ? ([figure, 'regret_cu_hours_share', 'regret_hours_per_day'] as const)
    : ([figure] as const),
);

/** Columns of `policies.csv`. */
export const POLICIES_COLUMNS: readonly Column<Row>[] = [
  ...texts<Row>('side', 'policy'),
  yesOrNo('own', ({ own }) => own),
  yesOrNo('foresight', ({ foresight }) => foresight),
  ...fields<Row>(...FIGURES),
  ...fields<Row>('wake_cost_seconds', 'least_cost_from_seconds', 'least_cost_to_seconds'),
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
function rangeOf({ policy }: PolicyRow, told: number | null, { front }: PolicyComparison): Range {
  const point = front?.points.find(
    (each) => each.policy === policy && (each.wake_cost_seconds ?? told) === told,
  );
  if (point === undefined || told === null) {
    return { least_cost_from_seconds: null, least_cost_to_seconds: null };
  }
  const { least_cost_from_seconds, least_cost_to_seconds } = point;
  return { least_cost_from_seconds, least_cost_to_seconds };
}
