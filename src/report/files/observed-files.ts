import type { Observed } from '../../adapter/observe/observation.js';
import { observedRun, observedTimeline } from '../../adapter/observe/observed-run.js';
import type { SeenOperation } from '../../adapter/observe/operation-watch.js';
import { RunningCost } from '../../cost/running-cost.js';
import type { Scenario } from '../../scenario/scenario.js';
import { summarise, summaryPieces } from '../../study/run/summary.js';
import { type Column, fileColumn } from '../document/column.js';
import { asSeen } from '../figures/observed-figures.js';
import type { ObservedSummary } from '../figures/observed-summary.js';
import { COMPUTES_COLUMNS } from '../tables/compute-tables.js';
import { decisionColumns, timelineColumns } from '../tables/course-tables.js';
import { seenColumns } from '../tables/file-table.js';
import { COMPUTE, runIdentity, withRun, withRunId } from '../tables/run-identity.js';
import { SUMMARY, type TableWriter } from '../tables/table-writer.js';
import { isoTime } from '../text/iso-time.js';

/** The files of an observation: the tables of a run with the same columns, empty where nothing could be seen, and operations. */
export const OBSERVED_FILES = ['timeline', 'decisions', 'computes', 'operations', SUMMARY] as const;

/** Writes every file and moves them into the directory. */
export function writeObservation(
  tables: TableWriter,
  scenario: Scenario,
  observed: Observed,
  summary: ObservedSummary,
): void {
  const place = asSeen(scenario, observed);
  const start = place.start_epoch_seconds;
  const run = runIdentity(place);
  const cost = new RunningCost(place.plan, place);
  const { computes } = summarise(place, observedRun(observed));
  const decisions = observed.computes
    .flatMap((watch) => watch.decisions)
    .sort((a, b) => a.time_seconds - b.time_seconds);
  const timeline = observedTimeline(observed, place.timeline_interval_seconds);
  tables.write('timeline', withRunId(seenColumns(timelineColumns(start, cost), 'api'), run), timeline);
  tables.write('decisions', withRunId(seenColumns(decisionColumns(start), 'api'), run), decisions);
  tables.write('computes', withRun(seenColumns(COMPUTES_COLUMNS, 'api'), run), computes);
  tables.write('operations', operationColumns(start), observed.operations);
  tables.commit({ [SUMMARY]: summaryPieces(summary) });
}

/** Columns of `operations.csv`: a row per operation, by when it was first seen. */
export function operationColumns(start_epoch_seconds: number): readonly Column<SeenOperation>[] {
  const own = fileColumn<SeenOperation>();
  return [
    own('seen', 'time', 'When it was first seen, ISO 8601 UTC.', (row) =>
      isoTime(start_epoch_seconds, row.seen_seconds),
    ),
    own('seen_seconds', 'seconds', 'When it was first seen, from the beginning.'),
    own('ended_seconds', 'seconds', 'When its end was first seen, from the beginning.'),
    own('compute', 'text', COMPUTE),
    own('action', 'text', 'Its action, in the words of the API.'),
    own('status', 'text', 'Its last status.'),
    own('duration_ms', 'milliseconds', 'Its duration as the platform reports it.'),
    own('created_at', 'text', 'When it was created, as the platform reports it.'),
    own('operation_id', 'text', 'Its id on the platform.', (row) => row.id),
  ];
}
