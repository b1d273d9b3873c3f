import type { Pages, QueryOf } from '../resource/schema.js';
import { badRequest, type PlatformError } from './platform-error.js';

/** The position of an item in a list: by the sort property, and by the order of creation among equals. */
export type Place = readonly [by: string | number, sequence: number];

export type PageRequest = QueryOf<Pages['query']>;

/**
 * A page of a list in the order of places.
 *
 * The cursor names the last item's place, not its number: items that are created or deleted between two calls neither
 * repeat nor hide others.
 * @returns the items, the cursor for the next call (absent for an empty page), and whether more items follow
 * @throws PlatformError `bad_request` for a limit out of bounds or an invalid cursor
 */
export function page<Item>(
  list: readonly Item[],
  request: PageRequest,
  bounds: Omit<Pages, 'query'>,
  placeOf: (item: Item) => Place,
  order: 'asc' | 'desc',
) {
  const limit = checkLimit(request.limit, bounds);
  const { cursor } = request;
  const after = cursor === undefined || cursor === '' ? undefined : decodeCursor(cursor);
  const direction = order === 'asc' ? 1 : -1;
  const placed = list.map((item) => ({ item, place: placeOf(item) }));
  const [first] = placed;
  if (after !== undefined && first !== undefined && typeof after[0] !== typeof first.place[0]) {
    throw invalidCursor();
  }
  const rest =
    after === undefined ? placed : placed.filter(({ place }) => direction * comparePlaces(place, after) > 0);
  rest.sort((one, other) => direction * comparePlaces(one.place, other.place));
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ item }) => item),
    pagination: last && { cursor: encodeCursor(last.place) },
    more: rest.length > limit,
  };
}

/**
 * A page of a list in the order that the request names.
 * @param keys the sort keys; rows with equal keys stay in the order of creation
 * @throws PlatformError `bad_request` as {@link page} does
 */
export function sortedPage<Row extends { readonly sequence: number }, Key extends string>(
  list: readonly Row[],
  request: PageRequest & { readonly sort_order?: 'asc' | 'desc' | undefined },
  sort_by: Key,
  bounds: Omit<Pages, 'query'>,
  keys: Readonly<Record<Key, (row: Row) => string | number>>,
) {
  const { sort_order = 'desc' } = request;
  const keyOf = keys[sort_by];
  const found = page(list, request, bounds, (row) => [keyOf(row), row.sequence], sort_order);
  const next = found.more ? found.pagination?.cursor : undefined;
  return { items: found.items, pagination: { next, sort_by, sort_order } };
}

function checkLimit(limit: number | undefined, bounds: Omit<Pages, 'query'>): number {
  if (limit === undefined) return bounds.default_limit;
  if (!Number.isInteger(limit) || limit < 1 || limit > bounds.max_limit) {
    throw badRequest(`limit must be a whole number from 1 to ${bounds.max_limit}, not ${limit}`);
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
    // Not JSON: refused below, like every other invalid cursor.
  }
  throw invalidCursor();
}

function invalidCursor(): PlatformError {
  return badRequest('invalid cursor; expected one from a previous answer');
}

/** Whether a name or an id contains the search text. */
export function matches(
  row: { readonly id: string; readonly name: string },
  search: string | undefined,
): boolean {
  if (search === undefined || search === '') return true;
  const wanted = search.toLowerCase();
  return row.id.includes(wanted) || row.name.toLowerCase().includes(wanted);
}
