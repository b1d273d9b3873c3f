import { monthStart } from '../../kernel/calendar-month.js';
import { DAY_MS, HOUR_MS } from '../../kernel/units.js';
import { PlatformError } from '../checks/platform-error.js';
import { parseApiTimestamp } from '../checks/text-checks.js';

/** A time span that consumption is reported for, in ms since the epoch. */
export interface Timeframe {
  readonly start_ms: number;
  readonly end_ms: number;
}

/** How a granularity divides time, and how far back it reaches. Source: the platform's API schema. */
interface Granularity {
  readonly startOf: (at_ms: number) => number;
  readonly endOf: (at_ms: number) => number;
  readonly reach_ms: number;
}

function every(step_ms: number, reach_ms: number): Granularity {
  const startOf = (at_ms: number) => Math.floor(at_ms / step_ms) * step_ms;
  return { startOf, endOf: (at_ms) => startOf(at_ms) + step_ms, reach_ms };
}

/** The finest first. */
const GRANULARITIES = {
  hourly: every(HOUR_MS, 168 * HOUR_MS),
  daily: every(DAY_MS, 60 * DAY_MS),
  monthly: {
    startOf: (at_ms) => monthStart(at_ms),
    endOf: (at_ms) => monthStart(at_ms, 1),
    reach_ms: 366 * DAY_MS,
  },
} satisfies Record<string, Granularity>;

/**
 * Start of the finest timeframe that contains a time and can still be requested, in ms since the epoch; `undefined` if
 * the time is too long ago for every granularity.
 */
export function finestStart(at_ms: number, now_ms: number): number | undefined {
  const reaching = Object.values(GRANULARITIES).find(
    ({ startOf, reach_ms }) => at_ms >= startOf(now_ms - reach_ms),
  );
  return reaching?.startOf(at_ms);
}

/**
 * The timeframes of a request, oldest first: from the one that contains `from` to the last that starts before `to` and
 * before now.
 * @throws PlatformError `bad_request` for invalid times, `not_acceptable` for an invalid range
 */
export function timeframes(
  request: { readonly from: string; readonly to: string; readonly granularity: keyof typeof GRANULARITIES },
  now_ms: number,
): readonly Timeframe[] {
  const granularity = GRANULARITIES[request.granularity];
  const from_ms = granularity.startOf(parseApiTimestamp(request.from, 'from'));
  const to_ms = parseApiTimestamp(request.to, 'to');
  const earliest_ms = granularity.startOf(now_ms - granularity.reach_ms);
  if (from_ms > to_ms || from_ms < earliest_ms) {
    throw new PlatformError(
      'not_acceptable',
      `the range from ${request.from} to ${request.to} is not valid for ${request.granularity} consumption`,
    );
  }
  const found: Timeframe[] = [];
  const until_ms = Math.min(to_ms, now_ms);
  for (let start_ms = from_ms; start_ms < until_ms; start_ms = granularity.endOf(start_ms)) {
    found.push({ start_ms, end_ms: granularity.endOf(start_ms) });
  }
  return found;
}
