/** Changes on their way to the disk together, and the promise of those who wait for them. */
export class WriteBatch {
  readonly rows = new Map<string, { readonly key: [string, string]; readonly value: unknown }>();
  readonly durable: Promise<void>;
  resolve!: () => void;
  reject!: (error: Error) => void;

  constructor() {
    this.durable = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Nobody may be waiting when a write fails; those who come later are told by the store.
    this.durable.catch(() => undefined);
  }

  /** Puts a row, or removes it where the value is `null`; the last one of a key counts. */
  put(table: string, id: string, value: unknown): void {
    this.rows.set(`${table}\n${id}`, { key: [table, id], value });
  }
}
