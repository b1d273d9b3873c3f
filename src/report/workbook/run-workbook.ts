import type { Assumption, Scenario } from '../../scenario/scenario.js';
import { drawSentences } from '../answers/fleet-words.js';
import { duration } from '../figures/figure-text.js';
import { monthBasis } from '../figures/month-basis.js';
import type { Summary } from '../figures/summary.js';
import { fileOutput } from '../files/file-output.js';
import type { RunOutput } from '../files/run-output.js';
import { utcText } from '../text/iso-time.js';
import { SparklineSeries } from '../text/sparkline-series.js';
import { runVerdict } from '../verdict/run-verdict.js';
import { Book } from './cells/book.js';
import { formula } from './cells/cell.js';
import { column, namedColumn } from './cells/table.js';
import { spreadsheetMonth } from './formula/spreadsheet-time.js';
import { ANSWER, addAnswer, quotaAlert } from './inputs/answer-sheet.js';
import { moneyColumn, priceOfRun } from './inputs/pricing.js';
import { addMonths, budgetAlert } from './months/months-sheet.js';
import { addTeams } from './months/teams-sheet.js';
import { usesOfRun } from './months/use-of-computes.js';
import { addFigures } from './run/figures-sheet.js';
import { addRunAnswer, runHeadline } from './run/run-answer.js';
import { budgetOf, monthQuotaSeconds, monthsAhead, runInputs, runMonths, runRate } from './run/run-inputs.js';
import { addShape, CHARTED_STRETCHES } from './run/shape-sheet.js';
import { addComputes, addLoads, addTenants } from './run/table-sheets.js';
import { RunUsage } from './run/usage-sheet.js';

/**
 * The workbook of a run: the answer with the inputs that costs follow, months ahead and who pays; the working is hidden.
 * With replications, the curve of load and size is that of the first.
 * @throws ResultDirectoryError when the file cannot be written; then nothing has been
 */
export function workbookOutput(path: string, scenario: Scenario): RunOutput {
  const shape = new SparklineSeries(scenario.duration_seconds, CHARTED_STRETCHES);
  const content = (summary: Summary, replications: readonly Summary[]): Uint8Array =>
    runWorkbook(scenario, summary, replications, shape);
  return fileOutput(path, content, { timeline: (row) => shape.add(row) });
}

/**
 * The bytes of a run's workbook.
 * @param replications a summary a replication; empty for a single run
 * @param shape load and size of all computes while it was running
 */
export function runWorkbook(
  scenario: Scenario,
  summary: Summary,
  replications: readonly Summary[],
  shape: SparklineSeries,
): Uint8Array {
  const { start_epoch_seconds, start } = scenario;
  const { carried, note } = monthBasis(summary.duration_seconds);
  const book = new Book({ title: summary.scenario, subject: 'Run' });
  const answer = book.sheet(ANSWER);
  const months = carried ? monthsAhead(start_epoch_seconds) : [];
  if (carried) {
    addMonths(book, months, runMonths(scenario, summary), {
      of: '"the mean use of the run, plan "&plan',
      notes: monthNotes(note),
      budget: budgetOf(summary.slo) !== undefined,
    });
  }
  const uses = carried && summary.computes.length > 1 ? usesOfRun(scenario, summary) : [];
  const teams = uses.length > 0 ? addTeams(book, uses, months.length) : [];
  const usage = new RunUsage(book, summary, replications);
  const checks = addFigures(book, usage);
  addComputes(book, usage);
  addLoads(book, summary);
  addTenants(book, summary);
  addRunMonths(book, usage);
  const load = addShape(book, shape, start_epoch_seconds, summary.duration_seconds);
  addAssumptions(book, summary.assumptions);
  addAnswer(book, answer, {
    title: summary.scenario,
    about: whatWasRun(summary),
    headline: runHeadline(summary, carried),
    alerts: [quotaAlert(`24*${runRate(summary)}`), ...(carried ? [budgetAlert('cost', months.length)] : [])],
    verdict: runVerdict(summary),
    last: 4,
    body: (sheet, row) => addRunAnswer(sheet, row, summary, carried),
    scenario,
    price: priceOfRun(summary),
    compute_time_seconds: monthQuotaSeconds(scenario, summary),
    further: runInputs(summary),
    checks: [...checks, usage.check, ...teams],
    notes: [`Cost per month: ${note}.`, ...drawSentences(summary)],
    warnings: summary.warnings,
    charts: [load],
  });
  return book.toBytes(start);
}

function whatWasRun(summary: Summary): string {
  const { start, duration_seconds, seed, replications, plan } = summary;
  const runs = replications === 1 ? 'one run' : `means of ${replications} replications`;
  return `${duration(duration_seconds)} from ${utcText(start)}, plan ${plan.name}, seed ${seed}, ${runs}`;
}

function monthNotes(basis: string): readonly string[] {
  return [
    `Projected from the run: ${basis}. Every hour uses the mean of the run; for a load that grows: neap forecast --growth 5%/month --xlsx FILE.`,
    'At most: every compute at its largest size all the time. Cost is of compute time; what is stored and sent is on the bill as well (neap bill).',
  ];
}

const NOTE =
  'constants of the model that the platform has not published; nothing here follows the inputs: set one in the scenario and run again';

/** Adds the sheet with the model's constants, what they rest on and how sure they are. */
function addAssumptions(book: Book, assumptions: readonly Assumption[]): void {
  const columns = [
    column<Assumption>('name', 'Assumption', 'general', ({ name }) => name, 44),
    namedColumn<Assumption>('value', ({ value }) => value, 'wrapped', 40),
    namedColumn<Assumption>('source', ({ source }) => source, 'wrapped', 70),
    namedColumn<Assumption>('confidence', ({ confidence }) => confidence, 'text', 14),
    namedColumn<Assumption>('set_by', ({ set_by }) => set_by, 'text', 14),
  ];
  book.working('Assumptions').listing('Assumptions', NOTE, columns, assumptions, 1);
}

/** Adds the sheet of calendar months that were simulated. */
function addRunMonths(book: Book, usage: RunUsage): void {
  const sum = (of: 'cu_hours' | 'cost_usd') => formula(usage.sumWhere(of, 'month', '[@month]'));
  const columns = [
    namedColumn<Month>('month', (row) => spreadsheetMonth(row.month), 'month_name'),
    namedColumn<Month>('cu_hours', sum('cu_hours')),
    moneyColumn<Month>('cost', 'Cost', sum('cost_usd')),
    column<Month>('simulated', 'As simulated, USD', 'usd', ({ cost_usd }) => cost_usd),
  ];
  const note = 'calendar months of the run, in UTC: only what was simulated of them';
  book.working('Cost by month').listing('CostByMonth', note, columns, usage.summary.cost_by_month);
}

type Month = Summary['cost_by_month'][number];
