import { Color, Format, FormatAlign, FormatBorder } from 'wasm-xlsxwriter';
import { remembered } from '../../../kernel/remembered.js';
import { type CellStyle, NUMBER_FORMATS } from './cell-format.js';

const ACCENT = 0x1f4e79;
const INPUT_FILL = 0xfff6d6;
const HEADING_FILL = 0xe8eef4;
const QUIET = 0x666666;
/** Of verdicts: green, amber and red that are dark enough to be read. */
const TONES: Readonly<Partial<Record<CellStyle, number>>> = {
  verdict_good: 0x006100,
  verdict_warning: 0x7f4f00,
  verdict_bad: 0x9c0006,
  verdict_neutral: 0x1f1f1f,
};

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
  const tone = TONES[style];
  if (tone !== undefined) return format.setBold().setTextWrap().setFontColor(Color.rgb(tone));
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
  if (style.startsWith('input')) {
    return format.setBackgroundColor(Color.rgb(INPUT_FILL)).setBorder(FormatBorder.Thin);
  }
  return format;
}
