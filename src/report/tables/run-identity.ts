import { createHash } from 'node:crypto';
import type { Scenario } from '../../scenario/scenario.js';
import { type Column, fileColumn, ofPart } from '../document/column.js';
import { sheetTime } from '../text/iso-time.js';

/** Meanings of columns that several tables share. */
export const COMPUTE = 'Name of the compute.';
export const START_UTC = '`start_time` as spreadsheets take it for a date: `2026-01-05 14:00:00`.';

/** Characters of a run's id. */
const ID_LENGTH = 12;

/** The columns that identify a run in tables with several. */
export type RunIdentity = ReturnType<typeof runIdentity>;

/** The identity of a run. @param asked what it was made from: the file's text and the overrides */
export function runIdentity(scenario: Scenario, asked: readonly string[] = []) {
  const { name, seed, start, start_epoch_seconds, duration_seconds, plan } = scenario;
  const identity = JSON.stringify([asked, name, seed, start, duration_seconds]);
  return {
    /** The same for the same scenario text, overrides and seed. */
    run_id: createHash('sha256').update(identity).digest('hex').slice(0, ID_LENGTH),
    scenario: name,
    seed,
    plan: plan.name,
    start_epoch_seconds,
    duration_seconds,
  };
}

const own = fileColumn<RunIdentity>();
const ID = own(
  'run_id',
  'text',
  'Tells the run from others: the same for the same scenario file, overrides and seed.',
);
const NAME = own('scenario', 'text', "The scenario's name.");
const SEED = own('seed', 'text', 'The seed that all random draws come from.');

/** Columns with the run's id after them, so that tables of several runs can be put together. */
export function withRunId<Row>(columns: readonly Column<Row>[], run: RunIdentity): readonly Column<Row>[] {
  return [...columns, ofPart(ID, () => run)];
}

/** The same for small tables, with the scenario's name and the seed before the id. */
export function withRun<Row>(columns: readonly Column<Row>[], run: RunIdentity): readonly Column<Row>[] {
  return withRunId([...columns, ...[NAME, SEED].map((each) => ofPart(each, () => run))], run);
}

/** Columns of `runs.csv`, the table of one row that the id leads to. */
export const RUNS_COLUMNS: readonly Column<RunIdentity>[] = [
  ID,
  NAME,
  SEED,
  own('plan', 'text', 'Plan of the platform whose prices and limits count.'),
  own('start_time', 'time', 'Beginning of the run, ISO 8601 UTC.', (run) =>
    new Date(run.start_epoch_seconds * 1000).toISOString(),
  ),
  own('start_utc', 'text', START_UTC, (run) => sheetTime(run.start_epoch_seconds, 0)),
  own('duration_seconds', 'seconds', 'Length of the run.'),
];
