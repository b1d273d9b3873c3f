import { type Unzipped, unzipSync, zipSync } from 'fflate';
import { DocProperties, Workbook } from 'wasm-xlsxwriter';
import { pricesChecked } from '../../../vendors/price-book.js';
import { addExtras, edit, type SheetExtras } from './book-parts.js';
import { Formats } from './formats.js';
import type { BookTitle } from './printing.js';
import { Sheet } from './sheet.js';

/** The first that an archive knows, in the time of the place: the file says nothing of when it was made. */
const FIRST_MOMENT = new Date(1980, 0, 1);

/** A workbook that is being made. */
export class Book {
  readonly #book = new Workbook();
  readonly #formats = new Formats();
  readonly #sheets: SheetExtras[] = [];
  readonly #title: BookTitle;

  constructor(title: BookTitle) {
    this.#title = title;
    const about = `${title.subject}: ${title.title}`;
    const properties = new DocProperties()
      .setTitle(about)
      .setSubject(title.subject)
      .setAuthor('neap')
      .setComment(`Costs follow the yellow cells of the sheet Inputs; ${pricesChecked()}.`);
    this.#book.setProperties(properties);
  }

  /** Adds a sheet after the others. */
  sheet(name: string): Sheet {
    const extras: SheetExtras = { choices: [], conditions: [] };
    this.#sheets.push(extras);
    return new Sheet(this.#book.addWorksheet(), name, this.#title, this.#formats, extras);
  }

  /** Gives a cell or range a name for formulas. */
  name(name: string, of: string): void {
    this.#book.defineName(name, `=${of}`);
  }

  /**
   * The workbook as a file.
   * @param created ISO 8601: the day of the simulated run, so that the same run gives the same bytes
   */
  toBytes(created: string): Uint8Array {
    const files: Unzipped = unzipSync(this.#book.saveToBufferSync());
    const moment = `${created.slice(0, 19)}Z`;
    edit(files, 'docProps/core.xml', (xml) => xml.replaceAll(/(W3CDTF">)[^<]*/g, `$1${moment}`));
    addExtras(files, this.#sheets);
    return zipSync(files, { mtime: FIRST_MOMENT });
  }
}
