import { RunningCost } from '../../cost/running-cost.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { DecisionRow, TimelineRow } from '../../simulation/run/observation.js';
import { LatencySections } from '../../statistics/latency-sections.js';
import { wholeSummaries } from '../../study/run/packed-summaries.js';
import { type Summary, summaryPieces } from '../../study/run/summary.js';
import {
  COMPUTES_COLUMNS,
  DISRUPTIONS_COLUMNS,
  disruptionRows,
  ERRORS_COLUMNS,
  errorRows,
  REPLICATIONS_COLUMNS,
  replicationRows,
  UNAVAILABILITY_COLUMNS,
  unavailabilityRows,
} from '../tables/compute-tables.js';
import { decisionColumns, LATENCY_COLUMNS, latencyRows, timelineColumns } from '../tables/course-tables.js';
import { LOADS_COLUMNS } from '../tables/loads-table.js';
import { RUNS_COLUMNS, type RunIdentity, runIdentity, withRun, withRunId } from '../tables/run-identity.js';
import type { TableFile } from '../tables/table-file.js';
import { SUMMARY, TableWriter, type TypedTable } from '../tables/table-writer.js';
import { TENANTS_COLUMNS, tenantRows } from '../tables/tenants-table.js';
import type { RunOutput } from './run-output.js';

export interface RunFilesOptions {
  /** Whether to write a table of replications; timeline and decisions are those of the first. */
  readonly replicated?: boolean;
  /** The source of the run, for its id: the file's text and the overrides. */
  readonly asked?: readonly string[];
  /** The writer of typed tables next to those of CSV. */
  readonly typed?: TypedTable | undefined;
}

/**
 * The files of one run: timeline and decisions are written during the run, the rest at its end. They appear
 * in the directory together, `summary.json` last, or not at all.
 */
export class RunFiles implements RunOutput {
  readonly #tables: TableWriter;
  readonly #run: RunIdentity;
  readonly #timeline: TableFile<TimelineRow>;
  readonly #decisions: TableFile<DecisionRow>;
  readonly #latency: LatencySections | undefined;

  /**
   * Prepares to write to a directory, which is created at the end if necessary.
   * @throws ResultDirectoryError when it cannot be used; then nothing has been written
   */
  constructor(directory: string, scenario: Scenario, options: RunFilesOptions = {}) {
    const { replicated = false, asked, typed } = options;
    const cost = new RunningCost(scenario.plan, scenario);
    // A fleet has as many rows as tenants: their latencies do not belong to a compute.
    if (scenario.fleet === undefined) {
      this.#latency = new LatencySections(scenario.duration_seconds, scenario.timeline_interval_seconds);
    }
    const names = [
      ...['timeline', 'decisions', 'computes', 'errors', 'disruptions', 'unavailability', 'loads', 'runs'],
      scenario.fleet === undefined ? 'latency' : 'tenants',
      ...(replicated ? ['replications'] : []),
      SUMMARY,
    ];
    this.#tables = new TableWriter(directory, names, typed);
    this.#run = runIdentity(scenario, asked);
    const start = scenario.start_epoch_seconds;
    this.#timeline = this.#tables.open('timeline', withRunId(timelineColumns(start, cost), this.#run));
    this.#decisions = this.#tables.open('decisions', withRunId(decisionColumns(start), this.#run));
  }

  timeline(row: TimelineRow): void {
    this.#timeline.append(row);
    this.#latency?.add(row.start_seconds, row.end_seconds, row.latency);
  }

  decision(row: DecisionRow): void {
    this.#decisions.append(row);
  }

  /**
   * Writes what is left and moves every file into the directory.
   * @param replications one summary per replication, if there are several
   */
  commit(summary: Summary, replications: readonly Summary[] = []): void {
    const { computes, fleet, loads = [] } = summary;
    const run = this.#run;
    this.#tables.write('computes', withRun(COMPUTES_COLUMNS, run), wholeSummaries(computes));
    this.#tables.write('errors', withRunId(ERRORS_COLUMNS, run), errorRows(computes));
    this.#tables.write('disruptions', withRunId(DISRUPTIONS_COLUMNS, run), disruptionRows(computes));
    this.#tables.write(
      'unavailability',
      withRunId(UNAVAILABILITY_COLUMNS, run),
      unavailabilityRows(computes),
    );
    this.#tables.write('loads', withRunId(LOADS_COLUMNS, run), loads);
    this.#tables.write('runs', RUNS_COLUMNS, [run]);
    if (this.#latency !== undefined) {
      this.#tables.write('latency', withRunId(LATENCY_COLUMNS, run), latencyRows(this.#latency));
    }
    if (fleet !== undefined) {
      this.#tables.write('tenants', withRunId(TENANTS_COLUMNS, run), tenantRows(fleet, computes));
    }
    if (replications.length > 0) {
      this.#tables.write('replications', withRun(REPLICATIONS_COLUMNS, run), replicationRows(replications));
    }
    this.#tables.commit({ [SUMMARY]: summaryPieces(summary) });
  }

  /** Leaves the directory as it was; does nothing after {@link commit}. */
  discard(): void {
    this.#tables.discard();
  }
}
