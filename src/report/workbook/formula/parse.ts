/** A cell by its place, counted from 0. */
export type Place = readonly [row: number, column: number];

/** A formula as a tree. */
export type Node =
  | { readonly kind: 'value'; readonly value: number | string | boolean }
  | { readonly kind: 'range'; readonly sheet: string | undefined; readonly from: Place; readonly to?: Place }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'operator'; readonly operator: string; readonly left: Node; readonly right: Node };

const SHEET = `(?:'((?:[^']|'')+)'!|([A-Za-z_]+)!)?`;
const CELL = String.raw`\$?([A-Z]{1,3})\$?(\d+)`;
const TOKEN = new RegExp(
  String.raw`\s*(?:(?<range>${SHEET}${CELL}(?::${CELL})?)(?![\w(.])|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|"(?<text>(?:[^"]|"")*)"|(?<name>[A-Za-z_][\w.]*)|(?<sign><>|<=|>=|[-+*/^&=<>(),%]))`,
  'gy',
);
/** Operators from those that bind least to those that bind most. */
const LEVELS = [['=', '<>', '<=', '>=', '<', '>'], ['&'], ['+', '-'], ['*', '/'], ['^']] as const;

type Token = Node | { readonly kind: 'sign'; readonly sign: string };

/** The tree of a formula. @throws Error if it is not one of the forms that workbooks here have */
export function parseFormula(text: string): Node {
  const parser = new Parser(tokensOf(text));
  const node = parser.expression();
  if (!parser.done) throw new Error(`not a formula: ${text}`);
  return node;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.#at === this.#tokens.length;
  }

  expression(level = 0): Node {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#signed();
    let left = this.expression(level + 1);
    for (let sign = this.#take(operators); sign !== undefined; sign = this.#take(operators)) {
      left = { kind: 'operator', operator: sign, left, right: this.expression(level + 1) };
    }
    return left;
  }

  #signed(): Node {
    const sign = this.#take(['-', '+']);
    if (sign === undefined) return this.#operand();
    return { kind: 'operator', operator: sign, left: { kind: 'value', value: 0 }, right: this.#signed() };
  }

  #operand(): Node {
    if (this.#take(['(']) !== undefined) {
      const inner = this.expression();
      this.#take([')']);
      return inner;
    }
    const token = this.#tokens[this.#at++];
    if (token === undefined || token.kind === 'sign') throw new Error('a formula ends too early');
    if (token.kind !== 'name' || this.#take(['(']) === undefined) return token;
    const args: Node[] = [];
    while (this.#take([')']) === undefined) {
      args.push(this.expression());
      this.#take([',']);
    }
    return { kind: 'call', name: token.name, args };
  }

  #take(signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !signs.includes(token.sign)) return undefined;
    this.#at += 1;
    return token.sign;
  }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`not a formula from character ${from}: ${text}`);
    tokens.push(tokenOf(match));
  }
  return tokens;
}

function tokenOf(match: RegExpExecArray): Token {
  const { range, number, text, name, sign } = match.groups!;
  if (range !== undefined) {
    const [, , quoted, plain, column, row, last_column, last_row] = match;
    const from = placeOf(column!, row!);
    const sheet = quoted?.replaceAll("''", "'") ?? plain;
    return { kind: 'range', sheet, from, ...(last_row && { to: placeOf(last_column!, last_row) }) };
  }
  if (number !== undefined) return { kind: 'value', value: Number(number) };
  if (text !== undefined) return { kind: 'value', value: text.replaceAll('""', '"') };
  if (name === 'TRUE' || name === 'FALSE') return { kind: 'value', value: name === 'TRUE' };
  return name === undefined ? { kind: 'sign', sign: sign! } : { kind: 'name', name };
}

function placeOf(letters: string, row: string): Place {
  const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
  return [Number(row) - 1, column - 1];
}
