import { RunningCost } from '../../cost/running-cost.js';
import { ResultDirectory } from '../../files/result-directory.js';
import type { AttemptRow, LoadObserver } from '../../load/record/load-record.js';
import type { ObservedLoad } from '../../load/send/observe-load.js';
import { observedLoad } from '../../load/send/observed-load.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { TimelineRow } from '../../simulation/run/observation.js';
import { LatencySections } from '../../statistics/latency-sections.js';
import { COMPUTES_COLUMNS } from '../csv/computes-table.js';
import type { CsvFile } from '../csv/csv-file.js';
import { LATENCY_COLUMNS, latencyRows } from '../csv/latency-table.js';
import { runIdentity, withRun, withRunId } from '../csv/run-identity.js';
import { timelineColumns } from '../csv/timeline-table.js';
import type { LoadSummary } from '../figures/load-summary.js';
import { asSeen, seenColumns } from '../figures/observed-figures.js';
import { summarise } from '../figures/summary.js';
import { fields, texts } from '../text/csv.js';
import { SUMMARY, TableWriter, tableFiles } from './table-writer.js';

const TABLES = ['attempts', 'timeline', 'computes', 'latency'] as const;

/**
 * The files of a load that is sent: those of a run with the same columns, empty where clients see nothing, and
 * `attempts.csv`. They appear in the directory together at the end, or not at all.
 */
export class LoadFiles implements LoadObserver {
  readonly #tables: TableWriter;
  readonly #attempts: CsvFile<AttemptRow>;
  readonly #scenario: Scenario;
  #timeline: CsvFile<TimelineRow> | undefined;
  readonly #latency: LatencySections;

  /** @throws ResultDirectoryError when the directory cannot be used; then nothing has been written */
  constructor(directory: string, scenario: Scenario) {
    this.#scenario = scenario;
    const files = [...tableFiles(TABLES, false), SUMMARY];
    this.#tables = new TableWriter(ResultDirectory.open(directory, files));
    this.#latency = new LatencySections(scenario.duration_seconds, scenario.timeline_interval_seconds);
    this.#attempts = this.#tables.open('attempts', ATTEMPT_COLUMNS);
  }

  /** The load begins. @param began_ms as Unix time */
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
    this.#tables.commit([`${JSON.stringify(summary, null, 2)}\n`]);
  }

  /** Leaves the directory as it was; does nothing after {@link commit}. */
  discard(): void {
    this.#tables.discard();
  }
}

/** Columns of `attempts.csv`: a row for each attempt. */
export const ATTEMPT_COLUMNS = [
  ...texts<AttemptRow>('load'),
  ...fields<AttemptRow>('intended_seconds', 'attempt', 'began_seconds', 'ended_seconds'),
  ...texts<AttemptRow>('outcome'),
];
