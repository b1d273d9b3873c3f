import { type Unzipped, unzipSync, zipSync } from 'fflate';
import { DocProperties, Workbook, type Worksheet } from 'wasm-xlsxwriter';
import { pricesChecked } from '../../../vendors/price-book.js';
import { Evaluator } from '../formula/evaluator.js';
import { addExtras, edit, nameCharts } from './book-parts.js';
import { isFormula, sheetPrefix } from './cell.js';
import { Formats } from './formats.js';
import { type BookTitle, setUpPrinting } from './printing.js';
import { withReferences } from './references.js';
import { Sheet } from './sheet.js';
import { writeSheet } from './sheet-writer.js';
import type { Table } from './table.js';

/** The first that an archive knows, in the time of the place: the file says nothing of when it was made. */
const FIRST_MOMENT = new Date(1980, 0, 1);
/** The name of the cell that says in which currency amounts are. */
export const CURRENCY = 'currency';

/** A workbook that is being made: values that depend on other cells are formulas, computed when it is whole. */
export class Book {
  readonly #title: BookTitle;
  readonly #sheets: Sheet[] = [];
  readonly #names = new Map<string, string>();
  readonly #tables = new Map<string, Table>();

  constructor(title: BookTitle) {
    this.#title = title;
  }

  /** Adds a sheet after the others; one of working is hidden until the reader shows it, and after all others. */
  sheet(name: string, hidden = false): Sheet {
    const sheet = new Sheet(name, hidden, this.#tables);
    this.#sheets.push(sheet);
    return sheet;
  }

  /** Adds a sheet of working: hidden until the reader shows it. */
  working(name: string): Sheet {
    return this.sheet(name, true);
  }

  /** Gives a cell, a range or a value a name for formulas. */
  name(name: string, of: string): void {
    this.#names.set(name, of);
  }

  /**
   * The workbook as a file.
   * @param created ISO 8601: the day of the simulated run, so that the same run gives the same bytes
   */
  toBytes(created: string): Uint8Array {
    const book = new Workbook();
    book.setProperties(this.#properties());
    const formats = new Formats();
    for (const [name, of] of this.#names) this.#names.set(name, this.#resolved(of));
    for (const sheet of this.#sheets) sheet.resolve((text) => this.#resolved(text, sheet.name));
    const sheets = this.#sheets.toSorted((a, b) => Number(a.hidden) - Number(b.hidden));
    const evaluator = this.#evaluator();
    for (const sheet of sheets) {
      const worksheet = book.addWorksheet().setName(sheet.name).setHidden(sheet.hidden);
      setUpPrinting(worksheet, this.#title);
      setUp(worksheet, sheet);
      writeSheet(worksheet, sheet, formats, {
        valueAt: (row, column) => evaluator.cell(sheet.name, row, column),
        resolved: (text) => this.#resolved(text),
      });
    }
    for (const [name, of] of this.#names) book.defineName(name, `=${of}`);
    const files: Unzipped = unzipSync(book.saveToBufferSync());
    const moment = `${created.slice(0, 19)}Z`;
    edit(files, 'docProps/core.xml', (xml) => xml.replaceAll(/(W3CDTF">)[^<]*/g, `$1${moment}`));
    nameCharts(files, (formula) => String(evaluator.value(formula)));
    addExtras(files, sheets, this.#names.has(CURRENCY) ? CURRENCY : undefined);
    return zipSync(files, { mtime: FIRST_MOMENT });
  }

  /** A formula with the names of cells. @param sheet the one that it is on */
  #resolved(text: string, sheet?: string): string {
    return withReferences(text, (id, cells) => {
      const table = this.#tables.get(id ?? '');
      if (table === undefined) throw new Error(`a workbook has no table for ${id ?? ''}[${cells}]`);
      return `${sheetPrefix(table.sheet === sheet ? undefined : table.sheet)}${table.cells(cells, 0)}`;
    });
  }

  #properties(): DocProperties {
    const { subject, title } = this.#title;
    return new DocProperties()
      .setTitle(`${subject}: ${title}`)
      .setSubject(subject)
      .setAuthor('neap')
      .setComment(`Costs follow the yellow cells; ${pricesChecked()}.`);
  }

  #evaluator(): Evaluator {
    const sheets = new Map(this.#sheets.map((sheet) => [sheet.name, sheet]));
    return new Evaluator({
      names: this.#names,
      cell(name, row, column) {
        const content = sheets.get(name)?.contentAt(row, column);
        return isFormula(content) ? content : (content ?? undefined);
      },
    });
  }
}

function setUp(worksheet: Worksheet, { frozen, repeated, filtered, printed }: Sheet): void {
  if (frozen !== undefined) worksheet.setFreezePanes(...frozen);
  if (repeated !== undefined) worksheet.setRepeatRows(repeated, repeated);
  if (filtered !== undefined) worksheet.autofilter(filtered.top, 0, filtered.last, filtered.columns - 1);
  if (printed === undefined) return;
  worksheet.setPrintArea(0, 0, printed.row, printed.column);
  if (printed.on_one_page) worksheet.setPrintFitToPages(1, 1);
}
