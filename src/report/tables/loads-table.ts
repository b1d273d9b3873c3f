import { SIZE_GOALS } from '../../simulation/run/cause-observations.js';
import type { CauseSummary } from '../../study/run/cause-summary.js';
import { type Column, fileColumn } from '../document/column.js';
import { breakdownText } from './compute-tables.js';

const own = fileColumn<CauseSummary>();

const GOALS: Readonly<Record<(typeof SIZE_GOALS)[number], string>> = {
  cpu: 'the goal for CPU',
  memory: 'the goal for memory',
  lfc: 'the goal for the Local File Cache',
  policy: 'another policy',
};

/** Columns of `loads.csv`: the rows of `loads` in `summary.json`, units in the names. */
export const LOADS_COLUMNS: readonly Column<CauseSummary>[] = [
  own('load', 'text', "Name of the load, or of a cause of the platform's.", ({ name }) => name),
  own('kind', 'text', '`load` or `platform`.'),
  own('active_seconds', 'seconds', 'Active time that it is the cause of.'),
  own('idle_seconds', 'seconds', 'The part of it without any work.'),
  own('cu_hours', 'cu_hours', 'Its part of what the run used.'),
  ...SIZE_GOALS.map((goal) =>
    own(
      `above_minimum_${goal}_cu_hours`,
      'cu_hours',
      `The part of \`cu_hours\` above the minimum size that ${GOALS[goal]} asked for.`,
      ({ above_minimum_cu_hours }) => above_minimum_cu_hours[goal],
    ),
  ),
  own('cost_usd', 'usd', 'Its part of what the run cost.'),
  own('cost_usd_per_month', 'usd_per_month', 'Its part of what a month of 730 hours costs.'),
  own('wakes', 'count', 'Wakes for a client of the load.'),
  own('queries_arrived', 'count', 'Its queries.', ({ queries }) => queries.arrived),
  own('queries_completed', 'count', 'Its queries that were answered.', ({ queries }) => queries.completed),
  own('queries_failed', 'count', 'Its queries whose last attempt failed.', ({ queries }) => queries.failed),
  own('queries_refused', 'count', 'Attempts refused.', ({ queries }) => queries.refused),
  own(
    'queries_cut',
    'count',
    "Attempts that were being worked on, or in the pooler's line, when all connections were cut.",
    ({ queries }) => queries.cut,
  ),
  own(
    'queries_slow',
    'count',
    'Waits for something else than their own work.',
    ({ queries }) => queries.slow,
  ),
  own('refused_by', 'text', 'Attempts refused by SQLSTATE.', (row) => breakdownText(row.refused_by)),
  own('cut_by', 'text', 'The same by what cut them.', (row) => breakdownText(row.cut_by)),
  own(
    'slow_by',
    'text',
    'The same by what was waited for: a `wake`, a `restart`, a place in the `client_pool`, a connection of the `pooler`.',
    (row) => breakdownText(row.slow_by),
  ),
  own(
    'refusals_caused',
    'count',
    'Attempts of any load that were refused because no slot was free while this load held more of them than any other.',
  ),
  ...(
    [
      ['cost_usd_per_month', 'usd_per_month', 'What a month costs'],
      ['saving_usd_per_month', 'usd_per_month', 'What a month costs less'],
      ['cu_hours', 'cu_hours', 'CU-hours'],
      ['wakes', 'count', 'Wakes'],
    ] as const
  ).map(([figure, unit, words]) =>
    own(
      `without_${figure}`,
      unit,
      `${words}, with \`--without-each\`: of the run without the load.`,
      ({ without }) => without?.[figure],
    ),
  ),
];
