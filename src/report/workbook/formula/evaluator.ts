import { remembered } from '../../../kernel/remembered.js';
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
import { type Node, type Place, parseFormula } from './parse.js';

/** What an evaluator reads: the cells of a workbook, and its names. */
export interface FormulaBook {
  /** The content of a cell: a value, or a formula without the leading `=`. */
  readonly cell: (sheet: string, row: number, column: number) => Value | { readonly formula: string };
  /** What names stand for, as formulas. */
  readonly names: ReadonlyMap<string, string>;
}

/** A result that is not a number, as a spreadsheet shows it. */
const NOT_A_NUMBER = '#DIV/0!';
const UNDER_WAY = Symbol('under way');

const OPERATORS: Readonly<Record<string, (left: Value, right: Value) => Value>> = {
  '+': (left, right) => numberOf(left) + numberOf(right),
  '-': (left, right) => numberOf(left) - numberOf(right),
  '*': (left, right) => numberOf(left) * numberOf(right),
  '/': (left, right) => numberOf(left) / numberOf(right),
  '^': (left, right) => (numberOf(right) === 0 ? 1 : Math.exp(numberOf(right) * Math.log(numberOf(left)))),
  '&': (left, right) => `${left ?? ''}${right ?? ''}`,
  '=': isEqual,
  '<>': (left, right) => !isEqual(left, right),
  '<': (left, right) => numberOf(left) < numberOf(right),
  '>': (left, right) => numberOf(left) > numberOf(right),
  '<=': (left, right) => numberOf(left) <= numberOf(right),
  '>=': (left, right) => numberOf(left) >= numberOf(right),
};

/** Computes what the formulas of a workbook come to, each cell once. */
export class Evaluator {
  readonly #book: FormulaBook;
  readonly #cells = new Map<string, Value | typeof UNDER_WAY>();
  readonly #areas = new Map<string, Area>();
  readonly #names = new Map<string, Node>();

  constructor(book: FormulaBook) {
    this.#book = book;
  }

  /** The value of a cell. @throws Error if it depends on itself, or has a formula of another form than those here */
  cell(sheet: string, row: number, column: number): Value {
    const content = this.#book.cell(sheet, row, column);
    if (typeof content !== 'object') return content;
    const key = `${sheet}!${row},${column}`;
    const known = this.#cells.get(key);
    if (known === UNDER_WAY) throw new Error(`the cell ${key} of a workbook depends on itself`);
    if (this.#cells.has(key)) return known;
    this.#cells.set(key, UNDER_WAY);
    const value = this.#single(parseFormula(content.formula), sheet);
    this.#cells.set(key, value);
    return value;
  }

  /** The value of a formula that names its sheets. */
  value(formula: string): Value {
    return this.#single(parseFormula(formula), '');
  }

  #single(node: Node, sheet: string): Value {
    const operand = this.#of(node, sheet);
    const value = isArea(operand) ? operand.values[0] : operand;
    // A formula that points to an empty cell is 0.
    if (value === undefined) return 0;
    return typeof value === 'number' && !Number.isFinite(value) ? NOT_A_NUMBER : value;
  }

  #of(node: Node, sheet: string): Operand {
    switch (node.kind) {
      case 'value':
        return node.value;
      case 'range':
        return this.#range(node.sheet ?? sheet, node.from, node.to);
      case 'name':
        return this.#name(node.name, sheet);
      case 'operator':
        return forEach(OPERATORS[node.operator]!, this.#of(node.left, sheet), this.#of(node.right, sheet));
      default:
        return this.#call(node.name, node.args, sheet);
    }
  }

  #call(name: string, args: readonly Node[], sheet: string): Operand {
    if (name === 'IF') {
      const [test, then, otherwise] = args;
      const holds = numberOf(this.#single(test!, sheet)) !== 0;
      const chosen = holds ? then : otherwise;
      return chosen === undefined ? holds : this.#of(chosen, sheet);
    }
    const work = FUNCTIONS[name];
    if (work === undefined) throw new Error(`workbooks have no function ${name}`);
    return work(...args.map((each) => this.#of(each, sheet)));
  }

  #name(name: string, sheet: string): Operand {
    const node = remembered(this.#names, name, () => {
      const formula = this.#book.names.get(name);
      if (formula === undefined) throw new Error(`the workbook has no name ${name}`);
      return parseFormula(formula);
    });
    return this.#of(node, sheet);
  }

  #range(sheet: string, from: Place, to: Place | undefined): Operand {
    if (to === undefined) return this.cell(sheet, ...from);
    return remembered(this.#areas, `${sheet}!${from}:${to}`, () => {
      const [rows, columns] = [to[0] - from[0] + 1, to[1] - from[1] + 1];
      const values = Array.from({ length: rows * columns }, (_, index) =>
        this.cell(sheet, from[0] + Math.floor(index / columns), from[1] + (index % columns)),
      );
      return { rows, columns, values };
    });
  }
}
