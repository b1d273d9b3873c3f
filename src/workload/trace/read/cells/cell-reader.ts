import type { CountPer } from '../../trace.js';
import { splitUnit, unitText } from './cell-unit.js';
import { CellProblem, NumberNotation, type NumberStyle } from './number-notation.js';
import { parseNumber } from './time-text.js';

/** What stands for a value that was not recorded. */
const MISSING = /^(?:|-+|n\/?a|nan|null|nil|none|undefined|missing|#n\/a|\.)$/i;

/** Whether a cell says that nothing was recorded. */
export function isMissing(field: string): boolean {
  return MISSING.test(field);
}

/** What the cells of a column turned out to be. */
export interface CellFacts {
  /** What a count is a number of queries per, by its cells; `undefined` where they do not say. */
  readonly per: CountPer | undefined;
  readonly warnings: readonly string[];
}

/** Reads the values of one column: numbers in one notation, all with one unit or all without. */
export class CellReader {
  readonly #level: boolean;
  readonly #notation: NumberNotation;
  /** Unit of the first value: what it is per, or `none`. */
  #per: string | undefined;
  #rounded = '';
  #fractional_line = 0;

  constructor(kind: 'counts' | 'level', style?: NumberStyle) {
    this.#level = kind === 'level';
    this.#notation = new NumberNotation(style);
  }

  /**
   * The number in a cell, 0 or more; NaN where nothing was recorded.
   * @throws CellProblem where it is no number, or not written like those before; OtherNotation
   */
  read(field: string, line: number): number {
    if (isMissing(field)) return Number.NaN;
    let number = this.#notation.read(field, this.#level);
    let per: string = 'none';
    if (Number.isNaN(number)) {
      const split = splitUnit(field);
      if (split === undefined) throw new CellProblem(badValue(field, this.#level));
      if (split.unit.factor > 1 && /^\d{1,3},\d{3}$/.test(split.digits)) {
        const digits = split.digits.replace(',', '');
        throw new CellProblem(
          `"${field}" may be ${digits} times ${split.unit.factor} or a thousandth of that; write the number without a unit`,
        );
      }
      // `1.097 K` is a rounded 1097: no thousands stand before the K, and the dot or comma is a decimal one.
      number =
        split.unit.factor > 1
          ? parseNumber(split.digits.replace(',', '.')) * split.unit.factor
          : this.#notation.read(split.digits, this.#level);
      if (Number.isNaN(number)) throw new CellProblem(badValue(field, this.#level));
      per = split.unit.per ?? 'none';
      if (split.unit.factor > 1) this.#rounded ||= field;
    }
    if (number < 0 || !Number.isFinite(number)) throw new CellProblem(badValue(field, this.#level));
    this.#agree(field, per);
    if (this.#fractional_line === 0 && !Number.isInteger(number)) this.#fractional_line = line;
    return number;
  }

  /**
   * Takes a number that was written in digits and at most a point, without a unit.
   * @returns false where it may mean something else, so that {@link read} must decide
   */
  takePlain(number: number, decimals: number, line: number): boolean {
    if (!this.#level) {
      if (this.#per !== undefined && this.#per !== 'none') return false;
      this.#per = 'none';
    }
    if (!this.#notation.takePlain(number, decimals)) return false;
    if (this.#fractional_line === 0 && !Number.isInteger(number)) this.#fractional_line = line;
    return true;
  }

  /** @throws CellProblem when the notation of what was read remains unclear */
  finish(comma_separates: boolean): CellFacts {
    this.#notation.finish(comma_separates);
    const per =
      this.#per === 'none' || this.#per === 'percent' ? undefined : (this.#per as CountPer | undefined);
    const warnings: string[] = [];
    const style = this.#notation.description;
    if (style !== undefined) warnings.push(`numbers are read with ${style}`);
    if (this.#rounded !== '') {
      warnings.push(
        `values such as "${this.#rounded}" are rounded in the file; export full numbers for exact counts`,
      );
    }
    if (!this.#level && per === undefined && this.#fractional_line > 0) {
      warnings.push(
        `counts are not whole numbers (first in line ${this.#fractional_line}); if they are a level such as CPU %, say kind: level; if they are a rate, say per: second`,
      );
    }
    return { per, warnings };
  }

  #agree(field: string, per: string): void {
    if (this.#level ? per !== 'none' && per !== 'percent' : per === 'percent') {
      const meant = this.#level
        ? 'a level is a share of a machine, in per cent'
        : 'per cent are no count; say kind: level';
      throw new CellProblem(`"${field}" has the unit "${unitText(field) ?? ''}": ${meant}`);
    }
    if (this.#level) return;
    this.#per ??= per;
    if (this.#per !== per && field !== '0') {
      const words = (unit: string) => (unit === 'none' ? 'no unit' : `a count per ${unit}`);
      throw new CellProblem(
        `"${field}" has ${words(per)}, the rows before it ${words(this.#per)}; write all values alike`,
      );
    }
  }
}

/** Why a field is no count or level, and what was expected. */
function badValue(field: string, level: boolean): string {
  const expected = level ? 'a level such as 37.5' : 'a count such as 42';
  if (/^-\d/.test(field)) return `${field} is negative; expected ${expected}, 0 or more`;
  const unit = unitText(field);
  if (unit !== undefined && /^[a-zµ%/][a-zµ%/ ]*$/i.test(unit)) {
    return `"${field}" has the unit "${unit}", which is no count of queries; expected ${expected}`;
  }
  return `"${field}" is not a number; expected ${expected}`;
}
