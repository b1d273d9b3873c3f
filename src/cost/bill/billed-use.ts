import { isMapping } from '../../scenario/form/shown.js';
import { INVOICE_METRICS, type InvoiceMetric } from '../../vendors/invoice-metrics.js';

/** Use of one project in one timeframe of the consumption history. */
export interface BilledTimeframe {
  readonly project: string;
  /** In ms since the epoch. */
  readonly start_ms: number;
  readonly end_ms: number;
  /** In the API's raw units; a metric that was not asked for is absent. */
  readonly metrics: Readonly<Partial<Record<InvoiceMetric, number>>>;
}

/** Use or payments of a real account. */
export interface BilledUse {
  /** The platform's name of the plan, if the input contains it. */
  readonly plan: string | undefined;
  /** Empty if only amounts were typed. */
  readonly timeframes: readonly BilledTimeframe[];
  /** Typed amounts by metric, in US dollars. */
  readonly amounts_usd: Readonly<Partial<Record<InvoiceMetric, number>>>;
  /** The total that was typed. */
  readonly total_usd: number | undefined;
  readonly start_ms: number;
  readonly end_ms: number;
  /** Parts of the input that were ignored. */
  readonly warnings: readonly string[];
}

/** An invalid consumption history; the message names the place and the expectation. */
export class BilledUseError extends Error {
  override readonly name = 'BilledUseError';
}

/** With the project or the branch that it is of. */
type OwnTimeframe = BilledTimeframe & { readonly id: string };

const EXPECTED =
  'expected what GET /consumption_history/v2/projects or /v2/branches returns, a list of such pages, or totals such as ' +
  '{ from: 2026-03-01, to: 2026-04-01, metrics: { compute_unit_seconds: 500000 }, amounts_usd: { compute_unit_seconds: 30.83 } }';

function fail(place: string, message: string): never {
  throw new BilledUseError(place === '' ? message : `${place}: ${message}`);
}

/**
 * Reads a consumption history as the API answers it (one answer, or a list of pages), or typed totals.
 * @throws BilledUseError for anything else, and for a timeframe that is there twice
 */
export function readBilledUse(value: unknown): BilledUse {
  if (isMapping(value) && !('projects' in value) && !('branches' in value)) return typedTotals(value);
  const pages = Array.isArray(value) ? value : [value];
  const unknown = new Set<string>();
  const plans = new Set<string>();
  const names = new Set<string>();
  const timeframes = pages.flatMap((page, index) =>
    pageTimeframes(page, pages.length > 1 ? `page ${index + 1}` : '', { unknown, plans, names }),
  );
  if (timeframes.length === 0) fail('', `no timeframe has metrics; ${EXPECTED}`);
  refuseOverlaps(timeframes);
  const missing_hours = hoursMissing(timeframes);
  const warnings = [
    ...(unknown.size === 0
      ? []
      : [`metrics that are not on an invoice are left out: ${[...unknown].join(', ')}`]),
    ...(plans.size < 2 ? [] : [`periods of several plans are priced as one: ${[...plans].join(', ')}`]),
    ...absentMetrics(timeframes),
    ...(missing_hours > 0
      ? [
          `${Number(missing_hours.toFixed(2))} h between the first and the last timeframe are in none of them: the simulated side is of all hours`,
        ]
      : []),
  ];
  return {
    plan: [...plans].at(-1),
    timeframes,
    amounts_usd: {},
    total_usd: undefined,
    // Hours of many projects are more than a call may have arguments.
    start_ms: timeframes.reduce((least, { start_ms }) => Math.min(least, start_ms), Number.POSITIVE_INFINITY),
    end_ms: timeframes.reduce((most, { end_ms }) => Math.max(most, end_ms), Number.NEGATIVE_INFINITY),
    warnings,
  };
}

/** A day and its hours together would be charged twice. */
function refuseOverlaps(timeframes: readonly OwnTimeframe[]): void {
  const last = new Map<string, OwnTimeframe>();
  for (const each of timeframes.toSorted((a, b) => a.start_ms - b.start_ms)) {
    const before = last.get(each.id);
    if (before !== undefined && each.start_ms < before.end_ms) {
      const text = (at_ms: number) => new Date(at_ms).toISOString();
      fail(
        '',
        `${each.id}: the timeframe from ${text(each.start_ms)} begins before the one from ${text(before.start_ms)} ends: pages of different granularity cannot be added`,
      );
    }
    last.set(each.id, each);
  }
}

/** Hours within the history that no timeframe of anything has. */
function hoursMissing(timeframes: readonly OwnTimeframe[]): number {
  let missing_ms = 0;
  let end_ms = Number.POSITIVE_INFINITY;
  for (const each of timeframes.toSorted((a, b) => a.start_ms - b.start_ms)) {
    missing_ms += Math.max(0, each.start_ms - end_ms);
    end_ms = Math.max(each.end_ms, Number.isFinite(end_ms) ? end_ms : each.end_ms);
  }
  return missing_ms / 3_600_000;
}

/** Metrics missing from the history: the invoice has no line for them. */
function absentMetrics(timeframes: readonly BilledTimeframe[]): readonly string[] {
  const there = new Set(timeframes.flatMap(({ metrics }) => Object.keys(metrics)));
  const absent = INVOICE_METRICS.filter((metric) => !there.has(metric));
  return absent.length === 0
    ? []
    : [`the history lacks ${absent.join(', ')}, which are not charged here; name them in metrics=`];
}

