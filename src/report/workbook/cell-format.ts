import type { FigureUnit } from '../../figures/run-figures.js';

/** What a cell is, which decides how it looks. */
export type CellStyle =
  | 'text'
  | 'general'
  | 'wrapped'
  | 'title'
  | 'heading'
  | 'quiet'
  | 'input'
  | 'input_usd'
  | 'input_number'
  | 'input_share'
  | 'date'
  | 'month'
  | 'usd'
  | 'hours'
  | 'cu'
  | 'milliseconds'
  | 'seconds'
  | 'share'
  | 'availability'
  | 'count'
  | 'number'
  | 'bytes'
  | 'difference';

/** Number formats of a spreadsheet by style, units in them; texts have none. */
export const NUMBER_FORMATS: Readonly<Partial<Record<CellStyle, string>>> = {
  input_usd: '"$"#,##0.000###',
  input_number: '#,##0.##',
  input_share: '0.0%',
  date: 'yyyy-mm-dd hh:mm:ss',
  month: 'yyyy-mm',
  usd: '[<0.1]"$"0.0000;"$"#,##0.00',
  hours: '#,##0.000" CU-h"',
  cu: '0.00" CU"',
  milliseconds: '[<10]0.000" ms";#,##0.0" ms"',
  seconds: '#,##0.0" s"',
  share: '[<0.01]0.0000%;0.00%',
  availability: '0.0000%',
  count: '#,##0',
  number: '#,##0.000',
  bytes: '#,##0" B"',
  difference: '0.0E+00;-0.0E+00;0',
};

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
  [/mean|^load_average/, 'number'],
  [/^(compute|decision|state|.*_state|won_by|blocked|.*_by_error|.*_by_cause|reason)$/, 'text'],
];

/** How a column looks, by its name. */
export function styleOfColumn(header: string): CellStyle {
  return BY_ENDING.find(([ending]) => ending.test(header))?.[1] ?? 'count';
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
