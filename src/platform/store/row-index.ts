/** The ids of the rows with one key. */
interface Group {
  readonly ids: Set<string>;
  /** Whether they are in order, oldest first; nearly always, because rows are usually added in that order. */
  ordered: boolean;
  /** The order of the last of them. */
  latest: number;
}

const NONE: ReadonlySet<string> = new Set();

/** An index of a table's rows by a property, so that calls need no table scan. */
export class RowIndex<Row> {
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #keyOf: (row: Row) => string | undefined;
  readonly #orderOf: (row: Row) => number;
  readonly #groups = new Map<string, Group>();

  /**
   * @param rows the table, by row id
   * @param keyOf the property; rows without one are not indexed
   * @param orderOf the sort key of rows within a group
   */
  constructor(
    rows: ReadonlyMap<string, Row>,
    keyOf: (row: Row) => string | undefined,
    orderOf: (row: Row) => number,
  ) {
    this.#rows = rows;
    this.#keyOf = keyOf;
    this.#orderOf = orderOf;
  }

  /** Updates the index when a row changes; `before` is `undefined` for a new row, `after` for a deleted one. */
  update(id: string, before: Row | undefined, after: Row | undefined): void {
    const from = before === undefined ? undefined : this.#keyOf(before);
    const to = after === undefined ? undefined : this.#keyOf(after);
    if (from !== undefined && from === to) {
      if (this.#orderOf(before!) !== this.#orderOf(after!)) this.#groups.get(from)!.ordered = false;
      return;
    }
    if (from !== undefined) {
      const group = this.#groups.get(from)!;
      group.ids.delete(id);
      if (group.ids.size === 0) this.#groups.delete(from);
    }
    if (to !== undefined) this.#add(to, id, this.#orderOf(after!));
  }

  #add(key: string, id: string, order: number): void {
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, { ids: new Set([id]), ordered: true, latest: order });
      return;
    }
    if (order < group.latest) group.ordered = false;
    else group.latest = order;
    group.ids.add(id);
  }

  size(key: string): number {
    return this.#groups.get(key)?.ids.size ?? 0;
  }

  /** The rows with a key, oldest first. */
  rows(key: string): Row[] {
    return this.ids(key).map((id) => this.#rows.get(id)!);
  }

  /** The ids of the rows with a key, oldest first, without reading the rows. */
  ids(key: string): readonly string[] {
    return [...this.#ordered(key)];
  }

  /** The ids of a group in order, sorted once until the order changes again. */
  #ordered(key: string): ReadonlySet<string> {
    const group = this.#groups.get(key);
    if (group === undefined) return NONE;
    const { ids, ordered } = group;
    if (ordered) return ids;
    const orders = [...ids].map((id) => [id, this.#orderOf(this.#rows.get(id)!)] as const);
    orders.sort(([, first], [, second]) => first - second);
    const [, latest] = orders[orders.length - 1]!;
    const sorted = { ids: new Set(orders.map(([id]) => id)), ordered: true, latest };
    this.#groups.set(key, sorted);
    return sorted.ids;
  }

  /** The row with a unique key; the oldest if there are several. */
  only(key: string): Row | undefined {
    const [oldest] = this.#ordered(key);
    return oldest === undefined ? undefined : this.#rows.get(oldest);
  }
}
