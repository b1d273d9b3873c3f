import { type Kind, readValue } from './setting-value.js';
import { isMapping, shown } from './shown.js';

/** A figure of a scenario that lies between two values; the scenario contains the middle one. */
export interface ScenarioInterval {
  /** In the syntax of `--set`, such as `load.web.rate`. */
  readonly path: string;
  /** As written in a scenario: both ends, and the median over worlds. */
  readonly low: string;
  readonly middle: string;
  readonly high: string;
  /** The same in base units. */
  readonly values: { readonly low: number; readonly middle: number; readonly high: number };
  /** Whether the middle was written explicitly. */
  readonly has_middle: boolean;
  /** Unit of its written values, such as `/h`; empty for plain numbers. */
  readonly unit: string;
  /** Base units per written unit. */
  readonly factor: number;
  /** Whether it only accepts whole numbers. */
  readonly whole: boolean;
}

/** The key of a figure that is not known exactly. */
export const INTERVAL_KEY = 'between';

export const INTERVAL_FORMS = '{ between: [low, high] } or { between: [low, mid, high] }';

export const INTERVAL_REFERENCE = '#/definitions/Interval';

export const INTERVAL_DEFINITION = {
  type: 'object',
  description:
    'A figure that is not known exactly: [low, high] or [low, mid, high]. Commands that draw worlds take values from it; the others take its middle.',
  properties: {
    [INTERVAL_KEY]: {
      type: 'array',
      description: 'Low and high, or low, mid and high, in ascending order.',
      items: { type: ['number', 'string'] },
      minItems: 2,
      maxItems: 3,
    },
  },
  required: [INTERVAL_KEY],
  additionalProperties: false,
} as const;

/** A figure that lies between two values, at any path. */
export interface QuantityInterval extends Omit<ScenarioInterval, 'path'> {
  /** As plain data: the value that replaces it. */
  readonly middle_value: unknown;
}

/** Whether a value is an interval, well-formed or not: a mapping `{ between: … }` whose value is not a mapping. */
export function isInterval(value: unknown): value is Readonly<Record<string, unknown>> {
  return isMapping(value) && Object.hasOwn(value, INTERVAL_KEY) && !isMapping(value[INTERVAL_KEY]);
}

/**
 * Reads an interval of a kind of quantity. The middle of two ends is the median over worlds: their geometric
 * mean, or their mean if the lower end is not above 0.
 * @param problem describes the problem of a value that could be read
 */
export function readInterval(
  value: Readonly<Record<string, unknown>>,
  kind: Kind,
  problem: ((value: number) => string | undefined) | undefined,
  report: (message: string, path: readonly (string | number)[]) => void,
): QuantityInterval | undefined {
  const unknown = Object.keys(value).filter((key) => key !== INTERVAL_KEY);
  for (const key of unknown)
    report(`expected between to be the only key; an interval is ${INTERVAL_FORMS}`, [key]);
  if (unknown.length > 0) return undefined;
  const list = value[INTERVAL_KEY];
  if (!Array.isArray(list) || list.length < 2 || list.length > 3) {
    const got = Array.isArray(list) && list.length > 0 ? `${list.length} of them` : shown(list);
    report(`expected [low, high] or [low, mid, high], got ${got}`, [INTERVAL_KEY]);
    return undefined;
  }
  const read = list.flatMap((each: unknown, index) => {
    const number = readValue(kind, each);
    const wrong = number === undefined ? `expected ${kind.expected}` : problem?.(number);
    if (number !== undefined && wrong === undefined && Number.isFinite(number)) return [number];
    report(`${wrong ?? 'expected an end that is finite'}, got ${shown(each)}`, [INTERVAL_KEY, index]);
    return [];
  });
  if (read.length < list.length) return undefined;
  const later = read.findIndex((number, index) => index > 0 && number < read[index - 1]!);
  if (later < 0) return intervalOf(read, list, kind);
  const message = `expected values in ascending order, got ${shown(list[later])} after ${shown(list[later - 1])}`;
  report(message, [INTERVAL_KEY, later]);
  return undefined;
}

function intervalOf(numbers: readonly number[], list: readonly unknown[], kind: Kind): QuantityInterval {
  const [low, high] = [numbers[0]!, numbers.at(-1)!];
  const has_middle = numbers.length === 3;
  const form = writtenForm(kind, list.at(-1), high);
  const number = has_middle ? numbers[1]! : low > 0 ? Math.sqrt(low * high) : (low + high) / 2;
  const middle_value = has_middle ? list[1] : low === high ? list[0] : inForm(form, number);
  return {
    low: String(list[0]),
    middle: String(middle_value),
    high: String(list.at(-1)),
    values: { low, middle: readValue(kind, middle_value) ?? number, high },
    has_middle,
    ...form,
    middle_value,
  };
}

type WrittenForm = Pick<QuantityInterval, 'unit' | 'factor' | 'whole'>;

const NUMBER_AND_UNIT = /^\s*(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*(\D.*?)\s*$/;
/** Units for intervals whose ends have several units, such as 1h30m. */
const BASE_UNITS = ['', 's', '/s', 'B/s'] as const;

/** The unit of the upper end if it has one, otherwise the first base unit that the kind reads. */
function writtenForm(kind: Kind, end: unknown, high: number): WrittenForm {
  const own = typeof end === 'string' ? NUMBER_AND_UNIT.exec(end)?.[1] : undefined;
  for (const unit of own === undefined ? BASE_UNITS : [own, ...BASE_UNITS]) {
    const factor = unit === '' ? 1 : readValue(kind, `1${unit}`);
    if (factor === undefined || factor === 0) continue;
    const form = { unit, factor, whole: false };
    if (isRead(kind, form, high)) return form;
    if (isRead(kind, { ...form, whole: true }, high)) return { ...form, whole: true };
  }
  return { unit: '', factor: 1, whole: false };
}

/** Whether the kind reads half of the upper end in this form. */
function isRead(kind: Kind, form: WrittenForm, high: number): boolean {
  const inside = form.whole ? high : high / 2 + (high > form.factor ? form.factor / 3 : 0);
  const read = readValue(kind, inForm(form, inside));
  return read !== undefined && Math.abs(read - inside) <= 1e-5 * Math.abs(inside);
}

/**
 * A number in base units as written in a scenario: with six digits, which exceed any known precision, and rounded to a
 * whole number if required.
 */
export function inForm({ unit, factor, whole }: WrittenForm, value: number): string | number {
  const number = whole ? Math.round(value / factor) : Number((value / factor).toPrecision(6));
  return unit === '' ? number : `${number}${unit}`;
}
