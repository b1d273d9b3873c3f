import { RunningCost } from '../../cost/running-cost.js';
import type { AttemptRow, LoadObserver } from '../../load/record/load-record.js';
import type { ObservedLoad } from '../../load/send/observe-load.js';
import { observedLoad } from '../../load/send/observed-load.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { TimelineRow } from '../../simulation/run/observation.js';
import { LatencySections } from '../../statistics/latency-sections.js';
import { summarise, summaryPieces } from '../../study/run/summary.js';
import { type Column, fileColumn } from '../document/column.js';
import type { LoadSummary } from '../figures/load-summary.js';
import { asSeen } from '../figures/observed-figures.js';
import { COMPUTES_COLUMNS } from '../tables/compute-tables.js';
import { LATENCY_COLUMNS, latencyRows, timelineColumns } from '../tables/course-tables.js';
import { seenColumns } from '../tables/file-table.js';
import { runIdentity, withRun, withRunId } from '../tables/run-identity.js';
import type { TableFile } from '../tables/table-file.js';
import { SUMMARY, TableWriter } from '../tables/table-writer.js';

const FILES = ['attempts', 'timeline', 'computes', 'latency', SUMMARY] as const;

/**
 * The files of a load that is sent: those of a run with the same columns, empty where clients see nothing, and
 * `attempts.csv`. They appear in the directory together at the end, or not at all.
 */
export class LoadFiles implements LoadObserver {
  readonly #tables: TableWriter;
  readonly #attempts: TableFile<AttemptRow>;
  readonly #scenario: Scenario;
  #timeline: TableFile<TimelineRow> | undefined;
  readonly #latency: LatencySections;

  /** @throws ResultDirectoryError when the directory cannot be used; then nothing has been written */
  constructor(directory: string, scenario: Scenario) {
    this.#scenario = scenario;
    this.#tables = new TableWriter(directory, FILES);
    this.#latency = new LatencySections(scenario.duration_seconds, scenario.timeline_interval_seconds);
    this.#attempts = this.#tables.open('attempts', ATTEMPT_COLUMNS);
  }

  /** Starts the tables. @param began_ms start of the load as Unix time */
  begin(began_ms: number): void {
    const cost = new RunningCost(this.#scenario.plan, this.#scenario);
    const seen = seenColumns(timelineColumns(began_ms / 1000, cost), 'clients');
    const columns = withRunId(seen, runIdentity(this.#scenario));
    this.#timeline = this.#tables.open('timeline', columns);
  }

  attempt(row: AttemptRow): void {
    this.#attempts.append(row);
  }

  timeline(row: TimelineRow): void {
    this.#timeline!.append(row);
    this.#latency.add(row.start_seconds, row.end_seconds, row.latency);
  }

  /** Writes what is left and moves every file into the directory. */
  commit(seen: ObservedLoad, summary: LoadSummary): void {
    const { computes } = summarise(asSeen(this.#scenario, seen), observedLoad(seen));
    const columns = withRun(seenColumns(COMPUTES_COLUMNS, 'clients'), runIdentity(this.#scenario));
    this.#tables.write('computes', columns, computes);
    this.#tables.write('latency', LATENCY_COLUMNS, latencyRows(this.#latency));
    this.#tables.commit({ [SUMMARY]: summaryPieces(summary) });
  }

  /** Leaves the directory as it was; does nothing after {@link commit}. */
  discard(): void {
    this.#tables.discard();
  }
}

const attempt = fileColumn<AttemptRow>();

/** Columns of `attempts.csv`: a row for each attempt. */
export const ATTEMPT_COLUMNS: readonly Column<AttemptRow>[] = [
  attempt('load', 'text', 'Name of the load.'),
  attempt('intended_seconds', 'seconds', 'When its query was meant to arrive, from the beginning.'),
  attempt('attempt', 'count', 'Number of the attempt, from 1.'),
  attempt('began_seconds', 'seconds', 'When the attempt began, from the beginning.'),
  attempt('ended_seconds', 'seconds', 'When the attempt ended, from the beginning.'),
  attempt('outcome', 'text', '`completed`, or the SQLSTATE or client error of its failure.'),
];
