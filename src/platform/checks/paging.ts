import type { Asked, Pages } from '../resource/schema.js';
import { badRequest, type PlatformError } from './platform-error.js';

/** Where an item stands in a list: by the property sorted by, and among equals by the order of creation. */
export type Place = readonly [by: string | number, sequence: number];

/** Which page of a list is asked for. */
export type PageRequest = Asked<Pages['query']>;

/**
 * A page of a list in order.
 *
 * The cursor names the last item's place, not its number: what is created or deleted between two calls neither
 * repeats nor hides the others.
 * @param is_ordered whether the items are in the order of their places already, whichever way it is to be shown
 * @returns the items; where the page ends, for the next call, absent when it is empty; and whether more comes after
 * @throws PlatformError `bad_request` for a limit out of bounds or a cursor that is none
 */
export function page<Item>(
  list: readonly Item[],
  request: PageRequest,
  bounds: Omit<Pages, 'query'>,
  placeOf: (item: Item) => Place,
  order: 'asc' | 'desc',
  is_ordered = false,
) {
  const ascending = is_ordered ? list : inOrder(list, placeOf);
  const limit = checkedLimit(request.limit, bounds);
  const { cursor } = request;
  const after = cursor === undefined || cursor === '' ? undefined : decodeCursor(cursor);
  const [first] = ascending;
  if (after !== undefined && first !== undefined && typeof after[0] !== typeof placeOf(first)[0]) {
    throw invalidCursor();
  }
  // What comes after the cursor, from the one end or the other.
  const [from, to] =
    after === undefined
      ? [0, ascending.length]
      : order === 'asc'
        ? [countBelow(ascending, placeOf, after, true), ascending.length]
        : [0, countBelow(ascending, placeOf, after, false)];
  const items =
    order === 'asc'
      ? ascending.slice(from, Math.min(to, from + limit))
      : ascending.slice(Math.max(from, to - limit), to).reverse();
  const last = items[items.length - 1];
  return {
    items,
    pagination: last === undefined ? undefined : { cursor: encodeCursor(placeOf(last)) },
    more: to - from > items.length,
  };
}

/** A list by the places of its items; itself where it is in that order already, as rows in order of creation are. */
function inOrder<Item>(list: readonly Item[], placeOf: (item: Item) => Place): readonly Item[] {
  let latest: Place | undefined;
  const ordered = list.every((item) => {
    const before = latest;
    latest = placeOf(item);
    return before === undefined || comparePlaces(before, latest) <= 0;
  });
  if (ordered) return list;
  return list
    .map((item) => ({ item, place: placeOf(item) }))
    .sort((first, second) => comparePlaces(first.place, second.place))
    .map(({ item }) => item);
}

/** How many items come before a place, that which is at it among them if it is to be. */
function countBelow<Item>(
  ascending: readonly Item[],
  placeOf: (item: Item) => Place,
  place: Place,
  inclusive: boolean,
): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = comparePlaces(placeOf(ascending[middle]!), place);
    if (order < 0 || (inclusive && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A page of a list in the order that the request names.
 * @param things what the list holds, for messages
 * @param keys by what it can be sorted; rows that are level stay in the order of creation
 * @throws PlatformError `bad_request` as {@link page} does, and for an order that is none
 */
export function sortedPage<Row extends { readonly sequence: number }, Key extends string>(
  list: readonly Row[],
  request: PageRequest & { readonly sort_order?: string | undefined },
  sort_by: Key,
  bounds: Omit<Pages, 'query'>,
  things: string,
  keys: Readonly<Record<Key, (row: Row) => string | number>>,
) {
  const { sort_order = 'desc' } = request;
  if (!Object.hasOwn(keys, sort_by)) {
    const expected = Object.keys(keys)
      .join(', ')
      .replace(/, (\w+)$/, ' or $1');
    throw badRequest(`cannot sort ${things} by "${sort_by}"; expected ${expected}`);
  }
  if (sort_order !== 'asc' && sort_order !== 'desc') {
    throw badRequest(`"${sort_order}" is not a sort order; expected asc or desc`);
  }
  const keyOf = keys[sort_by];
  const found = page(list, request, bounds, (row) => [keyOf(row), row.sequence], sort_order);
  const next = found.more ? found.pagination?.cursor : undefined;
  return { items: found.items, pagination: { next, sort_by, sort_order } };
}

function checkedLimit(limit: number | undefined, bounds: Omit<Pages, 'query'>): number {
  if (limit === undefined) return bounds.usual;
  if (!Number.isInteger(limit) || limit < 1 || limit > bounds.largest) {
    throw badRequest(`limit must be a whole number from 1 to ${bounds.largest}, not ${limit}`);
  }
  return limit;
}

function comparePlaces(first: Place, second: Place): number {
  if (first[0] < second[0]) return -1;
  if (first[0] > second[0]) return 1;
  return first[1] - second[1];
}

function encodeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function decodeCursor(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.length === 2 && typeof place[1] === 'number') {
      const [by, sequence]: unknown[] = place;
      if (typeof by === 'string' || typeof by === 'number') return [by, sequence as number];
    }
  } catch {
    // Not JSON: told below, with every other cursor that is none.
  }
  throw invalidCursor();
}

function invalidCursor(): PlatformError {
  return badRequest('invalid cursor; expected one from a previous answer');
}

/** Whether a name or an id contains what is searched for. */
export function matches(
  row: { readonly id: string; readonly name: string },
  search: string | undefined,
): boolean {
  if (search === undefined || search === '') return true;
  const wanted = search.toLowerCase();
  return row.id.includes(wanted) || row.name.toLowerCase().includes(wanted);
}
