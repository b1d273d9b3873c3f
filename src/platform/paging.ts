import { badRequest } from './platform-error.js';

/** Where an item stands in a list: by the property sorted by, and among equals by the order of creation. */
export type Place = readonly [by: string | number, sequence: number];

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the page ends, for the next call; `undefined` when the page is empty. */
  readonly cursor: string | undefined;
  /** Whether anything comes after it. */
  readonly more: boolean;
}

/** Which page of a list is asked for. */
export interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * A page of a list in order.
 *
 * The cursor names the last item's place, not its number: what is created or deleted between two calls neither
 * repeats nor hides the others.
 * @param bounds the limit unless named, and the largest allowed
 * @throws PlatformError `bad_request` for a limit out of bounds or a cursor that is none
 */
export function page<Item>(
  list: readonly Item[],
  request: PageRequest,
  bounds: { readonly usual: number; readonly largest: number },
  placeOf: (item: Item) => Place,
  order: 'asc' | 'desc',
): Page<Item> {
  const limit = checkedLimit(request.limit, bounds);
  const sign = order === 'asc' ? 1 : -1;
  let ordered = list
    .map((item) => ({ item, place: placeOf(item) }))
    .sort((first, second) => sign * comparePlaces(first.place, second.place));
  if (request.cursor !== undefined && request.cursor !== '') {
    const after = decodeCursor(request.cursor);
    ordered = ordered.filter(({ place }) => sign * comparePlaces(place, after) > 0);
  }
  const shown = ordered.slice(0, limit);
  const last = shown[shown.length - 1];
  return {
    items: shown.map(({ item }) => item),
    cursor: last === undefined ? undefined : encodeCursor(last.place),
    more: ordered.length > shown.length,
  };
}

function checkedLimit(
  limit: number | undefined,
  bounds: { readonly usual: number; readonly largest: number },
): number {
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
  throw badRequest('invalid cursor; expected one from a previous answer');
}
