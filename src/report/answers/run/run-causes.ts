import { share } from '../../../study/replicate/resource-use.js';
import type { CauseSummary } from '../../../study/run/cause-summary.js';
import type { Summary } from '../../../study/run/summary.js';
import { type Column, column } from '../../document/column.js';
import { notesOn, notesPart, type Part, table } from '../../document/report.js';
import { costPeriod } from '../../figures/month-basis.js';
import { signedText } from '../../figures/named-figure.js';
import { when } from '../../text/when.js';

/** Rows; of more, those that cost most. */
const MAX_ROWS = 12;

const RULE =
  'Time with several active loads is divided evenly; idle time belongs to the last active load; size above the minimum belongs to the load that requires it. The share of a load is not the saving of its removal: --without-each measures that';

/**
 * Who keeps the computes awake, the most expensive first, and what a month costs less without each, or the run if it
 * carries no month; nothing if a single load is the cause of everything.
 */
export function causeParts(summary: Pick<Summary, 'loads' | 'total' | 'duration_seconds'>): readonly Part[] {
  const { loads = [], total } = summary;
  const asked = loads.some(({ without }) => without !== undefined);
  const { carried, usd } = costPeriod(summary);
  const causes = loads
    .filter((one) => one.kind === 'load' || one.active_seconds > 0 || one.cu_hours > 0 || one.wakes > 0)
    .toSorted((a, b) => b.cu_hours - a.cu_hours);
  if (causes.length < 2 && !asked) return [];
  const further: readonly Column<CauseSummary>[] = [
    column('active', 'Active', 'seconds', (one) => one.active_seconds, { minor: 3 }),
    column(
      'idle',
      'Of it idle',
      'share',
      (one) => share(Math.min(one.idle_seconds, one.active_seconds), one.active_seconds),
      { minor: 1 },
    ),
    column('cu_hours', 'CU-hours', 'cu_hours', (one) => one.cu_hours, { minor: 2 }),
  ];
  const saving = ({ without }: CauseSummary): string => {
    if (without === undefined) return '-';
    const { saving_usd_per_month, saving_ci } = without;
    const saved = usd(saving_usd_per_month);
    if (saved === 0) return 'the same';
    return signedText('usd', -saved, saving_ci && { half_width: usd(saving_ci.half_width) });
  };
  return [
    table<CauseSummary>({
      id: 'causes',
      title: 'Who keeps it awake',
      short: 'Causes',
      folded: true,
      in: ['screen', 'markdown', 'page'],
      rows: causes,
      max_rows: MAX_ROWS,
      columns: [
        { name: 'cause', head: 'Kept awake by', of: (one) => ({ name: causeName(one) }) },
        column('share', 'Share', 'share', (one) => share(one.cu_hours, total.cu_hours)),
        column('wakes', 'Wakes', 'count', ({ wakes }) => wakes),
        // With what is saved a terminal has no room for both.
        ...(asked ? [] : further),
        column('cost', carried ? 'Cost a month' : 'Cost', 'usd', (one) => usd(one.cost_usd_per_month)),
        ...when(asked, column<CauseSummary>('saving', 'Without it', 'figure_text', saving)),
      ],
    }),
    notesPart('cause-rule', notesOn('', [RULE]), { in: ['page'] }),
  ];
}

/** The name of a cause within a sentence. */
export function causeName({ name, kind }: Pick<CauseSummary, 'name' | 'kind'>): string {
  if (kind === 'load') return name;
  return PLATFORM_WORDS[name] ?? name.replaceAll('_', ' ');
}

const PLATFORM_WORDS: Readonly<Record<string, string>> = {
  scenario_start: '(state at the start)',
  management_calls: '(management calls)',
  suspend_policy: '(suspension policy)',
  availability_checks: '(availability checks)',
  autovacuum: '(autovacuum)',
  open_connections: '(open connections)',
  faults: '(faults)',
  not_attributed: '(not attributed: hybrid)',
};
