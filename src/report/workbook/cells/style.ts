import { Color, Format, FormatAlign, FormatBorder } from 'wasm-xlsxwriter';
import { FIGURE_UNITS, type FigureName } from '../../../figures/run-figures.js';
import { HOUR_SECONDS } from '../../../kernel/units.js';
import { styleOfUnit } from '../../figures/unit.js';
import type { SheetCell } from './cell.js';

/** Money with a sign. @param sign in quotes, such as `"$"` */
export const moneyFormat = (sign: string) => `${sign}#,##0.00;[Red]-${sign}#,##0.00`;

const WORDS = [
  'text',
  'general',
  'wrapped',
  'quiet',
  'title',
  'section',
  'headline',
  'wrapped_quiet',
] as const;
const RIGHT = ['general_right', 'wrapped_right', 'input'] as const;

/** Number formats of a spreadsheet, units in them. */
const NUMBERS = {
  input_usd: '"$"#,##0.000###',
  input_number: '#,##0.00####',
  input_share: '0.0##%',
  input_date: 'yyyy-mm-dd',
  input_money: '"$"#,##0.00',
  day: 'yyyy-mm-dd',
  month_name: 'mmmm yyyy',
  usd: '[<0.1]"$"0.0000;"$"#,##0.00',
  usd_price: '"$"#,##0.000###',
  plain_number: '[>=100000000]"no end";General',
  plain_share: '0.0##%',
  money: moneyFormat('"$"'),
  money_change: '+"$"#,##0.00;-"$"#,##0.00;"$"0.00',
  money_or_none: `${moneyFormat('"$"')};;`,
  hours: '#,##0.000" CU-h"',
  cu: '0.00" CU"',
  milliseconds: '[>=1000]#,##0.00," s";[<10]0.000" ms";0.0" ms"',
  seconds: '[=0]0" h";[<0.1]0.0000" h";#,##0.00" h"',
  share: '[=0]0%;[<0.01]0.0000%;0.00%',
  count: '#,##0',
  number: '#,##0.000',
  factor: '0.000"x"',
  bytes: '#,##0" B"',
} as const;

/** The kind of a cell, which decides how it looks. */
export type CellStyle = keyof typeof NUMBERS | (typeof WORDS)[number] | (typeof RIGHT)[number];

/** A cell that a table adds: a header, above words or above numbers, or a total. */
export type CellPlace = 'heading' | 'heading_right' | 'total' | undefined;

/** Whether cells of a style are for the reader to fill in. */
export function isInput(style: CellStyle): boolean {
  return style.startsWith('input');
}

/** Whether cells of a style are money in the currency of the reader. */
export function isMoney(style: CellStyle): boolean {
  return style.startsWith('money') || style === 'input_money';
}

/** Whether cells of a style are words, which begin on the left. */
export function isOfWords(style: CellStyle): boolean {
  return style === 'month_name' || (WORDS as readonly CellStyle[]).includes(style);
}

/** The stored value of a cell: times are in hours. */
export function storedValue(content: SheetCell, style: CellStyle): SheetCell {
  return style === 'seconds' && typeof content === 'number' ? content / HOUR_SECONDS : content;
}

/** How values of a figure of a whole run look. */
export function styleOfFigure(figure: FigureName): CellStyle {
  return styleOfUnit(FIGURE_UNITS[figure]);
}

const ACCENT = 0x1f4e79;
const INPUT_FILL = 0xfff6d6;
const HEADING_FILL = 0xe8eef4;
const QUIET = 0x666666;

/** How cells look in the library's terms. */
export function formatOf(style: CellStyle, place: CellPlace): Format {
  const format = new Format().setAlign(FormatAlign.Top);
  const quiet = () => format.setFontColor(Color.rgb(QUIET)).setItalic();
  if (place?.startsWith('heading')) {
    if (place === 'heading_right') format.setAlign(FormatAlign.Right);
    format.setBold().setTextWrap().setBackgroundColor(Color.rgb(HEADING_FILL));
    return format.setBorderBottom(FormatBorder.Thin).setFontColor(Color.rgb(ACCENT));
  }
  if (style in NUMBERS) format.setNumFormat(NUMBERS[style as keyof typeof NUMBERS]);
  if (style.startsWith('wrapped') || style === 'headline') format.setTextWrap();
  if (isOfWords(style)) format.setAlign(FormatAlign.Left);
  if (place === 'total') return format.setBold().setBorderTop(FormatBorder.Thin);
  if (isInput(style)) {
    return format.setUnlocked().setBackgroundColor(Color.rgb(INPUT_FILL)).setBorder(FormatBorder.Thin);
  }
  if (style.endsWith('_right')) return format.setAlign(FormatAlign.Right);
  if (style.endsWith('quiet')) return quiet();
  if (style === 'title') return format.setBold().setFontSize(14).setFontColor(Color.rgb(ACCENT));
  if (style === 'headline') return format.setBold().setFontSize(12);
  if (style === 'section') return format.setBold().setFontColor(Color.rgb(ACCENT));
  // A step from the number in the column before.
  return style === 'text' || style === 'wrapped' ? format.setIndent(1) : format;
}