function pageTimeframes(
  page: unknown,
  place: string,
  seen: { readonly unknown: Set<string>; readonly plans: Set<string>; readonly names: Set<string> },
): readonly OwnTimeframe[] {
  if (!isMapping(page)) fail(place, EXPECTED);
  const key = 'projects' in page ? 'projects' : 'branches';
  const list = page[key];
  if (!Array.isArray(list)) fail(place, EXPECTED);
  const found: OwnTimeframe[] = [];
  for (const [index, item] of list.entries()) {
    const at = `${place === '' ? '' : `${place}, `}${key}[${index}]`;
    if (!isMapping(item) || typeof item['project_id'] !== 'string') fail(at, 'it has no project_id');
    const id = key === 'projects' ? item['project_id'] : `${item['project_id']}/${String(item['branch_id'])}`;
    const periods = item['periods'];
    if (!Array.isArray(periods)) fail(at, 'it has no list of periods');
    for (const period of periods) {
      if (!isMapping(period) || !Array.isArray(period['consumption']))
        fail(at, 'a period has no consumption');
      if (typeof period['period_plan'] === 'string') seen.plans.add(period['period_plan']);
      for (const entry of period['consumption']) {
        const timeframe = timeframeOf(entry, item['project_id'], at, seen.unknown);
        const name = `${id} ${timeframe.start_ms}`;
        if (seen.names.has(name)) {
          fail(at, `its timeframe of ${new Date(timeframe.start_ms).toISOString()} is there twice`);
        }
        seen.names.add(name);
        found.push({ ...timeframe, id });
      }
    }
  }
  return found;
}

function timeframeOf(entry: unknown, project: string, place: string, unknown: Set<string>): BilledTimeframe {
  if (!isMapping(entry)) fail(place, 'a timeframe must be a mapping');
  const start_ms = momentOf(entry['timeframe_start'], `${place}, timeframe_start`);
  const end_ms = momentOf(entry['timeframe_end'], `${place}, timeframe_end`);
  if (!(end_ms > start_ms)) fail(place, 'a timeframe ends before it begins');
  const list = entry['metrics'];
  if (!Array.isArray(list)) {
    fail(
      place,
      'a timeframe has no list of metrics: the older endpoints have other figures; ask the v2 ones',
    );
  }
  const metrics: Partial<Record<InvoiceMetric, number>> = {};
  for (const each of list) {
    if (!isMapping(each) || typeof each['metric_name'] !== 'string')
      fail(place, 'a metric has no metric_name');
    const name = each['metric_name'];
    const known = INVOICE_METRICS.find((metric) => metric === name);
    if (known !== undefined && metrics[known] !== undefined)
      fail(place, `${name} is there twice in a timeframe`);
    if (known === undefined) unknown.add(name);
    else metrics[known] = amountOf(each['value'], `${place}, ${name}`);
  }
  return { project, start_ms, end_ms, metrics };
}

const TOTALS = ['from', 'to', 'plan', 'metrics', 'amounts_usd', 'total_usd'];

function typedTotals(value: Readonly<Record<string, unknown>>): BilledUse {
  const stray = Object.keys(value).find((key) => !TOTALS.includes(key));
  if (stray !== undefined) fail(stray, `unknown key; ${EXPECTED}`);
  const start_ms = momentOf(value['from'], 'from');
  const end_ms = momentOf(value['to'], 'to');
  if (!(end_ms > start_ms)) fail('to', 'expected a day after from');
  const plan = value['plan'];
  if (plan !== undefined && typeof plan !== 'string') fail('plan', 'expected the name of a plan');
  const metrics = byMetric(value['metrics'], 'metrics');
  const amounts_usd = byMetric(value['amounts_usd'], 'amounts_usd');
  const total = value['total_usd'];
  const total_usd = total === undefined ? undefined : amountOf(total, 'total_usd');
  if (Object.keys(metrics).length + Object.keys(amounts_usd).length === 0 && total_usd === undefined) {
    fail('', `no figures; ${EXPECTED}`);
  }
  return {
    plan,
    timeframes: Object.keys(metrics).length === 0 ? [] : [{ project: 'project', start_ms, end_ms, metrics }],
    amounts_usd,
    total_usd,
    start_ms,
    end_ms,
    warnings: [],
  };
}

function byMetric(value: unknown, place: string): Readonly<Partial<Record<InvoiceMetric, number>>> {
  if (value === undefined) return {};
  if (!isMapping(value)) fail(place, 'expected a mapping of metrics to numbers');
  return Object.fromEntries(
    Object.entries(value).map(([name, amount]) => {
      if (!INVOICE_METRICS.some((metric) => metric === name)) {
        fail(`${place}.${name}`, `unknown metric; expected one of ${INVOICE_METRICS.join(', ')}`);
      }
      return [name, amountOf(amount, `${place}.${name}`)];
    }),
  );
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

function momentOf(value: unknown, place: string): number {
  const text = value instanceof Date ? value.toISOString() : value;
  const at_ms = typeof text === 'string' && MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  const day = String(text).slice(0, 10);
  // Date.parse takes the 31st of February for the 3rd of March.
  if (Number.isFinite(at_ms) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)) return at_ms;
  return fail(place, 'expected a day such as 2026-03-01 or a UTC timestamp such as 2026-03-01T00:00:00Z');
}

/** A zettabyte for 1,000 seconds: larger amounts are typing mistakes. */
const MAX_AMOUNT = 1e24;

function amountOf(value: unknown, place: string): number {
  if (typeof value === 'number' && value >= 0 && value <= MAX_AMOUNT) return value;
  return fail(place, `expected a number of 0 or more, and no more than ${MAX_AMOUNT}`);
}
