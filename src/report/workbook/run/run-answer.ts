import type { ObjectiveResult } from '../../../figures/objectives.js';
import { moreIsBetter } from '../../../figures/run-figures.js';
import { duration } from '../../figures/figure-text.js';
import { figureAt, HEADLINE_FIGURES } from '../../figures/headline-figures.js';
import type { Summary } from '../../figures/summary.js';
import { formula, type SheetCell } from '../cells/cell.js';
import { type CellStyle, STYLE_OF_UNIT, styleOfFigure } from '../cells/cell-format.js';
import { figureText } from '../cells/header-text.js';
import type { Sheet } from '../cells/sheet.js';
import { column, type SheetColumn } from '../cells/table.js';
import { isCost, moneyHeader, moneyText } from '../inputs/pricing.js';
import { COST_NAMES } from './usage-sheet.js';

/** The answer of a run as a formula. @param carried whether a month is projected from it */
export function runHeadline({ duration_seconds }: Summary, carried: boolean): string {
  const { cost_usd, cost_usd_per_month } = COST_NAMES;
  const plan = '" on plan "&plan';
  if (!carried)
    return `"Costs "&${moneyText(cost_usd)}&" in these ${duration(duration_seconds)}"&${plan}&"."`;
  const budget = moneyText('budget_per_month');
  const above = `IF(${cost_usd_per_month}>budget_per_month,", above the budget of "&${budget},", within the budget of "&${budget})`;
  return `"Costs about "&${moneyText(cost_usd_per_month)}&" a month"&${plan}&IF(budget_per_month>0,${above},"")&"."`;
}

/** A figure of the first sheet. */
type Line = readonly [label: SheetCell, style: CellStyle, value: SheetCell];

/** Figures that matter first besides the costs. */
const SHOWN = [
  'cu_hours',
  'latency_ms.p99',
  'delayed_probability',
  'wake_probability',
  'wakes',
  'suspended_seconds',
];

/** Writes costs, first figures, objectives and findings, which hold for the run at its prices. */
export function addRunAnswer(sheet: Sheet, row: number, summary: Summary, carried: boolean): void {
  const { slo, fleet, computes, findings = [] } = summary;
  const figures = HEADLINE_FIGURES.filter(({ path }) => SHOWN.some((each) => path === `total.${each}`));
  const money = (label: string, name: string): Line => [moneyHeader(label), 'money', formula(name)];
  const month = [
    money('Cost per month', COST_NAMES.cost_usd_per_month),
    money('Twelve months ahead, sheet Months', 'period_cost'),
  ];
  const lines: readonly Line[] = [
    ...(carried ? month : []),
    money('Cost of the run', COST_NAMES.cost_usd),
    ...figures.map(
      ({ path, label, unit }): Line => [
        `${label} (as simulated)`,
        STYLE_OF_UNIT[unit],
        figureAt(summary, path),
      ],
    ),
    ...(fleet === undefined ? [] : [['Tenants', 'count', computes.length] as const]),
  ];
  sheet.table<Line>(
    'Answer',
    row,
    [
      column('label', 'Figure', 'general', ([label]) => label, 46),
      column(
        'value',
        'Value',
        ([, style]) => style,
        ([, , value]) => value,
        18,
      ),
    ],
    lines,
  );
  if (slo.length > 0) sheet.table('Objectives', sheet.below, OBJECTIVE_COLUMNS, slo);
  if (findings.length === 0) return;
  const top = sheet.below;
  sheet.put(top, 0, 'Findings, as simulated', 'section');
  findings.forEach(({ message }, index) => {
    sheet.paragraph(top + 1 + index, 4, message);
  });
}

const ofFigure = ({ objective }: ObjectiveResult) => styleOfFigure(objective);
const OBJECTIVE_COLUMNS: readonly SheetColumn<ObjectiveResult>[] = [
  column(
    'objective',
    'Objective',
    'general',
    ({ objective }) => `${figureText(objective)}, ${moreIsBetter(objective) ? 'at least' : 'at most'}`,
  ),
  // Targets of money are in dollars.
  column('actual', 'Actual', ofFigure, ({ objective, actual }) =>
    isCost(objective) ? formula(`${COST_NAMES[objective]}/currency_per_usd`) : actual,
  ),
  column('half_width', '±', ofFigure, ({ ci }) => ci?.half_width),
  column('target', 'Target', ofFigure, ({ target }) => target),
  column(
    'met',
    'Met',
    'text',
    ({ objective, met }) =>
      isCost(objective) ? formula('IF([@actual]<=[@target],"met","missed")') : met ? 'met' : 'missed',
    { looks: { bad: '[@met]="missed"', good: '[@met]="met"' } },
  ),
];
