import { type Formula, isFormula } from './cell.js';
import {
  type Area,
  FUNCTIONS,
  forEach,
  isArea,
  isEqual,
  numberOf,
  type Operand,
  type Value,
} from './functions.js';

/** The inputs of an evaluator: the cells of a workbook, and its names. */
export interface FormulaBook {
  /** The content of a cell, rows and columns from 0. */
  readonly cell: (sheet: string, row: number, column: number) => Value | Formula;
  /** The formulas of names. */
  readonly names: ReadonlyMap<string, string>;
}

/** A result that is not a number, as a spreadsheet shows it. */
const NOT_A_NUMBER = '#DIV/0!';
const UNDER_WAY = Symbol('under way');

const SHEET = `(?:'((?:[^']|'')+)'!|([A-Za-z_]+)!)?`;
const CELL = String.raw`\$?([A-Z]{1,3})\$?(\d+)`;
const TOKEN = new RegExp(
  String.raw`\s*(?:(?<range>${SHEET}${CELL}(?::${CELL})?)(?![\w(.])|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|"(?<text>(?:[^"]|"")*)"|(?<name>[A-Za-z_][\w.]*)|(?<sign><>|<=|>=|[-+*/^&=<>(),])|$)`,
  'y',
);

type Operator = (left: Value, right: Value) => Value;

/** Operators from those that bind least to those that bind most. */
const LEVELS: readonly Readonly<Record<string, Operator>>[] = [
  {
    '=': isEqual,
    '<>': (left, right) => !isEqual(left, right),
    '<': (left, right) => numberOf(left) < numberOf(right),
    '>': (left, right) => numberOf(left) > numberOf(right),
    '<=': (left, right) => numberOf(left) <= numberOf(right),
    '>=': (left, right) => numberOf(left) >= numberOf(right),
  },
  { '&': (left, right) => `${left ?? ''}${right ?? ''}` },
  {
    '+': (left, right) => numberOf(left) + numberOf(right),
    '-': (left, right) => numberOf(left) - numberOf(right),
  },
  {
    '*': (left, right) => numberOf(left) * numberOf(right),
    '/': (left, right) => numberOf(left) / numberOf(right),
  },
  {
    '^': (left, right) => (numberOf(right) === 0 ? 1 : Math.exp(numberOf(right) * Math.log(numberOf(left)))),
  },
];

/** Computes the formulas of a workbook, each cell and each name once. */
export class Evaluator {
  readonly #book: FormulaBook;
  readonly #known = new Map<string, Operand | typeof UNDER_WAY>();

  constructor(book: FormulaBook) {
    this.#book = book;
  }

  /** The value of a cell. @throws Error if it depends on itself, or has a formula of another form than those here */
  cell(sheet: string, row: number, column: number): Value {
    const content = this.#book.cell(sheet, row, column);
    if (!isFormula(content)) return content;
    return this.#once(`${sheet}!${row},${column}`, () => this.value(content.formula, sheet)) as Value;
  }

  /** The value of a formula. @param sheet the one that it is on */
  value(formula: string, sheet = ''): Value {
    const operand = this.#computed(formula, sheet);
    const value = isArea(operand) ? operand.values[0] : operand;
    // A formula that points to an empty cell is 0.
    if (value === undefined) return 0;
    return typeof value === 'number' && !Number.isFinite(value) ? NOT_A_NUMBER : value;
  }

