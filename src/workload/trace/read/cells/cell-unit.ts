import type { CountPer } from '../../trace.js';

/** What stands behind the number of a cell. */
export interface CellUnit {
  readonly factor: number;
  /** What the count is a number of queries per; `percent` for a level. */
  readonly per: Exclude<CountPer, 'interval'> | 'percent' | undefined;
}

/** A number's text and the rest of its cell. */
const CELL = /^([+-]?(?:[\d.,'’_ \u00a0\u2009\u202f]*\d)(?:[eE][+-]?\d+)?)\s*([^\d\s].*)$/;

const MULTIPLES: Readonly<Record<string, number>> = {
  k: 1000,
  K: 1000,
  M: 1e6,
  Mil: 1e6,
  G: 1e9,
  Bil: 1e9,
};

const THINGS =
  '(?:req|reqs|requests?|quer(?:y|ies)|ops?|operations?|calls?|hits?|c|counts?|tx|xacts?|transactions?|stmts?|statements?|events?|invocations?|commits?)';
const MULTIPLE = '(k|K|M|Mil|G|Bil)?';
const RATE = new RegExp(`^${MULTIPLE}\\s*(?:1|${THINGS})?\\s*/\\s*(s|sec|second|min|m|minute|h|hr|hour)$`);
const SHORT_RATE = new RegExp(`^${MULTIPLE}\\s*(?:req|[rqtoc])p([smh])$`);
const COUNT = new RegExp(`^${MULTIPLE}\\s*${THINGS}?$`);

/** Splits a cell such as `0.33 req/s`, `1.2K` or `12 %`; `undefined` when no known unit follows a number. */
export function splitUnit(cell: string): { readonly digits: string; readonly unit: CellUnit } | undefined {
  const match = CELL.exec(cell);
  if (match === null) return undefined;
  const unit = unitOf(match[2]!.trim());
  return unit === undefined ? undefined : { digits: match[1]!.trim(), unit };
}

/** What follows the number of a cell, or `undefined` when the cell does not begin with a number. */
export function unitText(cell: string): string | undefined {
  return CELL.exec(cell)?.[2]?.trim();
}

function unitOf(text: string): CellUnit | undefined {
  if (text === '%') return { factor: 1, per: 'percent' };
  const rate = RATE.exec(text) ?? SHORT_RATE.exec(text);
  if (rate !== null) return { factor: multiple(rate[1]), per: perOf(rate[2]!) };
  const count = COUNT.exec(text);
  return count === null ? undefined : { factor: multiple(count[1]), per: undefined };
}

function multiple(prefix: string | undefined): number {
  return prefix === undefined ? 1 : MULTIPLES[prefix]!;
}

function perOf(unit: string): 'second' | 'minute' | 'hour' {
  if (unit.startsWith('s')) return 'second';
  return unit.startsWith('m') ? 'minute' : 'hour';
}
