import { isDeepStrictEqual } from 'node:util';
import { idleTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import type { Scenario } from '../../scenario/scenario.js';

/** The criteria between equally good settings. */
export interface TieBreak {
  /** Number of settings that differ from today's. */
  readonly changes: number;
  /** Position in the order of the axes; the last one varies fastest. */
  readonly index: number;
}

/** The order of equally good settings: the fewest changes from today's settings first. */
export function byTieBreak(a: TieBreak, b: TieBreak): number {
  return a.changes - b.changes || a.index - b.index;
}

/** The best item, by the tie break among equals; `undefined` if there is none. @param value the smaller the better */
export function bestItem<Item extends TieBreak>(
  items: readonly Item[],
  value: (item: Item) => number,
): Item | undefined {
  const least = Math.min(...items.map(value));
  return items.filter((item) => value(item) === least).toSorted(byTieBreak)[0];
}

/** Counts the settings of a scenario that differ from today's, however they are written. */
export function changeCounter(today: Scenario): (other: Scenario) => number {
  const own = new Map(settingsOf(today));
  return (other) => {
    let [added, differing, shared] = [0, 0, 0];
    for (const [path, value] of settingsOf(other)) {
      if (!own.has(path)) added++;
      else if (++shared && !isDeepStrictEqual(own.get(path), value)) differing++;
    }
    return added + differing + own.size - shared;
  };
}

/** The settings of computes, of loads and of the project, each by its path. */
function* settingsOf({ computes, fleet, warnings: _, assumptions: __, ...others }: Scenario) {
  const timed = computes.map((one) => ({ ...one, suspend_timeout_seconds: idleTimeout(one) }));
  // The computes have what the template sets.
  const all = { ...others, fleet: fleet && { ...fleet, template: undefined }, computes: timed };
  for (const [section, value] of Object.entries<unknown>(all)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const [index, item] of items.entries()) {
      const name = nameOf(item) ?? index;
      for (const [key, setting] of isObject(item) ? Object.entries(item) : [['', item] as const]) {
        yield [`${section}.${name}.${key}`, setting] as const;
      }
    }
  }
}

function isObject(item: unknown): item is object {
  return typeof item === 'object' && item !== null;
}

function nameOf(item: unknown): unknown {
  return isObject(item) && 'name' in item ? item.name : undefined;
}
