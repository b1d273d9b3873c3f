import type { ObjectiveResult } from '../../../figures/objectives.js';
import { moreIsBetter } from '../../../figures/run-figures.js';
import type { Finding } from '../../../findings/finding.js';
import { duration } from '../../figures/figure-text.js';
import { figureAt, HEADLINE_FIGURES } from '../../figures/headline-figures.js';
import type { Summary } from '../../figures/summary.js';
import { formula, relativeTo, type SheetCell } from '../cells/cell.js';
import { type CellStyle, STYLE_OF_UNIT, styleOfFigure } from '../cells/cell-format.js';
import { figureText } from '../cells/header-text.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed } from '../cells/table.js';
import { moneyHeader, moneyText, NAMES } from '../inputs/pricing.js';
import { isCost } from '../inputs/usage.js';
import { PLANNING } from '../months/planning-names.js';
import { COST_NAMES } from './figures-sheet.js';
import { RUN_NAMES } from './usage-sheet.js';

/** The answer of a run as a formula. @param carried whether a month is projected from it */
export function runHeadline({ duration_seconds }: Summary, carried: boolean): string {
  const plan = `" on plan "&${NAMES.plan}`;
  if (!carried) {
    return `"Costs "&${moneyText(RUN_NAMES.cost)}&" in these ${duration(duration_seconds)}"&${plan}&"."`;
  }
  const cost = RUN_NAMES.cost_per_month;
  const above = `IF(${cost}>${NAMES.budget},", above the budget of "&${moneyText(NAMES.budget)},", within the budget of "&${moneyText(NAMES.budget)})`;
  return `"Costs about "&${moneyText(cost)}&" a month"&${plan}&IF(${NAMES.budget}>0,${above},"")&"."`;
}

/** A figure of the first sheet. */
interface Line {
  readonly label: SheetCell;
  readonly style: CellStyle;
  readonly value: SheetCell;
}

/** Figures that matter first besides the costs. */
const SHOWN = [
  'cu_hours',
  'latency_ms.p99',
  'delayed_probability',
  'wake_probability',
  'wakes',
  'suspended_seconds',
];

/** Writes costs, first figures, objectives and findings. @returns the first row below them */
export function addRunAnswer(sheet: Sheet, row: number, summary: Summary, carried: boolean): number {
  const figures = HEADLINE_FIGURES.filter(({ path }) => SHOWN.some((each) => path === `total.${each}`));
  const month: readonly Line[] = [
    { label: moneyHeader('Cost per month'), style: 'money', value: formula(RUN_NAMES.cost_per_month) },
    {
      label: moneyHeader('Twelve months ahead, sheet Months'),
      style: 'money',
      value: formula(PLANNING.total),
    },
  ];
  const lines: readonly Line[] = [
    ...(carried ? month : []),
    { label: moneyHeader('Cost of the run'), style: 'money', value: formula(RUN_NAMES.cost) },
    ...figures.map(({ path, label, unit }): Line => {
      return { label: `${label} (as simulated)`, style: STYLE_OF_UNIT[unit], value: figureAt(summary, path) };
    }),
    ...(summary.fleet === undefined
      ? []
      : [{ label: 'Tenants', style: 'count' as const, value: summary.computes.length }]),
  ];
  const table = sheet.table(
    row,
    [
      keyed<Line>('label', 'Figure', 'general', ({ label }) => label, 46),
      keyed<Line>(
        'value',
        'Value',
        ({ style }) => style,
        ({ value }) => value,
        18,
      ),
    ],
    lines,
  );
  const objectives = addObjectives(sheet, table.last + 2, summary.slo);
  return addFindings(sheet, objectives, summary.findings ?? []);
}

function addObjectives(sheet: Sheet, row: number, slo: readonly ObjectiveResult[]): number {
  if (slo.length === 0) return row;
  const ofFigure = ({ objective }: ObjectiveResult) => styleOfFigure(objective);
  const nameOf = ({ objective }: ObjectiveResult) => (isCost(objective) ? COST_NAMES[objective] : undefined);
  const table = sheet.table(
    row,
    [
      keyed<ObjectiveResult>(
        'objective',
        'Objective',
        'general',
        ({ objective }) => `${figureText(objective)}, ${moreIsBetter(objective) ? 'at least' : 'at most'}`,
      ),
      // Targets of money are in dollars.
      keyed<ObjectiveResult>('actual', 'Actual', ofFigure, (result) => {
        const name = nameOf(result);
        return name === undefined ? result.actual : formula(`${name}/${NAMES.rate}`);
      }),
      keyed<ObjectiveResult>('half_width', '±', ofFigure, ({ ci }) => ci?.half_width),
      keyed<ObjectiveResult>('target', 'Target', ofFigure, ({ target }) => target),
      keyed<ObjectiveResult>('met', 'Met', 'text', (result, at) =>
        nameOf(result) === undefined
          ? result.met
            ? 'met'
            : 'missed'
          : formula(`IF(${at('actual')}<=${at('target')},"met","missed")`),
      ),
    ],
    slo,
  );
  const first = relativeTo(table.cell(0, 'met'));
  sheet.mark(table.range('met'), `${first}="missed"`, 'bad');
  sheet.mark(table.range('met'), `${first}="met"`, 'good');
  return table.last + 2;
}

/** Findings as sentences: they hold for the run, at its prices. */
function addFindings(sheet: Sheet, row: number, findings: readonly Finding[]): number {
  if (findings.length === 0) return row;
  sheet.put(row, 0, 'Findings, as simulated', 'section');
  findings.forEach(({ message }, index) => {
    sheet.paragraph(row + 1 + index, 4, message);
  });
  return row + findings.length + 2;
}
