/** The sum of what items come to, one after the other. */
export function sumOf<Item>(items: Iterable<Item>, figure: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += figure(item);
  return sum;
}

export function sum(values: Iterable<number>): number {
  return sumOf(values, (value) => value);
}

/** The smallest of any number of values; as arguments of `Math.min`, some 100,000 overflow the stack. */
export function least(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** The largest of any number of values. */
export function most(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}
