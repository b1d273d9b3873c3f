import { writeFileSync } from 'node:fs';
import { RunningCost } from '../../cost/running-cost.js';
import { ResultDirectory } from '../../files/result-directory.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { DecisionRow, TimelineRow } from '../../simulation/run/observation.js';
import { LatencySections } from '../../statistics/latency-sections.js';
import { computesCsv, replicationsCsv } from '../csv/computes-table.js';
import { CsvFile } from '../csv/csv-file.js';
import { decisionColumns } from '../csv/decisions-table.js';
import { latencyCsv } from '../csv/latency-table.js';
import { loadsCsv } from '../csv/loads-table.js';
import { tenantsCsv } from '../csv/tenants-table.js';
import { timelineColumns } from '../csv/timeline-table.js';
import { type Summary, summaryJson } from '../figures/summary.js';
import type { RunOutput } from './run-output.js';

const TIMELINE = 'timeline.csv';
const DECISIONS = 'decisions.csv';
const COMPUTES = 'computes.csv';
const LATENCY = 'latency.csv';
const LOADS = 'loads.csv';
const SUMMARY = 'summary.json';
const REPLICATIONS = 'replications.csv';
const TENANTS = 'tenants.csv';

/**
 * The files of one run: timeline and decisions are written while it goes on, the rest at its end. They appear
 * in the directory together, `summary.json` last, or not at all.
 */
export class RunFiles implements RunOutput {
  readonly #directory: ResultDirectory;
  readonly #timeline: CsvFile<TimelineRow>;
  readonly #decisions: CsvFile<DecisionRow>;
  readonly #latency: LatencySections | undefined;

  /**
   * Makes ready to write to a directory, which is created at the end if need be.
   * @param replicated whether a table of replications comes with the summary; timeline and decisions are the first's
   * @throws ResultDirectoryError when it cannot be used; then nothing has been written
   */
  constructor(directory: string, scenario: Scenario, replicated = false) {
    const cost = new RunningCost(scenario.plan, scenario);
    // Of a fleet there are as many rows as tenants: their latencies are those of no compute.
    if (scenario.fleet === undefined) {
      this.#latency = new LatencySections(scenario.duration_seconds, scenario.timeline_interval_seconds);
    }
    const further = [
      ...(scenario.fleet === undefined ? [LATENCY] : [TENANTS]),
      ...(replicated ? [REPLICATIONS] : []),
    ];
    const names = [TIMELINE, DECISIONS, COMPUTES, LOADS, ...further, SUMMARY];
    this.#directory = ResultDirectory.open(directory, names);
    const start = scenario.start_epoch_seconds;
    try {
      this.#timeline = new CsvFile(this.#directory.path(TIMELINE), timelineColumns(start, cost));
      this.#decisions = new CsvFile(this.#directory.path(DECISIONS), decisionColumns(start));
    } catch (error) {
      this.#directory.discard();
      throw error;
    }
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
   * @param replications a summary a replication, where it was announced that there are some
   */
  commit(summary: Summary, replications: readonly Summary[] = []): void {
    this.#timeline.close();
    this.#decisions.close();
    writeFileSync(this.#directory.path(COMPUTES), computesCsv(summary));
    writeFileSync(this.#directory.path(LOADS), loadsCsv(summary));
    if (this.#latency !== undefined) {
      writeFileSync(this.#directory.path(LATENCY), latencyCsv(this.#latency));
    }
    if (summary.fleet !== undefined) {
      writeFileSync(this.#directory.path(TENANTS), tenantsCsv(summary.fleet, summary.computes));
    }
    if (replications.length > 0) {
      writeFileSync(this.#directory.path(REPLICATIONS), replicationsCsv(replications));
    }
    writeFileSync(this.#directory.path(SUMMARY), summaryJson(summary));
    this.#directory.commit();
  }

  /** Leaves the directory as it was; does nothing after {@link commit}. */
  discard(): void {
    this.#timeline.abandon();
    this.#decisions.abandon();
    this.#directory.discard();
  }
}