  #computed(formula: string, sheet: string): Operand {
    return new Reading(formula, {
      name: (name) => this.#name(name),
      range: (own, from, to) => this.#range(own ?? sheet, from, to),
    }).operand();
  }

  #name(name: string): Operand {
    return this.#once(name, () => {
      const formula = this.#book.names.get(name);
      if (formula === undefined) throw new Error(`the workbook has no name ${name}`);
      return this.#computed(formula, '');
    });
  }

  #range(sheet: string, from: Place, to: Place | undefined): Operand {
    if (to === undefined) return this.cell(sheet, ...from);
    return this.#once(`${sheet}!${from}:${to}`, (): Area => {
      const [rows, columns] = [to[0] - from[0] + 1, to[1] - from[1] + 1];
      const values = Array.from({ length: rows * columns }, (_, index) =>
        this.cell(sheet, from[0] + Math.floor(index / columns), from[1] + (index % columns)),
      );
      return { rows, columns, values };
    });
  }

  #once(key: string, compute: () => Operand): Operand {
    const known = this.#known.get(key);
    if (known === UNDER_WAY) throw new Error(`${key} of a workbook depends on itself`);
    if (this.#known.has(key)) return known;
    this.#known.set(key, UNDER_WAY);
    const value = compute();
    this.#known.set(key, value);
    return value;
  }
}

/** A cell by its place, counted from 0. */
type Place = readonly [row: number, column: number];

/** The values of the words of a formula. */
interface Meanings {
  readonly name: (name: string) => Operand;
  readonly range: (sheet: string | undefined, from: Place, to: Place | undefined) => Operand;
}

/** Computes a formula while it is read, from left to right. */
class Reading {
  readonly #text: string;
  readonly #meanings: Meanings;
  #end = 0;
  #token!: RegExpExecArray;

  constructor(text: string, meanings: Meanings) {
    this.#text = text;
    this.#meanings = meanings;
    this.#next();
  }

  /** The value of the whole formula. @throws Error if it is not one of the forms that workbooks here have */
  operand(): Operand {
    const value = this.#expression();
    if (this.#token[0].trim() !== '') throw this.#refused();
    return value;
  }

  #expression(level = 0): Operand {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#signed();
    let left = this.#expression(level + 1);
    for (let work = operators[this.#sign]; work !== undefined; work = operators[this.#sign]) {
      this.#next();
      left = forEach(work, left, this.#expression(level + 1));
    }
    return left;
  }

  #signed(): Operand {
    if (this.#took('+')) return this.#signed();
    if (this.#took('-')) return forEach((value) => 0 - numberOf(value), this.#signed());
    return this.#single();
  }

  #single(): Operand {
    if (this.#took('(')) {
      const inner = this.#expression();
      if (!this.#took(')')) throw this.#refused();
      return inner;
    }
    const { range, number, text, name } = this.#token.groups!;
    const [, , quoted, plain, column, row, last_column, last_row] = this.#token;
    if (range === undefined && number === undefined && text === undefined && name === undefined) {
      throw this.#refused();
    }
    this.#next();
    if (number !== undefined) return Number(number);
    if (text !== undefined) return text.replaceAll('""', '"');
    if (name === 'TRUE' || name === 'FALSE') return name === 'TRUE';
    if (name !== undefined) return this.#took('(') ? this.#call(name) : this.#meanings.name(name);
    const sheet = quoted?.replaceAll("''", "'") ?? plain;
    const to = last_row && placeOf(last_column!, last_row);
    return this.#meanings.range(sheet, placeOf(column!, row!), to || undefined);
  }

  #call(name: string): Operand {
    const args: Operand[] = [];
    while (!this.#took(')')) {
      args.push(this.#expression());
      this.#took(',');
    }
    const work = FUNCTIONS[name];
    if (work === undefined) throw new Error(`workbooks have no function ${name}`);
    return work(...args);
  }

  get #sign(): string {
    return this.#token.groups!['sign'] ?? '';
  }

  #took(sign: string): boolean {
    const is = this.#sign === sign;
    if (is) this.#next();
    return is;
  }

  #next(): void {
    TOKEN.lastIndex = this.#end;
    const token = TOKEN.exec(this.#text);
    if (token === null) throw this.#refused();
    this.#end = TOKEN.lastIndex;
    this.#token = token;
  }

  #refused(): Error {
    return new Error(`not a formula from character ${this.#end}: ${this.#text}`);
  }
}

function placeOf(letters: string, row: string): Place {
  const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
  return [Number(row) - 1, column - 1];
}
