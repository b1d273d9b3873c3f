import { NumberList } from './number-list.js';

/** `1,097.5` is English, `1.097,5` is European. 1097 and 12 are the same in both. */
export type NumberNotation = '.' | ',';

/** Different cells of a kind that are remembered, to see how numbers are written. */
const MAX_SEEN = 100;
const MAX_MACHINES = 60;

/** A column of numbers: holds the values in each notation that fits all cells. */
export class NumberColumn {
  /** Values in notation `.`, and in `,` once a cell differs; `undefined` when a cell does not fit. */
  english: NumberList | undefined = new NumberList();
  european: NumberList | undefined;
  #differ = false;
  #grouped = false;
  #large_ungrouped = false;
  #unitless = false;
  readonly #small_wholes = new Set<number>();
  readonly #thousandths = new Set<number>();
  #all_three_decimals = true;
  readonly units = new Set<string>();
  exponents = false;

  /** @returns false if the cell is not a number in any remaining notation */
  push(cell: string): boolean {
    const plain = plainNumber(cell);
    // Whole numbers are equal in both notations; the rest takes the slow path until the notation is settled.
    if (!this.#differ && isDigits(cell)) {
      this.#whole(plain);
      this.#all_three_decimals = false;
      this.english!.push(plain);
      if (!this.#unitless) this.units.add('');
      this.#unitless = true;
      return true;
    }
    if (!Number.isNaN(plain) && this.#differ && this.european === undefined && this.english !== undefined) {
      this.#all_three_decimals &&= /^\d{1,3}\.\d{3}$/.test(cell);
      this.english.push(plain);
      this.units.add('');
      return true;
    }
    return this.#general(cell);
  }

  missing(): void {
    this.english?.push(Number.NaN);
    this.european?.push(Number.NaN);
  }

  #general(cell: string): boolean {
    const { digits, factor, unit } = splitUnit(cell);
    // `5xx` is a class of answers.
    if (unit === 'xx') return false;
    // A prefix such as K takes the place of groups of thousands.
    const grouping = factor === 1;
    const a = this.english === undefined ? Number.NaN : factor * readNumber(digits, '.', ',', grouping);
    const b =
      this.#differ && this.european === undefined
        ? Number.NaN
        : factor * readNumber(digits, ',', '.', grouping);
    if (Number.isNaN(a) && Number.isNaN(b)) return false;
    if (/e/i.test(digits)) this.exponents = true;
    if (/,\d{3}(?!\d)/.test(digits)) this.#grouped = true;
    if (!/[.,]/.test(digits)) {
      this.#whole(a);
    }
    const thousandths = /^\d{1,3}[.,](\d{3})$/.exec(digits)?.[1];
    if (thousandths === undefined) this.#all_three_decimals = false;
    else if (this.#thousandths.size < MAX_SEEN) this.#thousandths.add(Number(thousandths));
    this.units.add(unit);
    if (!this.#differ && !Object.is(a, b)) {
      this.#differ = true;
      this.european = this.english!.copy();
    }
    if (Number.isNaN(a)) this.english = undefined;
    else this.english?.push(a);
    if (this.#differ) {
      if (Number.isNaN(b)) this.european = undefined;
      else this.european?.push(b);
    }
    return true;
  }

  #whole(value: number): void {
    if (Math.abs(value) >= 1000) this.#large_ungrouped = true;
    else if (value !== 0 && this.#small_wholes.size < MAX_SEEN) this.#small_wholes.add(value);
  }

  /**
   * The remaining notations with different values.
   * @param separator of the fields
   * @param is_count whether the name indicates whole numbers
   */
  notations(separator: string, is_count: boolean): readonly [NumberNotation, Float64Array][] {
    const both: [NumberNotation, Float64Array][] = [];
    if (this.english !== undefined) both.push(['.', this.english.values()]);
    if (this.european !== undefined) both.push([',', this.european.values()]);
    if (both.length < 2) return both;
    if (this.#groups_thousands) return [both[this.#grouped ? 0 : 1]!];
    // In comma-separated files a comma groups thousands; a dot before three digits is a fixed number of decimals.
    if (separator === ',' && this.#grouped && this.#small_wholes.size > 0 && !this.#large_ungrouped)
      return [both[0]!];
    if (separator === ',' && this.#all_three_decimals && !this.#grouped && !is_count) return [both[0]!];
    return both;
  }

  /**
   * Whether a separator before three digits can only separate thousands: every number from 1000 on has it, those below
   * are whole, and no fractions are written like this. A fixed number of decimals would show in the whole numbers, too;
   * others would lack their last zeros, unless they are all means of the same few machines.
   */
  get #groups_thousands(): boolean {
    if (this.#large_ungrouped || this.#small_wholes.size < 2) return false;
    const thousandths = [...this.#thousandths];
    if (thousandths.some((value) => value % 10 === 0)) return true;
    return this.#small_wholes.size > 2 && thousandths.length > 3 && !isFractionOfFew(thousandths);
  }
}

/** Whether these are the thousandths of means over the same number of machines, such as 333 and 667. */
function isFractionOfFew(thousandths: readonly number[]): boolean {
  for (let n = 2; n <= MAX_MACHINES; n++) {
    const isPart = (value: number) => {
      const part = Math.round((value * n) / 1000);
      return Math.abs(value - (1000 * part) / n) < 1;
    };
    if (thousandths.every(isPart)) return true;
  }
  return false;
}

const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return text.length <= 15;
}

/** A number in plain digits with at most one dot, or with an exponent; NaN for other text. */
export function plainNumber(text: string): number {
  let value = 0;
  let decimals = -1;
  const length = text.length;
  if (length === 0 || length > 24) return Number.NaN;
  const negative = text.charCodeAt(0) === 45;
  const begin = negative ? 1 : 0;
  if (length - begin > 15)
    return /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  for (let i = begin; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) {
      value = value * 10 + code - 48;
      if (decimals >= 0) decimals += 1;
    } else if (code === 46 && decimals < 0 && i > begin) decimals = 0;
    else return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  }
  if (length === begin) return Number.NaN;
  if (decimals > 0) value /= POWERS[decimals]!;
  return negative ? -value : value;
}

function readNumber(digits: string, decimal: '.' | ',', group: '.' | ',', grouping: boolean): number {
  if (digits.includes(group)) {
    if (!grouping) return Number.NaN;
    const grouped =
      group === '.'
        ? /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/
        : /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+|(?:,\d{2})+,\d{3})(?:\.\d*)?$/;
    if (!grouped.test(digits)) return Number.NaN;
  }
  const plain = digits.replaceAll(group, '');
  return plainNumber(decimal === ',' ? plain.replace(',', '.') : plain);
}

const PREFIXES = { K: 1e3, k: 1e3, Tsd: 1e3, M: 1e6, Mil: 1e6, Mio: 1e6, B: 1e9, Mrd: 1e9 } as const;

/** `1.5 K req/s` → 1.5, 1000, `req/s`; blanks and apostrophes between groups of three digits are taken out. */
function splitUnit(cell: string): {
  readonly digits: string;
  readonly factor: number;
  readonly unit: string;
} {
  const text = cell.replaceAll(/(?<=\d)[\s'’_\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, '');
  const match = /^([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*([^\d\s.,+-].*)?$/i.exec(text);
  if (match === null) return { digits: text, factor: 1, unit: '' };
  const unit = match[2] ?? '';
  const prefix = /^(Mil|Mio|Mrd|Tsd|[KkMB])\.?(?:\s+(.*))?$/.exec(unit);
  return prefix === null
    ? { digits: match[1]!, factor: 1, unit }
    : { digits: match[1]!, factor: PREFIXES[prefix[1] as 'K'], unit: prefix[2] ?? '' };
}
