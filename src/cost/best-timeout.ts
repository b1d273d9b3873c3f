import type { IdleSaving } from './idle-saving.js';

/**
 * The cheapest timeout if each wake has a cost: the minimum of idle seconds + value · wakes, as in ski rental.
 * The first of equal timeouts wins.
 *
 * @param places candidate timeouts, as indexes into `TIMEOUTS_SECONDS`
 * @param usd_per_wake the cost of a wake, in US dollars
 * @returns the index; `undefined` without data
 */
export function bestTimeout(
  { judged, saving_usd, further_wakes }: IdleSaving,
  places: readonly number[],
  usd_per_wake: number,
): number | undefined {
  if (!judged) return undefined;
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const cost = usd_per_wake * further_wakes[place]! - saving_usd[place]!;
    if (!(cost < least)) continue;
    least = cost;
    best = place;
  }
  return best;
}

/** Halvings of the price of a wake: enough to find it to the last cent of the most expensive one. */
const HALVINGS = 60;

/**
 * A timeout for each compute such that all together bring no further wakes and save as much as they can: that of the
 * least price of a wake, the same for all, at which the wakes keep within bounds (the relaxation of H. Everett, 1963).
 * No choice with as few wakes saves more.
 *
 * @param places of the timeouts to choose from
 * @returns a place each; `undefined` without data
 */
export function bestWithoutFurtherWakes(
  savings: readonly IdleSaving[],
  places: readonly number[],
): readonly (number | undefined)[] {
  const chosen = (usd_per_wake: number) => savings.map((one) => bestTimeout(one, places, usd_per_wake));
  const furtherWakes = (choice: readonly (number | undefined)[]): number =>
    choice.reduce<number>((sum, place, index) => {
      return place === undefined ? sum : sum + savings[index]!.further_wakes[place]!;
    }, 0);
  let low = 0;
  // A wake worth more than all that was idle is always avoided.
  let high = savings.reduce((sum, { idle_usd }) => sum + idle_usd, 1) + mostExpensive(savings);
  let best = chosen(high);
  const free = chosen(low);
  if (furtherWakes(free) <= 0) return free;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    const choice = chosen(middle);
    if (furtherWakes(choice) > 0) low = middle;
    else [high, best] = [middle, choice];
  }
  return best;
}

/** The most that any timeout costs more than the present one. */
function mostExpensive(savings: readonly IdleSaving[]): number {
  return savings.reduce((most, { saving_usd }) => saving_usd.reduce((a, usd) => Math.max(a, -usd), most), 0);
}
