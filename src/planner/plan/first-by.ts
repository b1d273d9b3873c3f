/** The item that comes before all others, of those that are alike the first; `undefined` where there is none. */
export function firstBy<Item>(
  items: readonly Item[],
  isBefore: (one: Item, other: Item) => boolean,
): Item | undefined {
  return items.reduce<Item | undefined>(
    (first, each) => (first === undefined || isBefore(each, first) ? each : first),
    undefined,
  );
}
