/** The sum of what items come to, one after the other. */
export function sumOf<Item>(items: Iterable<Item>, figure: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += figure(item);
  return sum;
}

export function sum(values: Iterable<number>): number {
  return sumOf(values, (value) => value);
}
