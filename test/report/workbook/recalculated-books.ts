import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { called } from '../../cli/command.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { converted } from './spreadsheet-program.js';
import { type Edits, inputRow, typedInto } from './typed-into.js';

/** Content of a command's workbook after edits: cells and columns, as literals or by paths of a JSON answer. */
export interface BookRow {
  readonly rule: string;
  readonly book: string;
  readonly edit?: Edits;
  /** An input whose typed value is cleared afterwards. */
  readonly clear?: string;
  /** The command whose JSON has the values; that of the book by default. */
  readonly as?: string;
  /** A factor for values of the JSON. */
  readonly times?: number;
  readonly decimals?: number;
  /** By the address of a cell or the label of its row; values of the JSON by `=path`. */
  readonly cells?: Readonly<Record<string, unknown>>;
  /** By sheet, the paths of columns without the currency. */
  readonly columns?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Table {
  readonly scenarios: Readonly<Record<string, string>>;
  readonly books: Readonly<Record<string, string>>;
  readonly rows: readonly BookRow[];
}

export const BOOKS: Table = parse(readFileSync(new URL('books.yaml', import.meta.url), 'utf8'));

/** A workbook as it was written, and with every formula computed by a spreadsheet. */
export interface Recalculated {
  readonly stored: OpenedWorkbook;
  readonly computed: OpenedWorkbook;
}

/** Workbooks of commands by name, edited, and recalculated in a single start of the spreadsheet. */
export class RecalculatedBooks {
  readonly #answers = new Map<string, unknown>();
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #books = new Map<string, Recalculated>();

  /** Runs every command of the table. @param edits further edited books by name */
  static async open(
    edits: Readonly<Record<string, Pick<BookRow, 'book' | 'edit'>>>,
  ): Promise<RecalculatedBooks> {
    const books = new RecalculatedBooks();
    const folder = mkdtempSync(join(tmpdir(), 'neap-books-'));
    try {
      for (const [name, text] of Object.entries(BOOKS.scenarios)) writeFileSync(join(folder, name), text);
      for (const [name, command] of Object.entries(BOOKS.books)) {
        const path = join(folder, 'book.xlsx');
        await books.#ask(command, folder, '--xlsx', path);
        books.#bytes.set(name, readFileSync(path));
      }
      for (const { as } of BOOKS.rows) if (as !== undefined) await books.#ask(as, folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
    for (const row of BOOKS.rows) books.#bytes.set(row.rule, books.#edited(row));
    for (const [name, row] of Object.entries(edits)) books.#bytes.set(name, books.#edited(row));
    const names = [...books.#bytes.keys()];
    const files = names.map((name, index) => [`${index}.xlsx`, books.bytes(name)] as const);
    converted(Object.fromEntries(files), 'xlsx').forEach((bytes, index) => {
      const name = names[index]!;
      const stored = new OpenedWorkbook(books.bytes(name));
      books.#books.set(name, { stored, computed: new OpenedWorkbook(bytes) });
    });
    return books;
  }

  /** The file of a book before the spreadsheet opened it. */
  bytes(name: string): Uint8Array {
    return this.#bytes.get(name)!;
  }

  /** The book of a command, or after the edits of a row. */
  book(name: string): Recalculated {
    return this.#books.get(name)!;
  }

  /** The JSON answer of a command. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are of many kinds
  answer(command: string): any {
    return this.#answers.get(command);
  }

  async #ask(command: string, folder: string, ...outputs: readonly string[]): Promise<void> {
    if (outputs.length === 0 && this.#answers.has(command)) return;
    const words = [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const args = words.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word));
    const { stdout, stderr } = await called([...args, ...outputs, '--json', '--quiet']);
    if (stdout === '') throw new Error(stderr);
    this.#answers.set(command, JSON.parse(stdout));
  }

  #edited({ book, edit = {}, clear }: Pick<BookRow, 'book' | 'edit' | 'clear'>): Uint8Array {
    const typed = typedInto(this.bytes(book), edit);
    if (clear === undefined) return typed;
    const opened = new OpenedWorkbook(typed);
    return opened.without('Answer', `C${inputRow(opened, clear)}`);
  }
}
