const NONE: ReadonlySet<string> = new Set();

/** The rows of a table by some property of theirs, so that no call looks through a whole table. */
export class RowIndex<Row> {
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #keyOf: (row: Row) => string | undefined;
  readonly #orderOf: (row: Row) => number;
  readonly #groups = new Map<string, Set<string>>();

  /**
   * @param rows the table, by row id
   * @param keyOf the property; rows for which it is `undefined` stay out
   * @param orderOf what the rows of a group are ordered by
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

  /** Follows a row from one value to the next; `undefined` where there was none, or is none. */
  update(id: string, before: Row | undefined, after: Row | undefined): void {
    const from = before === undefined ? undefined : this.#keyOf(before);
    const to = after === undefined ? undefined : this.#keyOf(after);
    if (from === to) return;
    if (from !== undefined) {
      const group = this.#groups.get(from)!;
      group.delete(id);
      if (group.size === 0) this.#groups.delete(from);
    }
    if (to === undefined) return;
    const group = this.#groups.get(to);
    if (group === undefined) this.#groups.set(to, new Set([id]));
    else group.add(id);
  }

  /** How many rows have a key. */
  size(key: string): number {
    return (this.#groups.get(key) ?? NONE).size;
  }

  /** The rows with a key, oldest first. */
  rows(key: string): Row[] {
    const found: Row[] = [];
    let ordered = true;
    let latest = Number.NEGATIVE_INFINITY;
    for (const id of this.#groups.get(key) ?? NONE) {
      const row = this.#rows.get(id)!;
      const order = this.#orderOf(row);
      if (order < latest) ordered = false;
      latest = order;
      found.push(row);
    }
    // Nearly always in order already: a group is filled in the order of creation.
    return ordered ? found : found.sort((first, second) => this.#orderOf(first) - this.#orderOf(second));
  }

  /** The row with a key, for keys that belong to one row at most; of more, one that was among the first. */
  only(key: string): Row | undefined {
    for (const id of this.#groups.get(key) ?? NONE) return this.#rows.get(id);
    return undefined;
  }
}
