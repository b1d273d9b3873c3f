import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { type PricedUse, pricedUse } from '../../cost/priced-use.js';
import type { ObjectiveResult } from '../../figures/objectives.js';
import { FIGURE_LABELS, moreIsBetter } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import { largestCu } from '../../study/plan/plan-bounds.js';
import type { Summary } from '../../study/run/summary.js';
import { drawSentences } from '../answers/fleet-words.js';
import { runReport } from '../answers/run/run.js';
import { duration } from '../figures/figure-text.js';
import { HEADLINE_FIGURES, summaryFigure } from '../figures/headline-figures.js';
import { monthBasis } from '../figures/month-basis.js';
import { styleOfUnit } from '../figures/unit.js';
import type { Book } from './cells/book.js';
import { formula, type SheetCell } from './cells/cell.js';
import type { Sheet } from './cells/sheet.js';
import { type CellStyle, styleOfFigure } from './cells/style.js';
import { column, moneyHeader, type SheetColumn } from './cells/table.js';
import { answerWorkbook, quotaAlert } from './inputs/answer-sheet.js';
import { budgetInput } from './inputs/inputs.js';
import { moneyText, monthFormula, USED_PRICE } from './inputs/pricing.js';
import { addUsage } from './inputs/usage-sheet.js';
import { addMonths, budgetAlert, type MonthFormulas, monthsAhead } from './months/months-sheet.js';
import { usesOf } from './months/present-runs.js';
import { addTeams } from './months/teams-sheet.js';

/**
 * The bytes of a run's workbook: the answer with the inputs that costs follow, months ahead and who pays; the working is
 * hidden.
 * @param replications a summary a replication; empty for a single run
 */
export function runWorkbook(
  scenario: Scenario,
  summary: Summary,
  replications: readonly Summary[],
): Uint8Array {
  const { total, slo, computes, duration_seconds } = summary;
  const { carried, note } = monthBasis(duration_seconds);
  const report = runReport(summary);
  const months = carried ? monthsAhead(scenario.start_epoch_seconds) : [];
  const budget = slo.find(({ objective }) => objective === 'cost_usd_per_month')?.target;
  const use = useOfRun(summary, replications);
  const sheets = (book: Book) => {
    if (carried) {
      addMonths(book, months, runMonths(largestCu(scenario), summary), {
        of: '"the mean use of the run, plan "&plan',
        notes: [
          `Projected from the run: ${note}. Every hour uses the mean of the run; for a load that grows: neap forecast --growth 5%/month --xlsx FILE.`,
          'At most: every compute at its largest size all the time. Cost is of compute time; what is stored and sent is on the bill as well (neap bill).',
        ],
        budget: budget !== undefined,
      });
    }
    if (carried && computes.length > 1)
      addTeams(
        book,
        usesOf(scenario, (_, index) => computes[index]!.cu_hours),
        months.length,
      );
    const [mean] = addUsage(book, [{ ...use, cells: USED_PRICE }]);
    for (const [figure, name] of Object.entries(NAMES)) book.name(name, mean!(figure as keyof typeof NAMES));
    return (['cost_usd', 'cost_usd_per_month'] as const).map(
      (figure) => [NAMES[figure], total[figure]] as const,
    );
  };
  return answerWorkbook(report, {
    sheets,
    instead: { objectives: undefined },
    headline: headline(summary, carried),
    alerts: [quotaAlert(`24*${rate(summary)}`), ...(carried ? [budgetAlert('cost', months.length)] : [])],
    body: (sheet) => addBody(sheet, summary, carried),
    as_of: scenario.plan.as_of,
    price: use.price,
    compute_time_seconds: monthQuotaSeconds(scenario.quota, summary),
    further: [budgetInput(budget, 'an objective on cost_usd_per_month, if the scenario has one')],
    notes: [`Cost per month: ${note}.`, ...drawSentences(summary)],
  });
}

/** Names of what a run used and cost in formulas. */
const NAMES = {
  cost_usd: 'total_cost',
  cost_usd_per_month: 'total_cost_per_month',
  cu_hours: 'total_cu_hours',
} as const;

function useOfRun(summary: Summary, replications: readonly Summary[]): PricedUse {
  const { plan, duration_seconds } = summary;
  const all = replications.length === 0 ? [summary] : replications;
  return pricedUse(
    { plan: plan.name, ...plan.price },
    duration_seconds,
    all.map(({ cost_by_month, running_time }) => ({ months: cost_by_month, running_time })),
  );
}

