import { Color, Format, FormatAlign, FormatBorder } from 'wasm-xlsxwriter';
import { remembered } from '../../../kernel/remembered.js';
import { type CellStyle, isInput, NUMBER_FORMATS } from './cell-format.js';

const ACCENT = 0x1f4e79;
const INPUT_FILL = 0xfff6d6;
const HEADING_FILL = 0xe8eef4;
const QUIET = 0x666666;
/** The formats of a workbook, each made once. */
export class Formats {
  readonly #made = new Map<CellStyle, Format>();

  /** How a style looks. */
  of(style: CellStyle): Format {
    return remembered(this.#made, style, () => formatOf(style));
  }
}

function formatOf(style: CellStyle): Format {
  const format = new Format().setAlign(FormatAlign.Top);
  const pattern = NUMBER_FORMATS[style];
  if (pattern !== undefined) format.setNumFormat(pattern);
  if (style === 'title') return format.setBold().setFontSize(14).setFontColor(Color.rgb(ACCENT));
  if (style === 'headline') return format.setBold().setTextWrap().setFontSize(12);
  if (style === 'wrapped_quiet') return format.setTextWrap().setFontColor(Color.rgb(QUIET)).setItalic();
  if (style === 'section') return format.setBold().setFontColor(Color.rgb(ACCENT));
  if (style === 'quiet') return format.setFontColor(Color.rgb(QUIET)).setItalic();
  if (style.startsWith('heading')) {
    if (style === 'heading_right') format.setAlign(FormatAlign.Right);
    return format
      .setBold()
      .setTextWrap()
      .setBackgroundColor(Color.rgb(HEADING_FILL))
      .setBorderBottom(FormatBorder.Thin)
      .setFontColor(Color.rgb(ACCENT));
  }
  if (style.endsWith('_total')) format.setBold().setBorderTop(FormatBorder.Thin);
  // A step from the number in the column before.
  if (style.startsWith('text')) format.setAlign(FormatAlign.Left).setIndent(style === 'text' ? 1 : 0);
  if (style === 'month_name') return format.setAlign(FormatAlign.Left);
  if (style === 'general_right') return format.setAlign(FormatAlign.Right);
  if (style === 'wrapped_right') return format.setTextWrap().setAlign(FormatAlign.Right);
  if (style === 'wrapped') return format.setTextWrap().setAlign(FormatAlign.Left).setIndent(1);
  if (isInput(style)) {
    return format.setUnlocked().setBackgroundColor(Color.rgb(INPUT_FILL)).setBorder(FormatBorder.Thin);
  }
  return format;
}
