import type { PolicyComparison, PolicyRow } from '../planner/policy-comparison.js';
import type { PolicySide } from '../scenario/policy/own-policies.js';
import { type Column, csvTable } from './csv.js';

type Row = PolicyRow & { readonly side: PolicySide };

/** Columns of `policies.csv`. */
const POLICIES_COLUMNS: readonly Column<Row>[] = [
  { header: 'side', cell: (row) => row.side },
  { header: 'policy', cell: (row) => row.policy },
  { header: 'own', cell: (row) => (row.own ? 'yes' : 'no') },
  { header: 'foresight', cell: (row) => (row.foresight ? 'yes' : 'no') },
  ...(
    [
      'cu_hours',
      'cost_usd',
      'regret_cu_hours_share',
      'regret_hours_per_day',
      'wakes',
      'resumes',
      'suspends',
      'overhead_per_hour',
      'wake_probability',
      'delayed_probability',
      'idle_periods',
      'ready_held',
      'ready_resumed',
      'not_ready',
      'allocated_held',
      'allocated_resumed_rightly',
      'allocated_resumed_wrongly',
      'cpu_slack',
      'cpu_saturated',
      'resizes',
      'latency_p50_ms',
      'latency_p99_ms',
      'delay_p99_ms',
      'queries_arrived',
      'queries_failed',
      'out_of_memory',
      'active_seconds',
    ] as const
  ).map((figure): Column<Row> => ({ header: figure, cell: (row) => row[figure] })),
];

/** The text of `policies.csv`: a row for each policy of each side, every figure in full precision. */
export function policiesCsv(comparison: PolicyComparison): string {
  return csvTable(
    POLICIES_COLUMNS,
    comparison.sides.flatMap(({ side, rows }) => rows.map((row) => ({ ...row, side }))),
  );
}
