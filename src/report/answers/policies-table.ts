import type { PolicySide } from '../../compute/policy/own-policies.js';
import { POLICY_FIGURES, type PolicyFigures } from '../../figures/policy-figures.js';
import type { PolicyComparison, PolicyRow } from '../../study/policies/policy-comparison.js';
import { type Column, column, figureColumn } from '../document/column.js';
import { table } from '../document/report.js';
import { duration } from '../figures/figure-text.js';
import { when } from '../text/when.js';

interface FileRow extends PolicyRow {
  readonly side: PolicySide;
  readonly wake_cost_seconds: number | null;
}

/** The worth of a wake, in seconds of running idle. */
const worth = (
  name: 'wake_cost_seconds' | 'least_cost_from_seconds' | 'least_cost_to_seconds',
  head: string,
  meaning: string,
): Column<FileRow> => column(name, head, 'number', (row) => row[name], { measure: 's', meaning });

/** Excess over the oracle of each side. */
const REGRET: Readonly<Record<PolicySide, Column<PolicyRow>>> = {
  size: column(
    'regret_cu_hours_share',
    'Above the oracle',
    'share',
    ({ regret_cu_hours_share }) => regret_cu_hours_share,
    { meaning: 'CU-hours above those of the oracle of sizes, as a share of them.' },
  ),
  suspend: column(
    'regret_hours_per_day',
    'Above the oracle, h a day',
    'number',
    ({ regret_hours_per_day }) => regret_hours_per_day,
    {
      measure: 'hours a day',
      meaning: 'Active time and weighed wakes above those of the oracle of suspensions.',
    },
  ),
};

/** Figures of a side's table for people, and the place of each among the columns that a narrow screen leaves out. */
const SHOWN: Readonly<
  Record<PolicySide, readonly (readonly [figure: keyof PolicyFigures, minor?: number])[]>
> = {
  size: [
    ['delayed_probability'],
    ['latency_p99_ms'],
    ['queries_failed', 3],
    ['resizes', 1],
    ['out_of_memory', 2],
  ],
  suspend: [['delayed_probability'], ['latency_p99_ms'], ['wakes', 3], ['resumes', 1], ['queries_failed', 2]],
};

/** The columns after a policy's name: what it costs, and what users feel of it; `policies.csv` has all figures. */
export function sideColumns(side: PolicySide): readonly Column<PolicyRow>[] {
  const figure = (name: keyof PolicyFigures, further: Partial<Column<PolicyRow>> = {}) =>
    figureColumn<PolicyRow>(name, (row) => row[name], { interval: false, ...further });
  return [
    figure('cu_hours', { minor: 4 }),
    figure('cost_usd'),
    REGRET[side],
    ...when(
      side === 'suspend',
      column<PolicyRow>('least_at', 'Costs least at', 'figure_text', rangeText, { minor: 5 }),
    ),
    ...SHOWN[side].map(([name, minor]) => figure(name, minor === undefined ? {} : { minor })),
  ];
}

/** The worths of a wake at which a row costs least, in time of running idle. */
function rangeText({ least_cost_from_seconds: from, least_cost_to_seconds: to }: PolicyRow): string {
  if (from === null) return '-';
  if (to === null) return from === 0 ? 'any time' : `${duration(from)} and more`;
  return from === 0 ? `up to ${duration(to)}` : `${duration(from)} to ${duration(to)}`;
}

/** `policies.csv`: a row for each policy of each side, every figure in full precision. */
export function policiesTable(comparison: PolicyComparison) {
  return table<FileRow>({
    id: 'policies',
    caption: 'All figures',
    in: ['csv', 'workbook'],
    rows: comparison.sides.flatMap(({ side, wake_cost_seconds, rows }) =>
      rows.map((row) => ({ ...row, side, wake_cost_seconds })),
    ),
    columns: [
      { name: 'side', head: 'Side', meaning: '`size` or `suspend`.', of: ({ side }) => side },
      { name: 'policy', head: 'Policy', meaning: 'Name of the policy.', of: ({ policy }) => policy },
      column('own', 'Today', 'yes_no', ({ own }) => own, { meaning: "`yes` for the scenario's own policy." }),
      column('foresight', 'Knows the future', 'yes_no', ({ foresight }) => foresight, {
        meaning: '`yes` if it knows the future of the run: a yardstick that cannot be deployed.',
      }),
      column('offered', 'Offered', 'yes_no', ({ offered }) => offered, {
        meaning:
          '`yes` for what the platform offers: its own policy, or all where the scenario says `rules: seed`.',
      }),
      ...POLICY_FIGURES.flatMap((figure): readonly Column<FileRow>[] => [
        figureColumn<FileRow>(figure, (row) => row[figure], { interval: false }),
        // A policy's cost above the oracle is next to its cost.
        ...(figure === 'cost_usd' ? [REGRET.size, REGRET.suspend] : []),
      ]),
      worth(
        'wake_cost_seconds',
        'What a wake is worth, s',
        'What a wake is worth in the regret, in time of running idle; empty for sizes.',
      ),
      worth(
        'least_cost_from_seconds',
        'Costs least from, s',
        'Lower end of the values of a wake for which the policy costs least.',
      ),
      worth(
        'least_cost_to_seconds',
        'Costs least to, s',
        'Upper end of the values of a wake for which the policy costs least.',
      ),
    ],
  });
}
