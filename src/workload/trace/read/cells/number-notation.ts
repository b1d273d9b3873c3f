import { parseNumber } from './time-text.js';

/** How the numbers of a column are written, where not as in `1097.5`. */
export interface NumberStyle {
  /** What stands between groups of three digits. */
  readonly grouping: ',' | '.' | ' ' | "'" | '_' | undefined;
  readonly decimal: '.' | ',';
}

/** Thrown where a row shows that the rows before it are written in another style than was thought. */
export class OtherNotation extends Error {
  constructor(readonly style: NumberStyle) {
    super('the numbers are written in another style');
  }
}

/** A field that cannot be read in the style of the fields before it; the message says what was expected. */
export class CellProblem extends Error {}

const PLAIN: NumberStyle = { grouping: undefined, decimal: '.' };

const COMMA_GROUPS = /^[+-]?\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/;
const DOT_GROUPS = /^[+-]?\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)$/;
const OTHER_GROUPS = /^[+-]?\d{1,3}([ '_])\d{3}(?:\1\d{3})*(?:([.,])\d+)?$/;
/** `1,097`: a thousand, or a bit more than one. */
const ONE_COMMA = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const ONE_DOT = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
const DECIMAL_COMMA = /^[+-]?\d*,\d+$/;

/**
 * Reads the numbers of one column, whose style is known only little by little: `1,097` alone may be a thousand
 * or one; beside `97` it is a thousand, beside `0,5` it is one. Fields that contradict each other are a problem.
 */
export class NumberNotation {
  readonly #forced: boolean;
  #style: NumberStyle;
  /** Whether the style does not rest on fields such as `1,097` alone. */
  #sure: boolean;
  #one_comma = '';
  #one_dot = '';
  #whole_below_1000 = false;
  #plain_large = '';
  #plain_decimal = '';

  /** @param style where an earlier reading of the file has found it out */
  constructor(style?: NumberStyle) {
    this.#forced = style !== undefined;
    this.#style = style ?? PLAIN;
    this.#sure = style !== undefined;
  }

  /** The style in words, `undefined` where it is plain. */
  get description(): string | undefined {
    const { grouping, decimal } = this.#style;
    const groups = grouping === undefined ? [] : [`"${grouping}" between thousands`];
    return [...groups, ...(decimal === ',' ? ['a decimal comma'] : [])].join(' and ') || undefined;
  }

  /**
   * The number a field writes, without its unit; NaN where it writes none.
   * @param level a level above 999 is rare: a single comma is a decimal one
   * @throws CellProblem, OtherNotation
   */
  read(text: string, level: boolean): number {
    const plain = parseNumber(text);
    if (!Number.isNaN(plain)) return this.#readPlain(text, plain);
    const field = text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('\u2019', "'");
    const other = OTHER_GROUPS.exec(field);
    if (COMMA_GROUPS.test(field)) this.#take({ grouping: ',', decimal: '.' }, text);
    else if (DOT_GROUPS.test(field)) this.#take({ grouping: '.', decimal: ',' }, text);
    else if (other !== null) {
      this.#take({ grouping: other[1] as ' ', decimal: other[2] === ',' ? ',' : this.#style.decimal }, text);
    } else if (ONE_COMMA.test(field) && !level) this.#readOneComma(text);
    else if (DECIMAL_COMMA.test(field)) {
      const { grouping } = this.#style;
      this.#take({ grouping: grouping === ',' ? undefined : grouping, decimal: ',' }, text);
    } else return Number.NaN;
    return this.#convert(field);
  }

  /**
   * As {@link read}, for a number in digits with `decimals` of them after a point.
   * @returns false where its notation needs a closer look
   */
  takePlain(number: number, decimals: number): boolean {
    if (this.#style !== PLAIN || (decimals === 3 && number >= 1 && number < 1000)) return false;
    if (decimals > 0) this.#plain_decimal ||= String(number);
    if (number >= 1000) this.#plain_large ||= String(number);
    else if (decimals === 0) this.#whole_below_1000 = true;
    return true;
  }

  /**
   * To be called after the last field.
   * @param comma_separates whether the file's fields are separated by commas, so that a dot is hardly a thousand's
   * @throws CellProblem when what was read may have meant something else
   */
  finish(comma_separates: boolean): void {
    const one = this.#one_comma;
    if (!this.#sure && one !== '' && !this.#whole_below_1000) {
      throw new CellProblem(unclear(one, one.replace(',', ''), one.replace(',', '.')));
    }
    const dot = this.#one_dot;
    if (dot === '' || this.#style.grouping === '.' || this.#plain_decimal !== '') return;
    if (this.#plain_large !== '' || (comma_separates && !this.#whole_below_1000)) return;
    throw new CellProblem(unclear(dot, dot.replace('.', ''), `${dot}0`));
  }

  #readPlain(text: string, number: number): number {
    const dot = text.includes('.');
    if (dot && this.#style.decimal === ',') {
      if (this.#style.grouping === '.' && ONE_DOT.test(text)) return Number(text.replace('.', ''));
      throw this.#contradiction(text);
    }
    if (dot) {
      if (ONE_DOT.test(text)) this.#one_dot ||= text;
      else this.#plain_decimal ||= text;
    }
    if (Math.abs(number) < 1000) {
      if (!dot) this.#whole_below_1000 = true;
    } else if (!/e/i.test(text)) {
      if (this.#style.grouping !== undefined) throw this.#contradiction(text);
      this.#plain_large ||= text;
    }
    return number;
  }

  #readOneComma(text: string): void {
    const { decimal, grouping } = this.#style;
    if (decimal === ',' && grouping === undefined) return;
    if (this.#plain_large !== '') throw contradicting(text, this.#plain_large);
    if (grouping === ',') return;
    if (grouping !== undefined) throw this.#contradiction(text);
    this.#one_comma = text;
    this.#style = { grouping: ',', decimal: '.' };
  }

  #take(style: NumberStyle, text: string): void {
    const now = this.#style;
    if (now.grouping === style.grouping && now.decimal === style.decimal) {
      this.#sure = true;
      return;
    }
    if (style.grouping !== undefined && this.#plain_large !== '')
      throw contradicting(text, this.#plain_large);
    if (style.decimal === ',' && this.#plain_decimal !== '') throw contradicting(text, this.#plain_decimal);
    const other_groups = now.grouping !== undefined && now.grouping !== style.grouping;
    const other_decimal = now.decimal === ',' && style.decimal === '.';
    if (this.#forced || (this.#sure && (other_groups || other_decimal))) throw this.#contradiction(text);
    const misread = style.decimal === ',' && (this.#one_comma !== '' || this.#one_dot !== '');
    if (misread) throw new OtherNotation(style);
    this.#style = style;
    this.#sure = true;
  }

  #convert(field: string): number {
    const { grouping, decimal } = this.#style;
    const digits = grouping === undefined ? field : field.replaceAll(grouping, '');
    return parseNumber(decimal === ',' ? digits.replace(',', '.') : digits);
  }

  #contradiction(text: string): CellProblem {
    const style = this.description ?? 'a decimal point';
    return new CellProblem(
      `"${text}" does not fit the rows before it, which have ${style}; write all numbers alike, best as 1097.5`,
    );
  }
}

function contradicting(text: string, before: string): CellProblem {
  return new CellProblem(
    `"${text}" does not fit "${before}" of an earlier row: with or without separators; write all numbers alike, best as 1097.5`,
  );
}

function unclear(text: string, large: string, small: string): string {
  return `"${text}" may be ${large} or ${small}, and no other row tells; write the numbers as ${large} or as ${small}`;
}
