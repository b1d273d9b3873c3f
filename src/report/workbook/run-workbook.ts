import type { Scenario } from '../../scenario/scenario.js';
import type { DecisionRow, TimelineRow } from '../../simulation/observation.js';
import { ResultFile } from '../result-file.js';
import type { RunOutput } from '../run-output.js';
import { RunShape } from '../run-shape.js';
import type { Summary } from '../summary.js';
import { addAssumptions } from './assumptions-sheet.js';
import { Book } from './book.js';
import { addChart, CHART_ROWS } from './charts.js';
import { addComputes } from './computes-sheet.js';
import { addDecisions, DecisionRows } from './decisions-sheet.js';
import { addMonths, MONTHS } from './months-sheet.js';
import { priceOfRun } from './pricing.js';
import { RunUse } from './run-use.js';
import { addShape, CHARTED_STRETCHES } from './shape-sheet.js';
import { addSummary } from './summary-sheet.js';
import { TimelineRows } from './timeline-rows.js';
import { addTimeline } from './timeline-sheet.js';
import { addUsage } from './usage-sheet.js';

/** What a run showed while it went on, as far as a workbook holds it. */
export interface WatchedRun {
  readonly timeline: TimelineRows;
  readonly decisions: DecisionRows;
  readonly shape: RunShape;
}

/**
 * The workbook of a run: what came out, the assumptions that costs follow, computes, timeline, months and decisions.
 * With replications, timeline and decisions are those of the first.
 */
export class RunWorkbook implements RunOutput {
  readonly #file: ResultFile;
  readonly #scenario: Scenario;
  readonly #watched: WatchedRun;

  /** @throws ResultDirectoryError when the file cannot be written; then nothing has been */
  constructor(path: string, scenario: Scenario) {
    this.#file = new ResultFile(path);
    this.#scenario = scenario;
    this.#watched = {
      timeline: new TimelineRows(scenario),
      decisions: new DecisionRows(),
      shape: new RunShape(scenario.duration_seconds, CHARTED_STRETCHES),
    };
  }

  timeline(row: TimelineRow): void {
    this.#watched.timeline.add(row);
    this.#watched.shape.add(row);
  }

  decision(row: DecisionRow): void {
    this.#watched.decisions.add(row);
  }

  commit(summary: Summary, replications: readonly Summary[]): void {
    this.#watched.timeline.close();
    this.#file.commit(runWorkbook(this.#scenario, summary, replications, this.#watched));
  }

  discard(): void {
    this.#file.discard();
  }
}

/**
 * The bytes of a run's workbook.
 * @param replications a summary a replication; empty for a single run
 */
export function runWorkbook(
  { start_epoch_seconds, start }: Pick<Scenario, 'start_epoch_seconds' | 'start'>,
  summary: Summary,
  replications: readonly Summary[],
  { timeline, decisions, shape }: WatchedRun,
): Uint8Array {
  const book = new Book();
  const use = new RunUse(summary, replications);
  const { sheet, column } = addSummary(book, use);
  const { duration_seconds, assumptions } = summary;
  addAssumptions(book, { price: priceOfRun(summary), duration_seconds, assumptions });
  addComputes(book, use);
  addTimeline(book, start_epoch_seconds, timeline);
  const months = addMonths(book, use);
  addDecisions(book, start_epoch_seconds, decisions);
  addUsage(book, use);
  const load = addShape(book, shape, start_epoch_seconds, duration_seconds);
  addChart(sheet, 3, column, load);
  const cells = (of: number) => ({ sheet: MONTHS, column: of, ...months.simulated });
  addChart(sheet, 3 + CHART_ROWS, column, {
    kind: 'columns',
    title: 'Cost by month',
    x: { name: 'month', format: 'yyyy-mm' },
    y: { name: 'USD', format: '$0.00' },
    series: [{ name: 'cost', x: cells(0), y: cells(2) }],
  });
  return book.toBytes(start);
}
