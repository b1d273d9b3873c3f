import type { z } from 'zod';
import type { PolicyParameter } from '../../compute/policy/interface/policy-parameter.js';
import { annotated } from '../form/annotated.js';
import { formatDuration, parseCount, parseDuration, QUANTITY_PATTERNS } from '../form/quantity.js';
import { COUNT, exact, NUMBER_FROM_ZERO, type Quantity, quantity } from '../form/quantity-schema.js';

const UNITS: Readonly<Record<PolicyParameter['unit'], Quantity>> = {
  // The name ends in its unit, so a bare number is accepted as well.
  seconds: {
    name: 'PolicySeconds',
    expected: 'a duration such as 90s, 5m or 4h, or a number of seconds',
    parse: (value) => parseCount(value) ?? parseDuration(value),
    json: { anyOf: [{ type: 'string', pattern: QUANTITY_PATTERNS.duration }, NUMBER_FROM_ZERO] },
  },
  share: {
    name: 'PolicyShare',
    expected: 'a share such as 10% or 0.1',
    parse: percentage,
    json: { anyOf: [{ type: 'string', pattern: '^\\s*-?[0-9.]+\\s*%\\s*$' }, { type: 'number' }] },
  },
  number: { name: 'PolicyNumber', expected: 'a number', parse: finite, json: { type: 'number' } },
  cu: { ...COUNT, name: 'PolicySize', expected: 'a size in CU such as 0.25 or 2' },
  usd: { ...COUNT, name: 'PolicyPrice', expected: 'an amount in USD such as 0.16' },
};

export const PARAMETER_UNITS: readonly string[] = Object.keys(UNITS);

/** A policy's parameter as written in a scenario, in its unit and within its bounds. */
export function parameterSchema(parameter: PolicyParameter): z.ZodType<number> {
  const kind = kindOf(parameter);
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, words } = parameter;
  const named = Object.values(words ?? {});
  const text = parameterText(parameter, parameter.default);
  const schema = quantity(exact(kind), undefined, (value) =>
    (value >= least && value <= most) || named.includes(value) ? undefined : `expected ${kind.expected}`,
  );
  return annotated(schema, {
    ...schema.meta(),
    description: `${parameter.description} Default ${text}, from: ${parameter.source}.`,
    default: text === String(parameter.default) ? parameter.default : text,
  });
}

/** The kind of a parameter: a number in its unit, or one of its words. */
function kindOf(parameter: PolicyParameter): Quantity {
  const unit = UNITS[parameter.unit];
  const expected = `${unit.expected}${boundsText(parameter)}`;
  const { words } = parameter;
  if (words === undefined) return { ...unit, expected };
  const names = Object.keys(words);
  return {
    ...unit,
    expected: `${expected}, or ${names.join(' or ')}`,
    words,
    json: { anyOf: [unit.json, { enum: names }] },
  };
}

/** `, from 1m to 7d`, or only one of the bounds. */
function boundsText(parameter: PolicyParameter): string {
  const { least, most } = parameter;
  if (least !== undefined && most !== undefined) {
    return `, from ${parameterText(parameter, least)} to ${parameterText(parameter, most)}`;
  }
  if (least !== undefined) return `, at least ${parameterText(parameter, least)}`;
  return most === undefined ? '' : `, at most ${parameterText(parameter, most)}`;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A percentage or a plain number; unlike a share of a whole, it may exceed 1. */
function percentage(value: unknown): number | undefined {
  const match = typeof value === 'string' ? /^\s*(-?[0-9.]+)\s*%\s*$/.exec(value) : null;
  // Moves the decimal point instead of dividing, so that 7 % is exactly 0.07.
  return finite(match === null ? value : Number(`${match[1]}e-2`));
}

/** The formatted value of a policy's parameter: `4h`, `10%`, `0.25`, `auto`. */
export function parameterText(
  { unit, words = {} }: Pick<PolicyParameter, 'unit' | 'words'>,
  value: number,
): string {
  const word = Object.keys(words).find((name) => words[name] === value);
  if (word !== undefined) return word;
  if (!Number.isFinite(value)) return value > 0 ? 'unlimited' : String(value);
  if (unit === 'seconds') return formatDuration(value);
  if (unit === 'share') return `${Number((value * 100).toPrecision(12))}%`;
  return String(value);
}
