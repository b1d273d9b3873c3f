import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate';
import { Color, Format, FormatAlign, FormatBorder, Workbook } from 'wasm-xlsxwriter';
import { type CellStyle, NUMBER_FORMATS } from './cell-format.js';
import { Sheet } from './sheet.js';

/** A cell in which one of several values is to be chosen. */
interface Choice {
  /** Number of the sheet, from 1, in the order in which they were added. */
  readonly sheet: number;
  /** Such as `B5`. */
  readonly cell: string;
  /** A range or its name. */
  readonly from: string;
}

/** The first that an archive knows, in the time of the place: the file says nothing of when it was made. */
const FIRST_MOMENT = new Date(1980, 0, 1);
const ACCENT = 0x1f4e79;
const INPUT_FILL = 0xfff6d6;
const HEADING_FILL = 0xe8eef4;
const QUIET = 0x666666;

/** A workbook that is being made. */
export class Book {
  readonly #book = new Workbook();
  readonly #formats = new Map<CellStyle, Format>();
  readonly #choices: Choice[] = [];
  #sheets = 0;

  /** Adds a sheet after the others. */
  sheet(name: string): Sheet {
    this.#sheets += 1;
    return new Sheet(this.#book.addWorksheet(), name, (style) => this.#format(style));
  }

  /** Gives a cell or range a name for formulas. */
  name(name: string, of: string): void {
    this.#book.defineName(name, `=${of}`);
  }

  /**
   * Lets the reader choose the value of a cell on the sheet added last from a list.
   * @param cell such as `B5`
   * @param from a range or its name
   */
  choice(cell: string, from: string): void {
    this.#choices.push({ sheet: this.#sheets, cell: cell.replaceAll('$', ''), from });
  }

  /**
   * The workbook as a file.
   * @param created ISO 8601: the day of the simulated run, so that the same run gives the same bytes
   */
  toBytes(created: string): Uint8Array {
    const files = unzipSync(this.#book.saveToBufferSync());
    const moment = `${created.slice(0, 19)}Z`;
    edit(files, 'docProps/core.xml', (xml) => xml.replaceAll(/(W3CDTF">)[^<]*/g, `$1${moment}`));
    for (const { sheet, cell, from } of this.#choices) {
      edit(files, `xl/worksheets/sheet${sheet}.xml`, (xml) => withChoice(xml, cell, from));
    }
    return zipSync(files, { mtime: FIRST_MOMENT });
  }

  #format(style: CellStyle): Format {
    const known = this.#formats.get(style);
    if (known !== undefined) return known;
    const format = formatOf(style);
    this.#formats.set(style, format);
    return format;
  }
}

function formatOf(style: CellStyle): Format {
  const format = new Format();
  const pattern = NUMBER_FORMATS[style];
  if (pattern !== undefined) format.setNumFormat(pattern);
  if (style === 'title') return format.setBold().setFontSize(14).setFontColor(Color.rgb(ACCENT));
  if (style === 'quiet') return format.setFontColor(Color.rgb(QUIET)).setItalic();
  if (style === 'wrapped') return format.setTextWrap().setAlign(FormatAlign.Top);
  if (style === 'heading') {
    return format
      .setBold()
      .setBackgroundColor(Color.rgb(HEADING_FILL))
      .setBorderBottom(FormatBorder.Thin)
      .setFontColor(Color.rgb(ACCENT));
  }
  if (style.startsWith('input')) {
    return format.setBackgroundColor(Color.rgb(INPUT_FILL)).setBorder(FormatBorder.Thin);
  }
  return format;
}

function edit(files: Unzipped, name: string, change: (xml: string) => string): void {
  files[name] = strToU8(change(strFromU8(files[name]!)));
}

/** A sheet with a list to choose from: the library has no call for it. ECMA-376 Part 1, 18.3.1.33. */
function withChoice(xml: string, cell: string, from: string): string {
  const validation =
    '<dataValidations count="1"><dataValidation type="list" allowBlank="0" showInputMessage="1" ' +
    `showErrorMessage="1" sqref="${cell}"><formula1>${from}</formula1></dataValidation></dataValidations>`;
  // It stands after the filters and before whatever concerns links and paper.
  const at = xml.search(/<(hyperlinks|printOptions|pageMargins)/);
  return xml.slice(0, at) + validation + xml.slice(at);
}