/** The answer as a formula. @param carried whether a month is projected from the run */
function headline({ duration_seconds, extra_lines = [] }: Summary, carried: boolean): string {
  const plan = '" on plan "&plan';
  const costs = extra_lines.length === 0 ? 'Costs' : 'Compute costs';
  if (!carried)
    return `"${costs} "&${moneyText('total_cost')}&" in these ${duration(duration_seconds)}"&${plan}&"."`;
  const budget = moneyText('budget_per_month');
  const above = `IF(total_cost_per_month>budget_per_month,", above the budget of "&${budget},", within the budget of "&${budget})`;
  return `"${costs} about "&${moneyText('total_cost_per_month')}&" a month"&${plan}&IF(budget_per_month>0,${above},"")&"."`;
}

/** The first figures after the costs. */
const SHOWN = [
  'cu_hours',
  'latency_ms.p99',
  'delayed_probability',
  'wake_probability',
  'wakes',
  'suspended_seconds',
].map((path) => `total.${path}`);

interface Line {
  readonly label: SheetCell;
  readonly style: CellStyle;
  readonly value: SheetCell;
}

/** Writes costs, first figures and objectives. */
function addBody(sheet: Sheet, summary: Summary, carried: boolean): void {
  const money = (label: string, name: string): Line => {
    return { label: moneyHeader(label), style: 'money', value: formula(name) };
  };
  const month = [
    money('Cost per month', NAMES.cost_usd_per_month),
    money('Twelve months ahead, sheet Months', 'period_cost'),
  ];
  const lines: readonly Line[] = [
    ...(carried ? month : []),
    money('Cost of the run', NAMES.cost_usd),
    ...HEADLINE_FIGURES.filter(({ path }) => SHOWN.includes(path)).map(({ path, label, unit }): Line => {
      return {
        label: `${label} (as simulated)`,
        style: styleOfUnit(unit),
        value: summaryFigure(summary, path),
      };
    }),
  ];
  const columns: readonly SheetColumn<Line>[] = [
    column('label', 'Figure', 'general', ({ label }) => label, 46),
    column(
      'value',
      'Value',
      ({ style }) => style,
      ({ value }) => value,
      18,
    ),
  ];
  sheet.table('Answer', columns, lines);
  if (summary.slo.length > 0) sheet.table('Objectives', OBJECTIVE_COLUMNS, summary.slo);
}

const ofFigure = ({ objective }: ObjectiveResult) => styleOfFigure(objective);
/** The cost that an objective is about as a formula in dollars, as targets are. */
const costOf = ({ objective }: ObjectiveResult) =>
  objective === 'cost_usd' || objective === 'cost_usd_per_month'
    ? `${NAMES[objective]}/currency_per_usd`
    : undefined;

const OBJECTIVE_COLUMNS: readonly SheetColumn<ObjectiveResult>[] = [
  column(
    'objective',
    'Objective',
    'general',
    ({ objective }) => `${FIGURE_LABELS[objective]}, ${moreIsBetter(objective) ? 'at least' : 'at most'}`,
  ),
  column('actual', 'Actual', ofFigure, (result) => {
    const cost = costOf(result);
    return cost === undefined ? result.actual : formula(cost);
  }),
  column('half_width', '±', ofFigure, ({ ci }) => ci?.half_width),
  column('target', 'Target', ofFigure, ({ target }) => target),
  column(
    'met',
    'Met',
    'text',
    (result) =>
      costOf(result) === undefined
        ? result.met
          ? 'met'
          : 'missed'
        : formula('IF([@actual]<=[@target],"met","missed")'),
    { looks: { bad: '[@met]="missed"', good: '[@met]="met"' } },
  ),
];

/** CU-hours of an hour without use. */
function rate(summary: Summary): string {
  return `total_cu_hours/${runningHours(summary)}`;
}

/** Months where every hour uses the mean of the run, until a cap binds. */
function runMonths(largest_cu: number, summary: Summary): MonthFormulas {
  const wanted = `24*[@days]*${rate(summary)}`;
  return {
    wanted: () => wanted,
    hours: () => `MIN(quota_cu_hours,${wanted})`,
    cost: () => monthFormula('[@hours]'),
    most: () => monthFormula(`MIN(quota_cu_hours,24*[@days]*${largest_cu})`),
  };
}

/** CU-seconds of a month that the scenario's own quota allows, whichever of its caps binds first; `undefined` for no end. */
function monthQuotaSeconds(quota: Scenario['quota'], summary: Summary): number | undefined {
  const { total, running_time } = summary;
  const caps = Object.keys(quota).length;
  if (caps === 0 || running_time === undefined || running_time.month_hours >= HOURS_PER_MONTH) {
    return quota.compute_time_seconds;
  }
  return (total.cu_hours / runningHours(summary)) * running_time.month_hours * 3600;
}

/** Hours of the run without use; if there were none, no hour had any. */
function runningHours({ duration_seconds, running_time }: Summary): number {
  return (running_time?.run_seconds || duration_seconds) / 3600;
}
