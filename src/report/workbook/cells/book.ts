import { type Unzipped, unzipSync, zipSync } from 'fflate';
import { DocProperties, Workbook } from 'wasm-xlsxwriter';
import { pricesChecked } from '../../../vendors/price-book.js';
import { sheetPrefix, withReferences } from './cell.js';
import { Evaluator } from './evaluator.js';
import { addExtras, edit, nameCharts } from './parts.js';
import { Sheet } from './sheet.js';
import type { Table } from './table.js';
import { writeSheet } from './worksheet.js';

/** The first moment of an archive, in local time: the file does not reveal when it was made. */
const FIRST_MOMENT = new Date(1980, 0, 1);
/** The name of the cell with the currency of amounts. */
export const CURRENCY = 'currency';

/** The longest name of a sheet that the format allows. */
const MAX_NAME = 31;

/** A workbook that is being made: values that depend on other cells are formulas, computed when it is whole. */
export class Book {
  readonly #title: string;
  readonly #sheets: Sheet[] = [];
  readonly #names = new Map<string, string>();
  readonly #tables = new Map<string, Table>();

  /** @param subject what kind of workbook it is, such as `Plan` @param about the scenario's name */
  constructor(subject: string, about: string) {
    this.#title = `${subject}: ${about}`;
  }

  /** Adds a sheet after the others; one of working is hidden until the reader shows it, and after all others. */
  sheet(name: string, hidden = false): Sheet {
    const sheet = new Sheet(this.#free(name), hidden, this.#tables);
    this.#sheets.push(sheet);
    return sheet;
  }

  /** A name that the format allows and no other sheet has, whatever the case of its letters. */
  #free(wanted: string): string {
    const name = shortened(wanted.replaceAll(/[[\]:*?/\\]/g, ''), MAX_NAME);
    const isTaken = (each: string) =>
      this.#sheets.some((sheet) => sheet.name.toLowerCase() === each.toLowerCase());
    let free = name;
    for (let count = 2; isTaken(free); count++) free = `${shortened(name, MAX_NAME - 3)} ${count}`;
    return free;
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
    const about = `Costs follow the yellow cells; ${pricesChecked()}.`;
    book.setProperties(new DocProperties().setTitle(this.#title).setAuthor('neap').setComment(about));
    for (const [name, of] of this.#names) this.#names.set(name, this.#resolved(of));
    for (const sheet of this.#sheets) sheet.resolve((text) => this.#resolved(text, sheet.name));
    const sheets = this.#sheets.toSorted((a, b) => Number(a.hidden) - Number(b.hidden));
    const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
    const evaluator = new Evaluator({
      names: this.#names,
      cell: (sheet, row, column) => byName.get(sheet)?.columns.get(column)?.get(row)?.content ?? undefined,
    });
    const whole = {
      title: this.#title,
      formats: new Map(),
      valueAt: evaluator.cell.bind(evaluator),
      resolved: (text: string) => this.#resolved(text),
    };
    for (const sheet of sheets) {
      writeSheet(book.addWorksheet().setName(sheet.name).setHidden(sheet.hidden), sheet, whole);
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
      return `${sheetPrefix(table.sheet === sheet ? undefined : table.sheet)}${table.cells(cells)}`;
    });
  }
}

/** A text cut to a number of letters, between words if possible. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most + 1).lastIndexOf(' ');
  return text.slice(0, cut > 0 ? cut : most);
}
