import { FIGURE_UNITS, type FigureName, type FigureUnit } from '../../../figures/run-figures.js';
import { HOUR_SECONDS } from '../../../kernel/units.js';
import type { SheetCell } from './cell.js';

/** Money with a sign. @param sign in quotes, such as `"$"` */
export const moneyFormat = (sign: string) => `${sign}#,##0.00;[Red]-${sign}#,##0.00`;
const moneyOrNone = (sign: string) => `${moneyFormat(sign)};;`;
const DOLLARS = '"$"';

const OF_NUMBERS = {
  input_usd: '"$"#,##0.000###',
  input_number: '#,##0.00####',
  input_share: '0.0##%',
  input_date: 'yyyy-mm-dd',
  input_money: `${DOLLARS}#,##0.00`,
  date: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
  month: 'yyyy-mm',
  month_name: 'mmmm yyyy',
  usd: '[<0.1]"$"0.0000;"$"#,##0.00',
  usd_total: '[<0.1]"$"0.0000;"$"#,##0.00',
  usd_price: '"$"#,##0.000###',
  plain_number: '[>=100000000]"no end";General',
  plain_share: '0.0##%',
  money: moneyFormat(DOLLARS),
  money_total: moneyFormat(DOLLARS),
  money_change: `+${DOLLARS}#,##0.00;-${DOLLARS}#,##0.00;${DOLLARS}0.00`,
  money_or_none: moneyOrNone(DOLLARS),
  none_total: moneyOrNone(DOLLARS),
  hours: '#,##0.000" CU-h"',
  hours_total: '#,##0.000" CU-h"',
  cu: '0.00" CU"',
  milliseconds: '[>=1000]#,##0.00," s";[<10]0.000" ms";0.0" ms"',
  seconds: '[=0]0" h";[<0.1]0.0000" h";#,##0.00" h"',
  share: '[=0]0%;[<0.01]0.0000%;0.00%',
  percent: '+0.0%;-0.0%;0.0%',
  availability: '0.0000%',
  count: '#,##0',
  count_total: '#,##0',
  number: '#,##0.000',
  factor: '0.000"x"',
  bytes: '#,##0" B"',
  difference: '0.0E+00;-0.0E+00;0',
};

/** What a cell is, which decides how it looks. */
export type CellStyle =
  | keyof typeof OF_NUMBERS
  | 'text'
  | 'general'
  | 'wrapped'
  | 'wrapped_right'
  | 'title'
  | 'headline'
  | 'wrapped_quiet'
  | 'heading'
  | 'heading_right'
  | 'section'
  | 'quiet'
  | 'input'
  | 'general_right'
  | 'text_total';

/** Whether cells of a style are for the reader to fill in. */
export function isInput(style: CellStyle): boolean {
  return style.startsWith('input');
}

/** Whether cells of a style are money in the currency of the reader. */
export function isMoney(style: CellStyle): boolean {
  return style.startsWith('money') || style === 'none_total' || style === 'input_money';
}

/** How the total of a column looks. */
export function totalStyle(style: CellStyle, total: SheetCell): CellStyle {
  if (total === '') return 'text_total';
  return TOTALS[style] ?? (isMoney(style) ? 'money_total' : 'text_total');
}

const TOTALS: Readonly<Partial<Record<CellStyle, CellStyle>>> = {
  money_or_none: 'none_total',
  input_money: 'none_total',
  hours: 'hours_total',
  count: 'count_total',
  usd: 'usd_total',
};

/** What a cell holds: times are in hours. */
export function storedValue(content: SheetCell, style: CellStyle): SheetCell {
  return style === 'seconds' && typeof content === 'number' ? content / HOUR_SECONDS : content;
}

/** Number formats of a spreadsheet by style, units in them; texts have none. */
export const NUMBER_FORMATS: Readonly<Partial<Record<CellStyle, string>>> = OF_NUMBERS;

/** Ends of the names of columns, the unit last, and what stands under them. */
const BY_ENDING: readonly (readonly [RegExp, CellStyle])[] = [
  [/^difference/, 'difference'],
  [/^month$/, 'month'],
  [/^usd_|_usd(_per_month)?$|_usd_12_months$/, 'usd'],
  [/_ms$/, 'milliseconds'],
  [/(^|_)cu_hours/, 'hours'],
  [/seconds$/, 'seconds'],
  [/bytes$/, 'bytes'],
  [/^availability/, 'availability'],
  [/probability$|ratio$|_share$|^cpu_|^idle_|^success_rate$/, 'share'],
  [/(^|_)cu(_|$)/, 'cu'],
  [/mean|factor$|^load_average/, 'number'],
  [
    /^(compute|class|team|decision|state|.*_state|won_by|blocked|.*_by_error|.*_by_cause|reason|type|branch)$/,
    'text',
  ],
];

/** How a column looks, by its name. */
export function styleOfColumn(name: string): CellStyle {
  return BY_ENDING.find(([ending]) => ending.test(name))?.[1] ?? 'count';
}

/** How a figure looks, by its unit. */
export const STYLE_OF_UNIT: Readonly<Record<FigureUnit, CellStyle>> = {
  usd: 'usd',
  cu_hours: 'hours',
  cu: 'cu',
  seconds: 'seconds',
  per_hour: 'number',
  bytes: 'bytes',
  milliseconds: 'milliseconds',
  share: 'share',
  count: 'count',
};

/** The same of a figure of a whole run. */
export function styleOfFigure(figure: FigureName): CellStyle {
  return STYLE_OF_UNIT[FIGURE_UNITS[figure]];
}
