import { CHANGE_2025, PLANS_2024, PLANS_PAGE, type PlanChoice } from './plan-limits.js';

/** What a plan charges for compute, from a day on. */
export interface PriceEntry {
  readonly plan: string;
  /** First day this price applied, `YYYY-MM-DD`. */
  readonly from: string;
  /** Price of a CU-hour beyond the included ones, in US dollars. */
  readonly usd_per_cu_hour: number;
  /** CU-hours of a project in a calendar month that cost nothing; shared by all its computes. */
  readonly included_cu_hours: number;
  /** The least that a calendar month costs, in US dollars. */
  readonly minimum_usd: number;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
  /** What the entry leaves out, or what is uncertain about it; empty when there is nothing to say. */
  readonly note: string;
}

const NO_OVERAGE = 'exhausting the included CU-hours suspends the computes; nothing is charged';
const BASE_FEE_LEFT_OUT = "the plan's monthly base fee is not recorded here and is left out of the cost";
const CUT_DATE_UNKNOWN =
  'the rate was cut on an unrecorded day of late 2025; the entry begins when the minimum was dropped';

/** Newest first within a plan. Compute only: storage, transfer and extra branches are not priced. */
export const PRICE_BOOK: readonly PriceEntry[] = [
  entry('free', '2025-12-01', 0, 100, 0, PLANS_PAGE, 'high', NO_OVERAGE),
  entry('free', '2025-08-14', 0, 50, 0, CHANGE_2025, 'medium', NO_OVERAGE),
  entry('free', '2024-09-01', 0, 191.9, 0, PLANS_2024, 'medium', NO_OVERAGE),
  entry('launch', '2025-12-12', 0.106, 0, 0, PLANS_PAGE, 'high', CUT_DATE_UNKNOWN),
  entry('launch', '2025-08-14', 0.14, 0, 5, CHANGE_2025, 'medium', ''),
  entry('launch', '2024-09-01', 0.16, 300, 0, PLANS_2024, 'medium', BASE_FEE_LEFT_OUT),
  entry('scale', '2025-12-12', 0.222, 0, 0, PLANS_PAGE, 'high', CUT_DATE_UNKNOWN),
  entry('scale', '2025-08-14', 0.26, 0, 5, CHANGE_2025, 'medium', ''),
  entry('scale', '2024-09-01', 0.16, 750, 0, PLANS_2024, 'medium', BASE_FEE_LEFT_OUT),
  entry('business', '2024-09-01', 0.16, 1000, 0, PLANS_2024, 'medium', BASE_FEE_LEFT_OUT),
];

/**
 * The price of a plan on a day: the entry with the latest `from` that is not after it.
 * @throws RangeError when there is no such plan, or none yet on that day; the message lists what there is
 */
export function priceOf({ name, as_of }: PlanChoice): PriceEntry {
  const ofPlan = PRICE_BOOK.filter((price) => price.plan === name);
  const found = ofPlan.find((price) => as_of === undefined || price.from <= as_of);
  if (found !== undefined) return found;
  if (ofPlan.length > 0) {
    const earliest = ofPlan[ofPlan.length - 1]!.from;
    throw new RangeError(`plan ${name} has no price on ${as_of}: expected a day on or after ${earliest}`);
  }
  const plans = [...new Set(PRICE_BOOK.map((price) => price.plan))].join(', ');
  throw new RangeError(`no price for plan ${JSON.stringify(name)}: expected one of ${plans}`);
}

function entry(
  plan: string,
  from: string,
  usd_per_cu_hour: number,
  included_cu_hours: number,
  minimum_usd: number,
  source: string,
  confidence: PriceEntry['confidence'],
  note: string,
): PriceEntry {
  return Object.freeze({
    plan,
    from,
    usd_per_cu_hour,
    included_cu_hours,
    minimum_usd,
    source,
    confidence,
    note,
  });
}
