import { writeFileSync } from 'node:fs';
import type { Observed } from '../adapter/observe/observe-options.js';
import { observedRun, observedTimeline } from '../adapter/observe/observed-run.js';
import type { SeenOperation } from '../adapter/observe/operation-watch.js';
import { priceOf } from '../cost/price-book.js';
import { RunningCost } from '../cost/running-cost.js';
import type { Scenario } from '../scenario/scenario.js';
import { COMPUTES_COLUMNS } from './computes-table.js';
import { type Column, csvTable } from './csv.js';
import { decisionColumns } from './decisions-table.js';
import { isoTime } from './iso-time.js';
import { seenColumns } from './observed-figures.js';
import { asObserved, type ObservedSummary } from './observed-summary.js';
import { ResultDirectory } from './result-directory.js';
import { summarise } from './summary.js';
import { timelineColumns } from './timeline-table.js';

const FILES = {
  timeline: 'timeline.csv',
  decisions: 'decisions.csv',
  computes: 'computes.csv',
  operations: 'operations.csv',
  summary: 'summary.json',
} as const;

/**
 * The files of an observation: those of a run with the same columns, empty where nothing could be seen, and
 * `operations.csv`. They appear in the directory together at the end, or not at all.
 */
export class ObservedFiles {
  readonly #directory: ResultDirectory;

  /** @throws ResultDirectoryError when the directory cannot be used; then nothing has been written */
  constructor(directory: string) {
    this.#directory = ResultDirectory.open(directory, Object.values(FILES));
  }

  /** Writes every file and moves them into the directory. */
  commit(scenario: Scenario, observed: Observed, summary: ObservedSummary): void {
    const place = asObserved(scenario, observed);
    const start = place.start_epoch_seconds;
    const cost = new RunningCost(priceOf(place.plan), place);
    const { computes, total } = summarise(place, observedRun(observed));
    const decisions = observed.computes
      .flatMap((watch) => watch.decisions)
      .sort((a, b) => a.time_seconds - b.time_seconds);
    const write = (name: keyof typeof FILES, text: string): void =>
      writeFileSync(this.#directory.path(FILES[name]), text);
    write(
      'timeline',
      csvTable(
        seenColumns(timelineColumns(start, cost)),
        observedTimeline(observed, place.timeline_interval_seconds),
      ),
    );
    write('decisions', csvTable(seenColumns(decisionColumns(start)), decisions));
    write('computes', csvTable(seenColumns(COMPUTES_COLUMNS), [...computes, total]));
    write('operations', csvTable(operationColumns(start), observed.operations));
    write('summary', observedSummaryJson(summary));
    this.#directory.commit();
  }

  /** Leaves the directory as it was; does nothing after {@link commit}. */
  discard(): void {
    this.#directory.discard();
  }
}

/** The text of an observation's `summary.json`. */
export function observedSummaryJson(summary: ObservedSummary): string {
  return `${JSON.stringify(summary, null, 2)}\n`;
}

/** Columns of `operations.csv`: a row per operation, by when it was first seen. */
function operationColumns(start_epoch_seconds: number): readonly Column<SeenOperation>[] {
  return [
    { header: 'seen', cell: (row) => isoTime(start_epoch_seconds, row.seen_seconds) },
    { header: 'seen_seconds', cell: (row) => row.seen_seconds },
    { header: 'ended_seconds', cell: (row) => row.ended_seconds },
    { header: 'compute', cell: (row) => row.compute },
    { header: 'action', cell: (row) => row.action },
    { header: 'status', cell: (row) => row.status },
    { header: 'duration_ms', cell: (row) => row.duration_ms },
    { header: 'created_at', cell: (row) => row.created_at },
    { header: 'operation_id', cell: (row) => row.id },
  ];
}
