import { apiState } from '../compute/lifecycle.js';
import type { DecisionRow } from '../simulation/observation.js';
import type { Column } from './csv.js';
import { isoTime } from './iso-time.js';

/** What each decision says besides the time of day. */
export const DECISION_FIGURES: readonly Column<DecisionRow>[] = [
  { header: 'time_seconds', cell: (row) => row.time_seconds },
  { header: 'compute', cell: (row) => row.compute },
  { header: 'decision', cell: (row) => row.decision },
  { header: 'state', cell: (row) => row.state },
  { header: 'current_state', cell: (row) => apiState(row.state).current_state },
  { header: 'pending_state', cell: (row) => apiState(row.state).pending_state ?? null },
  { header: 'cu_before', cell: (row) => row.cu_before },
  { header: 'cu_after', cell: (row) => row.cu_after },
  { header: 'load_average_1m', cell: (row) => row.load_average_1m },
  { header: 'load_average_5m', cell: (row) => row.load_average_5m },
  { header: 'goal_cpu_cu', cell: (row) => row.scaling?.goal_cpu_cu ?? null },
  { header: 'goal_memory_cu', cell: (row) => row.scaling?.goal_memory_cu ?? null },
  { header: 'goal_lfc_cu', cell: (row) => row.scaling?.goal_lfc_cu ?? null },
  { header: 'goal_cu', cell: (row) => row.scaling?.goal_cu ?? null },
  { header: 'won_by', cell: (row) => row.scaling?.won_by ?? null },
  { header: 'blocked', cell: (row) => row.scaling?.blocked ?? null },
  { header: 'queries_running', cell: (row) => row.running },
  { header: 'connections', cell: (row) => row.connections },
  { header: 'reason', cell: (row) => row.reason },
];

/** Columns of `decisions.csv`: one row per transition, resize, refusal and edit, with what caused it. */
export function decisionColumns(start_epoch_seconds: number): readonly Column<DecisionRow>[] {
  return [
    { header: 'time', cell: (row) => isoTime(start_epoch_seconds, row.time_seconds) },
    ...DECISION_FIGURES,
  ];
}
