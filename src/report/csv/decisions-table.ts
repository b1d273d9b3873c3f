import { apiState } from '../../compute/lifecycle/compute-state.js';
import type { DecisionRow } from '../../simulation/run/observation.js';
import { type Column, fields, texts } from '../text/csv.js';
import { isoTime, sheetTime } from '../text/iso-time.js';

/** What the autoscaler says of a decision of its own. */
const SCALING = ['goal_cpu_cu', 'goal_memory_cu', 'goal_lfc_cu', 'goal_cu', 'won_by', 'blocked'] as const;

const IN_WORDS: ReadonlySet<string> = new Set(['won_by', 'blocked']);

/** What each decision says besides the time of day. */
export const DECISION_FIGURES: readonly Column<DecisionRow>[] = [
  ...fields<DecisionRow>('time_seconds'),
  ...texts<DecisionRow>('compute', 'decision', 'state'),
  { header: 'current_state', kind: 'text', cell: (row) => apiState(row.state).current_state },
  { header: 'pending_state', kind: 'text', cell: (row) => apiState(row.state).pending_state ?? null },
  ...fields<DecisionRow>('cu_before', 'cu_after', 'load_average_1m', 'load_average_5m'),
  ...SCALING.map((header) => ({
    header,
    kind: IN_WORDS.has(header) ? ('text' as const) : ('number' as const),
    cell: (row: DecisionRow) => row.scaling?.[header] ?? null,
  })),
  { header: 'queries_running', cell: (row) => row.running },
  ...fields<DecisionRow>('connections'),
  ...texts<DecisionRow>('reason'),
  { header: 'load', kind: 'text', cell: (row) => row.load ?? null },
];

/** Columns of `decisions.csv`: one row per transition, resize, refusal and edit, with what caused it. */
export function decisionColumns(start_epoch_seconds: number): readonly Column<DecisionRow>[] {
  return [
    { header: 'time', kind: 'time', cell: (row) => isoTime(start_epoch_seconds, row.time_seconds) },
    ...DECISION_FIGURES,
    { header: 'time_utc', kind: 'text', cell: (row) => sheetTime(start_epoch_seconds, row.time_seconds) },
  ];
}
