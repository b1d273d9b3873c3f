import type { Change } from '../../platform/store/tables.js';
import type { StateRecord } from './state-file.js';

/** Changes on their way to the disk together, and the promise of those who wait for them. */
export class WriteBatch implements StateRecord {
  readonly durable: Promise<void>;
  readonly #rows = new Map<string, Change>();
  #now_ms: number | undefined;
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

  /** Takes in the changes of a call made at a moment; the last one of a row counts. */
  add(changes: readonly Change[], now_ms: number): void {
    for (const change of changes) this.#rows.set(`${change.table}\n${change.id}`, change);
    this.#now_ms = now_ms;
  }

  /** Whether no call has been made. */
  get empty(): boolean {
    return this.#now_ms === undefined;
  }

  get now_ms(): number {
    return this.#now_ms ?? 0;
  }

  get changes(): Iterable<Change> {
    return this.#rows.values();
  }
}
