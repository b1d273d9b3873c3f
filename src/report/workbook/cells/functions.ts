import { sum } from '../../../kernel/sums.js';
import { studentTQuantile } from '../../../statistics/student-t.js';

/** The content of a cell; `undefined`: it is empty. */
export type Value = number | string | boolean | undefined;

/** The cells of a range, row by row. */
export interface Area {
  readonly rows: number;
  readonly columns: number;
  readonly values: readonly Value[];
}

/** The value of a formula, or of a part of it. */
export type Operand = Value | Area;

/** A value as a number: other texts and empty cells are 0. */
export function numberOf(value: Value): number {
  return typeof value === 'number' ? value : value === true ? 1 : Number(value || 0);
}

/** Whether two cells hold the same; as in a spreadsheet an empty cell equals both 0 and an empty text. */
export function isEqual(one: Value, other: Value): boolean {
  if (typeof one === 'string' || typeof other === 'string') {
    return String(one ?? '').toLowerCase() === String(other ?? '').toLowerCase();
  }
  return numberOf(one) === numberOf(other);
}

/** Applies a function to every cell of ranges of the same size; a single value is repeated. */
export function forEach(work: (...values: Value[]) => Value, ...operands: readonly Operand[]): Operand {
  const area = operands.find(isArea);
  if (area === undefined) return work(...(operands as Value[]));
  const values = area.values.map((_, index) =>
    work(...operands.map((each) => (isArea(each) ? each.values[index] : each))),
  );
  return { ...area, values };
}

/** The functions that workbooks here use, with the arguments that they use. */
export const FUNCTIONS: Readonly<Record<string, (...args: readonly Operand[]) => Operand>> = {
  IF: (test, then, otherwise = false) => (numberOf(one(test)) !== 0 ? then : otherwise),
  SUM: (...args) => sum(numbersOf(args)),
  MIN: (...args) => numbersOf(args).reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY),
  MAX: (...args) => numbersOf(args).reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY),
  AVERAGE: (...args) => meanOf(numbersOf(args)),
  STDEV: (...args) => {
    const all = numbersOf(args);
    const mean = meanOf(all);
    return Math.sqrt(sum(all.map((each) => (each - mean) * (each - mean))) / (all.length - 1));
  },
  EXACT: (one_text, other_text) =>
    forEach((first, second) => String(first ?? '') === String(second ?? ''), one_text, other_text),
  COUNTA: (...args) => valuesOf(args).filter((each) => each !== undefined && each !== '').length,
  COUNTIF: (of, wanted) => valuesOf([of]).filter((each) => isEqual(each, one(wanted))).length,
  SUMIFS: sumWhere,
  SUMPRODUCT: (...args) => {
    const product = forEach(
      (...values) => values.reduce<number>((all, each) => all * numberOf(each), 1),
      ...args,
    );
    return sum(valuesOf([product]).map(numberOf));
  },
  INDEX: (of, row, column) => {
    const { rows, columns, values } = of as Area;
    const [down, across] = [numberOf(one(row)), column === undefined ? undefined : numberOf(one(column))];
    if (across === undefined) return values[down - 1];
    return rows === 1 ? values[across - 1] : values[(down - 1) * columns + across - 1];
  },
  MATCH: (wanted, of, kind) => {
    const all = valuesOf([of]);
    const found =
      numberOf(one(kind)) === 0
        ? all.findIndex((each) => isEqual(each, one(wanted)))
        : all.findLastIndex((each) => numberOf(each) <= numberOf(one(wanted)));
    return found < 0 ? '#N/A' : found + 1;
  },
  ROUND: (of, digits) => rounded(numberOf(one(of)), numberOf(one(digits))),
  ABS: (of) => forEach((each) => Math.abs(numberOf(each)), of),
  INT: (of) => Math.floor(numberOf(one(of))),
  AND: (...args) => valuesOf(args).every((each) => numberOf(each) !== 0),
  OR: (...args) => valuesOf(args).some((each) => numberOf(each) !== 0),
  ISNUMBER: (of) => forEach((each) => typeof each === 'number', of),
  NA: () => '#N/A',
  TINV: (outside, freedom) => studentTQuantile(1 - numberOf(one(outside)) / 2, numberOf(one(freedom))),
  TEXT: (of, format) => textOf(numberOf(one(of)), String(one(format))),
};

export function isArea(operand: Operand): operand is Area {
  return typeof operand === 'object';
}

function one(operand: Operand): Value {
  return isArea(operand) ? operand.values[0] : operand;
}

function valuesOf(operands: readonly Operand[]): readonly Value[] {
  return operands.flatMap((each) => (isArea(each) ? each.values : [each]));
}

function numbersOf(operands: readonly Operand[]): readonly number[] {
  return valuesOf(operands).filter((each) => typeof each === 'number');
}

function meanOf(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}

/** Sums by criterion of ranges that are asked for row by row. */
const SUMS = new WeakMap<Area, WeakMap<Area, ReadonlyMap<string, number>>>();

function sumWhere(of: Operand, ...criteria: readonly Operand[]): Value {
  const area = of as Area;
  if (criteria.length === 2) return sumsByKey(area, criteria[0] as Area).get(keyOf(one(criteria[1]))) ?? 0;
  const isMet = (index: number) =>
    criteria.every(
      (range, at) => at % 2 === 1 || isEqual((range as Area).values[index], one(criteria[at + 1])),
    );
  return area.values.reduce<number>(
    (total, each, index) => (isMet(index) ? total + numberOf(each) : total),
    0,
  );
}

function sumsByKey(of: Area, by: Area): ReadonlyMap<string, number> {
  const known = SUMS.get(of)?.get(by);
  if (known !== undefined) return known;
  const sums = new Map<string, number>();
  by.values.forEach((value, index) => {
    const key = keyOf(value);
    sums.set(key, (sums.get(key) ?? 0) + numberOf(of.values[index]));
  });
  const found = SUMS.get(of) ?? new WeakMap<Area, ReadonlyMap<string, number>>();
  SUMS.set(of, found.set(by, sums));
  return sums;
}

function keyOf(value: Value): string {
  return String(value ?? '').toLowerCase();
}

/** A number by the format of a spreadsheet's TEXT: `0.00`, `#,##0.00` or `0.0%`. */
function textOf(value: number, format: string): string {
  const percent = format.endsWith('%');
  const digits = /\.(0+)/.exec(format)?.[1]?.length ?? 0;
  const fixed = rounded(percent ? 100 * value : value, digits).toFixed(digits);
  const shown = format.includes(',') ? fixed.replaceAll(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : fixed;
  return percent ? `${shown}%` : shown;
}

/** Rounds half away from 0, as a spreadsheet does: by the fifteen digits that it shows. */
function rounded(value: number, digits: number): number {
  const scaled = Number(Math.abs(value).toPrecision(15));
  const [mantissa = '0', exponent = '0'] = scaled.toExponential().split('e');
  const whole = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  return Math.sign(value) * Number(`${whole}e${-digits}`);
}
