import type { Finding } from '../../findings/finding.js';
import type { Assumption, Scenario } from '../../scenario/scenario.js';
import { monthBasis } from '../figures/month-basis.js';
import type { Summary } from '../figures/summary.js';
import { fileOutput } from '../files/file-output.js';
import type { RunOutput } from '../files/run-output.js';
import { SparklineSeries } from '../text/sparkline-series.js';
import { runVerdict } from '../verdict/run-verdict.js';
import { Book } from './cells/book.js';
import { addChart, CHART_ROWS, type ChartSpecification } from './cells/charts.js';
import { listedCell, live, type TableRows } from './cells/live.js';
import { column, titled } from './cells/sheet.js';
import { spreadsheetMonth } from './cells/spreadsheet-time.js';
import { addChecks } from './inputs/checks-sheet.js';
import { addInputs } from './inputs/inputs-sheet.js';
import { moneyColumn, priceOfRun } from './inputs/pricing.js';
import { addMonths } from './months/months-sheet.js';
import { PLANNING } from './months/planning-names.js';
import { steadyMonths } from './months/steady-months.js';
import { addTeams } from './months/teams-sheet.js';
import { usesOfRun } from './months/use-of-computes.js';
import { addDecisions, addTimeline, DecisionRows } from './run/recorded-sheets.js';
import { monthQuotaSeconds, monthsText, runInputs, steadyUse } from './run/run-inputs.js';
import { RUN_NAMES, RunUse } from './run/run-use.js';
import { addShape, CHARTED_STRETCHES } from './run/shape-sheet.js';
import { addSummary } from './run/summary-sheet.js';
import { addComputes, addLoads, addTenants } from './run/table-sheets.js';
import { TimelineRows } from './run/timeline-rows.js';
import { addUsage } from './run/usage-sheet.js';

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
  scenario: Scenario,
  summary: Summary,
  replications: readonly Summary[],
  { timeline, decisions, shape }: WatchedRun,
): Uint8Array {
  const { start_epoch_seconds, start } = scenario;
  const book = new Book({ title: summary.scenario, subject: 'Run' });
  const use = new RunUse(summary, replications);
  const { carried: carries, note } = monthBasis(summary.duration_seconds);
  const { duration_seconds, assumptions } = summary;
  const year = carries ? live(PLANNING.total, 0) : undefined;
  const months = carries ? steadyMonths(start_epoch_seconds, steadyUse(scenario, summary)) : [];
  const ahead = months.reduce((sum, { cost }) => sum + Number(cost.value), 0);
  const { sheet, below, checks } = addSummary(book, use, {
    verdict: runVerdict(summary),
    months: note,
    year: year && live(year.formula, ahead),
  });
  addInputs(book, scenario, {
    price: priceOfRun(summary),
    compute_time_seconds: monthQuotaSeconds(scenario, summary),
    further: runInputs(scenario, summary),
  });
  book.name(RUN_NAMES.run_hours, String(duration_seconds / 3600));
  addComputes(book, use);
  addLoads(book, summary);
  addFindings(book, summary);
  if (carries) addMonths(book, months, monthsText(summary, note));
  const uses = carries && use.computes > 1 ? usesOfRun(scenario, summary) : [];
  const teams = uses.length > 0 ? addTeams(book, uses, { cost: ahead, months: months.length }) : [];
  addTenants(book, summary);
  addTimeline(book, start_epoch_seconds, timeline);
  const simulated = addRunMonths(book, use);
  addDecisions(book, start_epoch_seconds, decisions);
  const usage = addUsage(book, use);
  const load = addShape(book, shape, start_epoch_seconds, duration_seconds);
  addAssumptions(book, assumptions);
  addChecks(book, [...checks, usage, ...teams]);
  addChart(sheet, below + 1, 0, load);
  if (simulated.last > simulated.first) addChart(sheet, below + 1 + CHART_ROWS, 0, costChart(simulated));
  sheet.print(below + CHART_ROWS * 2, 4);
  return book.toBytes(start);
}

function costChart(simulated: TableRows): ChartSpecification {
  const cells = (of: number) => ({ sheet: RUN_MONTHS, column: of, ...simulated });
  return {
    kind: 'columns',
    title: 'Cost by month, as far as it was simulated',
    x: { name: 'month', format: 'yyyy-mm' },
    y: { name: 'cost', format: '#,##0.00' },
    series: [{ name: 'cost', x: cells(0), y: cells(2) }],
  };
}

const NOTE =
  'constants of the model that the platform has not published; nothing here follows the inputs: set one in the scenario and run again';

/** Adds the sheet with the model's constants, what they rest on and how sure they are. */
function addAssumptions(book: Book, assumptions: readonly Assumption[]): void {
  const columns = [
    titled<Assumption>('Assumption', 'general', 44, ({ name }) => name),
    column<Assumption>('value', ({ value }) => value, 'wrapped', 40),
    column<Assumption>('source', ({ source }) => source, 'wrapped', 70),
    column<Assumption>('confidence', ({ confidence }) => confidence, 'text', 14),
    column<Assumption>('set_by', ({ set_by }) => set_by, 'text', 14),
  ];
  book.sheet('Assumptions').listing(NOTE, columns, assumptions, 1);
}

/** Adds a sheet of what is worth a look in the scenario and its run; none where there is nothing. */
function addFindings(book: Book, { findings = [] }: Pick<Summary, 'findings'>): void {
  if (findings.length === 0) return;
  const sheet = book.sheet('Findings');
  sheet.table(
    0,
    [
      column<Finding>('finding', ({ id }) => id),
      column<Finding>('what was found', ({ message }) => message),
      column<Finding>('figure', ({ figure }) => figure.name),
      column<Finding>('value', ({ figure }) => figure.value),
    ],
    findings,
  );
  sheet.freeze(1, 1);
  sheet.widen(0, 28);
  sheet.widen(1, 100);
}

/** The name of the sheet. */
const RUN_MONTHS = 'Cost by month';

/** Adds the sheet of calendar months that were simulated. */
function addRunMonths(book: Book, use: RunUse): TableRows {
  const sheet = book.sheet(RUN_MONTHS);
  const note = 'calendar months of the run, in UTC: only what was simulated of them';
  const month = (index: number) => listedCell(index, 0);
  const columns = [
    column<Month>('month', (row) => spreadsheetMonth(row.month), 'month_name'),
    column<Month>('cu_hours', ({ cu_hours }, index) => use.ofMonth('cu_hours', month(index), cu_hours)),
    moneyColumn<Month>('Cost', 14, ({ cost_usd }, index) => use.ofMonth('cost_usd', month(index), cost_usd)),
    column<Month>('as_simulated_usd', ({ cost_usd }) => cost_usd),
  ];
  return sheet.listing(note, columns, use.summary.cost_by_month);
}

type Month = Summary['cost_by_month'][number];
