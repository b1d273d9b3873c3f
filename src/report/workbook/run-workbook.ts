import type { Scenario } from '../../scenario/scenario.js';
import type { Summary } from '../figures/summary.js';
import { fileOutput } from '../files/file-output.js';
import type { RunOutput } from '../files/run-output.js';
import { SparklineSeries } from '../text/sparkline-series.js';
import { addAssumptions } from './assumptions-sheet.js';
import { Book } from './book.js';
import { addChart, CHART_ROWS } from './charts.js';
import { addComputes } from './computes-sheet.js';
import { addTenants } from './fleet-sheet.js';
import { addLoads } from './loads-sheet.js';
import { addMonths, MONTHS } from './months-sheet.js';
import { priceOfRun } from './pricing.js';
import { addDecisions, addTimeline, DecisionRows } from './recorded-sheets.js';
import { RunUse } from './run-use.js';
import { addShape, CHARTED_STRETCHES } from './shape-sheet.js';
import { addSummary } from './summary-sheet.js';
import { TimelineRows } from './timeline-rows.js';
import { addUsage } from './usage-sheet.js';

/** What a run showed while it went on, as far as a workbook holds it. */
export interface WatchedRun {
  readonly timeline: TimelineRows;
  readonly decisions: DecisionRows;
  readonly shape: SparklineSeries;
}

/**
 * The workbook of a run: what came out, the assumptions that costs follow, computes, timeline, months and decisions.
 * With replications, timeline and decisions are those of the first.
 * @throws ResultDirectoryError when the file cannot be written; then nothing has been
 */
export function workbookOutput(path: string, scenario: Scenario): RunOutput {
  const timeline = new TimelineRows(scenario);
  const decisions = new DecisionRows();
  const shape = new SparklineSeries(scenario.duration_seconds, CHARTED_STRETCHES);
  const content = (summary: Summary, replications: readonly Summary[]): Uint8Array => {
    timeline.close();
    return runWorkbook(scenario, summary, replications, { timeline, decisions, shape });
  };
  return fileOutput(path, content, {
    timeline(row) {
      timeline.add(row);
      shape.add(row);
    },
    decision: (row) => decisions.add(row),
  });
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
  addLoads(book, summary);
  addTenants(book, summary);
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
