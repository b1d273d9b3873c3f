import { createHash } from 'node:crypto';
import type { Scenario } from '../../scenario/scenario.js';
import type { Column } from '../text/csv.js';
import { sheetTime } from '../text/iso-time.js';

/** Characters of a run's id. */
const LENGTH = 12;

/** What tells a run from others in tables that hold several. */
export interface RunIdentity {
  /** The same for the same scenario text, overrides and seed. */
  readonly run_id: string;
  readonly scenario: Scenario;
}

/** The identity of a run. @param asked what it was made from: the file's text and the overrides */
export function runIdentity(scenario: Scenario, asked: readonly string[] = []): RunIdentity {
  const { name, seed, start, duration_seconds } = scenario;
  const told = JSON.stringify([asked, name, seed, start, duration_seconds]);
  return { run_id: createHash('sha256').update(told).digest('hex').slice(0, LENGTH), scenario };
}

/** Columns with the run's id after them, so that tables of several runs can be put together. */
export function withRunId<Row>(
  columns: readonly Column<Row>[],
  { run_id }: RunIdentity,
): readonly Column<Row>[] {
  return [...columns, { header: 'run_id', kind: 'text', cell: () => run_id }];
}

/** The same for small tables, with the scenario's name and the seed before the id. */
export function withRun<Row>(columns: readonly Column<Row>[], run: RunIdentity): readonly Column<Row>[] {
  const { name, seed } = run.scenario;
  return withRunId(
    [
      ...columns,
      { header: 'scenario', kind: 'text', cell: () => name },
      { header: 'seed', kind: 'text', cell: () => seed },
    ],
    run,
  );
}

/** Columns of `runs.csv`, the table of one row that the id leads to. */
export const RUNS_COLUMNS: readonly Column<RunIdentity>[] = [
  { header: 'run_id', kind: 'text', cell: ({ run_id }) => run_id },
  { header: 'scenario', kind: 'text', cell: ({ scenario }) => scenario.name },
  { header: 'seed', kind: 'text', cell: ({ scenario }) => scenario.seed },
  { header: 'plan', kind: 'text', cell: ({ scenario }) => scenario.plan.name },
  {
    header: 'start_time',
    kind: 'time',
    cell: ({ scenario }) => new Date(scenario.start_epoch_seconds * 1000).toISOString(),
  },
  { header: 'start_utc', kind: 'text', cell: ({ scenario }) => sheetTime(scenario.start_epoch_seconds, 0) },
  { header: 'duration_seconds', cell: ({ scenario }) => scenario.duration_seconds },
];
