/** The sum of a figure over items, added in order. */
export function sumOf<Item>(items: Iterable<Item>, figure: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += figure(item);
  return sum;
}

export function sum(values: Iterable<number>): number {
  return sumOf(values, (value) => value);
}

/** The smallest of any number of values; `Math.min` overflows the stack at about 100,000 arguments. */
export function minOf(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** The largest of any number of values. */
export function maxOf(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}
